import org.jspecify.annotations.NullMarked;

/** The adapter for Bullet. */
@NullMarked
module io.github.freestep.physics.bullet {
    // Only annotations, so users need it neither to compile nor to run.
    requires static org.jspecify;
    requires transitive io.github.freestep.physics.engines;
    // Not Bullet: it has no descriptor. The adapter makes this module read the class path.
    // For Bullet's loggers.
    requires java.logging;

    exports io.github.freestep.physics.bullet;
}
