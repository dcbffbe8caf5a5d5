import org.jspecify.annotations.NullMarked;

/** Players of a server: seats, bodies, and input of their own. */
@NullMarked
module io.github.freestep.physics.server {
    // Only annotations, so users need it neither to compile nor to run.
    requires static org.jspecify;
    requires transitive io.github.freestep.net;
    requires transitive io.github.freestep.physics;
    requires transitive io.github.freestep.physics.prediction;
    requires transitive io.github.freestep.render.past;

    exports io.github.freestep.physics.server;
}
