import org.jspecify.annotations.NullMarked;

/** Players of a server: seats, bodies, input of their own, and shots at what they saw. */
@NullMarked
module io.github.freestep.render.server {
    // Only annotations, so users need it neither to compile nor to run.
    requires static org.jspecify;
    requires transitive io.github.freestep.net;
    requires transitive io.github.freestep.physics;
    requires transitive io.github.freestep.physics.prediction;
    requires transitive io.github.freestep.render;

    exports io.github.freestep.render.server;
    exports io.github.freestep.render.server.past;
}
