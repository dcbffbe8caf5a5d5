import org.jspecify.annotations.NullMarked;

/** What crosses between the threads: time, states, and their handoff. Depends only on the JDK at run time. */
// This module is compiled before the modules named in its exports.
@SuppressWarnings("module")
@NullMarked
module io.github.freestep.state {
    // Only annotations, so users need it neither to compile nor to run. Not transitive, because their compiler would
    // then require it.
    requires static org.jspecify;

    exports io.github.freestep.problem;
    exports io.github.freestep.query;
    exports io.github.freestep.state;
    exports io.github.freestep.time;
    exports io.github.freestep.internal to
            io.github.freestep.gdx,
            io.github.freestep.jme,
            io.github.freestep.net,
            io.github.freestep.physics,
            io.github.freestep.physics.engines,
            io.github.freestep.physics.lockstep,
            io.github.freestep.physics.prediction,
            io.github.freestep.physics.realtime,
            io.github.freestep.physics.recording,
            io.github.freestep.physics.rooms,
            io.github.freestep.render,
            io.github.freestep.render.capsule,
            io.github.freestep.render.server,
            io.github.freestep.render.trace,
            io.github.freestep.smooth;
    exports io.github.freestep.internal.problem to
            io.github.freestep.net,
            io.github.freestep.physics,
            io.github.freestep.physics.lockstep,
            io.github.freestep.physics.recording,
            io.github.freestep.render,
            io.github.freestep.render.capsule,
            io.github.freestep.render.server;
    exports io.github.freestep.internal.query to
            io.github.freestep.physics,
            io.github.freestep.physics.engines,
            io.github.freestep.physics.lockstep,
            io.github.freestep.physics.recording,
            io.github.freestep.render;
    exports io.github.freestep.internal.time to
            io.github.freestep.net,
            io.github.freestep.physics,
            io.github.freestep.physics.lockstep,
            io.github.freestep.physics.prediction,
            io.github.freestep.physics.recording,
            io.github.freestep.physics.rooms,
            io.github.freestep.render,
            io.github.freestep.render.trace;
    exports io.github.freestep.state.content to
            io.github.freestep.net,
            io.github.freestep.physics,
            io.github.freestep.physics.engines,
            io.github.freestep.physics.prediction,
            io.github.freestep.physics.recording,
            io.github.freestep.physics.rooms,
            io.github.freestep.render,
            io.github.freestep.render.server,
            io.github.freestep.render.trace;
}
