import org.jspecify.annotations.NullMarked;

/** The adapter for PhysX. */
@NullMarked
module io.github.freestep.physics.physx {
    // Only annotations, so users need it neither to compile nor to run.
    requires static org.jspecify;
    requires transitive io.github.freestep.physics.engines;
    requires transitive de.fabmax.physxjni;

    exports io.github.freestep.physics.physx;
}
