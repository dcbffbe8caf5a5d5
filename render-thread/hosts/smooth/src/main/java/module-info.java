import org.jspecify.annotations.NullMarked;

/** Shows the bodies of a game's own world evenly, at any frame rate. */
// This module is compiled before the one named in its exports.
@SuppressWarnings("module")
@NullMarked
module io.github.freestep.smooth {
    // Only annotations, so users need it neither to compile nor to run.
    requires static org.jspecify;
    requires transitive io.github.freestep.physics;
    requires transitive io.github.freestep.render;

    exports io.github.freestep.smooth;
    exports io.github.freestep.smooth.turns to
            io.github.freestep.gdx,
            io.github.freestep.jme;
}
