import org.jspecify.annotations.NullMarked;

/** Finds the bodies that a frame shows on a ray, or in a rectangle of the screen. */
@NullMarked
module io.github.freestep.render.picking {
    // Only annotations, so users need it neither to compile nor to run.
    requires static org.jspecify;
    requires transitive io.github.freestep.render;

    exports io.github.freestep.render.picking;
}
