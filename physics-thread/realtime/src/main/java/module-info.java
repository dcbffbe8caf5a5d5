import org.jspecify.annotations.NullMarked;

/**
 * Real-time priorities and processors for physics threads on Linux. It has no package for users, because the options
 * are those of a service.
 */
@NullMarked
module io.github.freestep.physics.realtime {
    // Only annotations, so users need it neither to compile nor to run.
    requires static org.jspecify;
    requires transitive io.github.freestep.physics;

    provides io.github.freestep.physics.thread.ThreadSystem with
            io.github.freestep.physics.realtime.RealTimeThreads;
}
