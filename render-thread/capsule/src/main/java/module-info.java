import org.jspecify.annotations.NullMarked;

/** Writes one file that shows a bug of a player, and reads it. */
@NullMarked
module io.github.freestep.render.capsule {
    // Only annotations, so users need it neither to compile nor to run.
    requires static org.jspecify;
    requires transitive io.github.freestep.physics;
    requires transitive io.github.freestep.physics.recording;
    requires transitive io.github.freestep.render;
    requires transitive io.github.freestep.render.trace;

    exports io.github.freestep.render.capsule;
}
