import org.jspecify.annotations.NullMarked;

/** The world as a frame of the past showed it. */
@NullMarked
module io.github.freestep.render.past {
    // Only annotations, so users need it neither to compile nor to run.
    requires static org.jspecify;
    requires transitive io.github.freestep.render;

    exports io.github.freestep.render.past;
}
