import org.jspecify.annotations.NullMarked;

/** The adapter for dyn4j. */
@NullMarked
module io.github.freestep.physics.dyn4j {
    // Only annotations, so users need it neither to compile nor to run.
    requires static org.jspecify;
    requires transitive io.github.freestep.physics.engines;
    requires transitive org.dyn4j;

    exports io.github.freestep.physics.dyn4j;
}
