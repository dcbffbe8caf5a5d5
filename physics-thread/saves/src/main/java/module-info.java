import org.jspecify.annotations.NullMarked;

/** Worlds and commands as bytes, for saved games, hand-overs, recordings and matches. */
// This module is compiled before the modules named in its exports.
@SuppressWarnings("module")
@NullMarked
module io.github.freestep.physics.saves {
    // Only annotations, so users need it neither to compile nor to run.
    requires static org.jspecify;
    requires transitive io.github.freestep.physics;

    exports io.github.freestep.physics.saves;
    exports io.github.freestep.physics.saves.content to
            io.github.freestep.physics.engine,
            io.github.freestep.physics.lockstep,
            io.github.freestep.physics.prediction,
            io.github.freestep.physics.recording,
            io.github.freestep.physics.rooms;
}
