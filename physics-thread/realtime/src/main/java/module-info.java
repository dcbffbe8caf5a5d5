import org.jspecify.annotations.NullMarked;

/**
 * Real-time priorities and processors for physics threads on Linux, precise waits on Windows, and a clock that follows
 * a device.
 */
@NullMarked
module io.github.freestep.physics.realtime {
    // Only annotations, so users need it neither to compile nor to run.
    requires static org.jspecify;
    requires transitive io.github.freestep.physics;

    exports io.github.freestep.physics.clock;

    provides io.github.freestep.physics.thread.ThreadSystem with
            io.github.freestep.physics.realtime.RealTimeThreads;
}
