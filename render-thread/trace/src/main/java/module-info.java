import org.jspecify.annotations.NullMarked;

/** Records when ticks, states and frames were made, and says why motion was uneven. */
// This module is compiled before the module named in its exports.
@SuppressWarnings("module")
@NullMarked
module io.github.freestep.render.trace {
    // Only annotations, so users need it neither to compile nor to run.
    requires static org.jspecify;
    requires transitive io.github.freestep.render;
    requires transitive io.github.freestep.physics;
    requires jdk.jfr;

    exports io.github.freestep.render.trace;
    // For the times in a capsule.
    exports io.github.freestep.render.trace.log to
            io.github.freestep.render.capsule;

    provides io.github.freestep.physics.report.RunRecorder with
            io.github.freestep.render.trace.log.FlightRecorder;
}
