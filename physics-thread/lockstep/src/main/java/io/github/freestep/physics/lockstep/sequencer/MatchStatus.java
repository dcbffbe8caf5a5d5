package io.github.freestep.physics.lockstep.sequencer;

/** How a match stands; {@link io.github.freestep.physics.lockstep.SequencerStatus} describes each value. */
public record MatchStatus(
        long tick, int players, long awaitedPlayers, int inputDelayTicks, boolean isPaused, long agreedTick) {}
