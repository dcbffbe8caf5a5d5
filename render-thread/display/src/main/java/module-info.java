import org.jspecify.annotations.NullMarked;

/** Measures how even motion was on the screen, and makes it more even, by the display times that a host reports. */
@NullMarked
module io.github.freestep.render.display {
    // Only annotations, so users need it neither to compile nor to run.
    requires static org.jspecify;
    requires transitive io.github.freestep.render;

    exports io.github.freestep.render.display;
}
