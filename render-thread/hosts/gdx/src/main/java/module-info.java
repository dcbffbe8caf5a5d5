import org.jspecify.annotations.NullMarked;

/** Turns for games in libGDX. */
@NullMarked
module io.github.freestep.gdx {
    // Only annotations, so users need it neither to compile nor to run.
    requires static org.jspecify;
    requires transitive io.github.freestep.smooth;
    // Not libGDX: it has no descriptor, and two of its jars share a package. This artifact must be on the class path
    // with it.

    exports io.github.freestep.gdx;
}
