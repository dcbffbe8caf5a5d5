import org.jspecify.annotations.NullMarked;

/** Input that a feed gives tick by tick, for replays, predictions and matches. */
// This module is compiled before the modules named in its exports.
@SuppressWarnings("module")
@NullMarked
module io.github.freestep.physics.feed {
    // Only annotations, so users need it neither to compile nor to run.
    requires static org.jspecify;
    requires transitive io.github.freestep.physics;

    exports io.github.freestep.physics.feed;
    exports io.github.freestep.physics.feed.past to
            io.github.freestep.physics.lockstep,
            io.github.freestep.physics.prediction;
}
