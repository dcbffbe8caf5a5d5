import org.jspecify.annotations.NullMarked;

/** The blocks of a game, as a step may read them. */
@NullMarked
module io.github.freestep.physics.ground {
    // Only annotations, so users need it neither to compile nor to run.
    requires static org.jspecify;
    requires transitive io.github.freestep.physics;

    exports io.github.freestep.physics.ground;
}
