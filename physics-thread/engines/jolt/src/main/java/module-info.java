import org.jspecify.annotations.NullMarked;

/** The adapter for Jolt. */
@NullMarked
module io.github.freestep.physics.jolt {
    // Only annotations, so users need it neither to compile nor to run.
    requires static org.jspecify;
    requires transitive io.github.freestep.physics.engine;
    // Not Jolt: it has no descriptor. The adapter makes this module read the class path.

    exports io.github.freestep.physics.jolt;
}
