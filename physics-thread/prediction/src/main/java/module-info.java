import org.jspecify.annotations.NullMarked;

/** Predictions: a second world that runs ahead, and how its errors are hidden. */
// This module is compiled before the module named in its exports.
@SuppressWarnings("module")
@NullMarked
module io.github.freestep.physics.prediction {
    // Only annotations, so users need it neither to compile nor to run.
    requires static org.jspecify;
    requires transitive io.github.freestep.physics;

    exports io.github.freestep.physics.prediction;
    exports io.github.freestep.physics.prediction.shown to
            io.github.freestep.physics.lockstep,
            io.github.freestep.render.server;
}
