import org.jspecify.annotations.NullMarked;

/** The adapter for Jolt. */
@NullMarked
module io.github.freestep.physics.jolt {
    // Only annotations, so users need it neither to compile nor to run.
    requires static org.jspecify;
    requires transitive io.github.freestep.physics.engines;
    // Not Jolt: it has no descriptor, or one of another name. The adapter makes this module read it.

    exports io.github.freestep.physics.jolt;
}
