import org.jspecify.annotations.NullMarked;

/** Records when ticks, states and frames were made, and says why motion was uneven. */
@NullMarked
module io.github.freestep.render.trace {
    // Only annotations, so users need it neither to compile nor to run.
    requires static org.jspecify;
    requires transitive io.github.freestep.render;
    requires transitive io.github.freestep.render.display;
    requires transitive io.github.freestep.physics;
    requires io.github.freestep.physics.recording;
    requires jdk.jfr;

    exports io.github.freestep.render.trace;

    provides io.github.freestep.physics.spi.RunRecorder with
            io.github.freestep.render.trace.log.FlightRecorder;
}
