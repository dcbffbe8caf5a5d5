import org.jspecify.annotations.NullMarked;

/** The adapter for Box2D. */
@NullMarked
module io.github.freestep.physics.box2d {
    // Only annotations, so users need it neither to compile nor to run.
    requires static org.jspecify;
    requires transitive io.github.freestep.physics.engines;
    // Not libGDX: it has no descriptor, and two of its jars share a package. The adapter makes this module read the
    // class path.

    exports io.github.freestep.physics.box2d;
}
