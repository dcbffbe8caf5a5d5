import org.jspecify.annotations.NullMarked;

/** The fixed-rate clock: the thread that owns the simulation. */
// This module is compiled before the modules named in its exports.
@SuppressWarnings("module")
@NullMarked
module io.github.freestep.physics {
    // Only annotations: users need this module neither to compile nor to run. Not transitive, because a user's compiler
    // would then ask for the module. So javac warns of every exported signature with such an annotation, and each of
    // them suppresses this warning.
    requires static org.jspecify;
    requires transitive io.github.freestep.state;
    requires com.lmax.disruptor;
    requires org.jctools.core;

    exports io.github.freestep.physics;
    exports io.github.freestep.physics.feed;
    exports io.github.freestep.physics.saves;
    // For recordings, predictions, matches, services that move, and players of a server.
    exports io.github.freestep.physics.input to
            io.github.freestep.physics.lockstep,
            io.github.freestep.physics.prediction,
            io.github.freestep.physics.recording,
            io.github.freestep.physics.rooms,
            io.github.freestep.render.server;
    // For the threads that several services share, for their settings, and for services that move.
    exports io.github.freestep.physics.run to
            io.github.freestep.physics.rooms,
            io.github.freestep.smooth;
    exports io.github.freestep.physics.schedule to
            io.github.freestep.physics.rooms;
    exports io.github.freestep.physics.thread to
            io.github.freestep.physics.realtime,
            io.github.freestep.physics.rooms;
    exports io.github.freestep.physics.watch to
            io.github.freestep.physics.rooms;
    // For feeds that predict.
    exports io.github.freestep.physics.feed.past to
            io.github.freestep.physics.lockstep,
            io.github.freestep.physics.prediction;
    // For whoever saves worlds.
    exports io.github.freestep.physics.saves.content to
            io.github.freestep.physics.engines,
            io.github.freestep.physics.jolt,
            io.github.freestep.physics.lockstep,
            io.github.freestep.physics.nodes,
            io.github.freestep.physics.prediction,
            io.github.freestep.physics.recording,
            io.github.freestep.physics.rooms;
    // For the journals of runs, and for recorders.
    exports io.github.freestep.physics.event to
            io.github.freestep.physics.recording;
    exports io.github.freestep.physics.journal to
            io.github.freestep.physics.lockstep,
            io.github.freestep.physics.prediction,
            io.github.freestep.physics.recording,
            io.github.freestep.render.capsule;
    exports io.github.freestep.physics.report to
            io.github.freestep.render.trace;

    uses io.github.freestep.physics.report.RunRecorder;
    uses io.github.freestep.physics.thread.ThreadSystem;
}
