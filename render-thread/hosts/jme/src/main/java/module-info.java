import org.jspecify.annotations.NullMarked;

/** Even motion for jMonkeyEngine with Minie. */
@NullMarked
module io.github.freestep.jme {
    // Only annotations, so users need it neither to compile nor to run.
    requires static org.jspecify;
    requires transitive io.github.freestep.render;
    requires io.github.freestep.smooth;
    // Not jMonkeyEngine and Minie: they have no descriptors. This artifact must be on the class path with them.

    exports io.github.freestep.jme;
}
