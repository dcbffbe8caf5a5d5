import org.jspecify.annotations.NullMarked;

/** What an adapter for a physics engine needs: slots, contacts, queries, saving. */
@NullMarked
module io.github.freestep.physics.engines {
    // Only annotations, so users need it neither to compile nor to run.
    requires static org.jspecify;
    requires transitive io.github.freestep.physics;

    exports io.github.freestep.physics.engines;
}
