package io.github.freestep.physics.lockstep;

import io.github.freestep.physics.lockstep.link.MatchRules;
import io.github.freestep.physics.lockstep.sequencer.MatchStatus;

/**
 * How a match stood at its sequencer at one moment. All values belong together.
 *
 * <pre>{@code
 * SequencerStatus now = server.status();
 * if (now.awaitedPlayers() != 0) {
 *     alarm(now.name() + " waits at tick " + now.tick());
 * }
 * }</pre>
 *
 * @param name the name of the simulation
 * @param tick the newest tick that may be stepped; 0 before the start
 * @param players how many players take part; 0 before the start
 * @param awaitedPlayers bit p for each player p for whom the match waits: those whose input of a due tick is missing,
 *     and before the start those who are not there yet; 0 if the match does not wait
 * @param inputDelayTicks the greatest input delay of a player who takes part, from sampling an input to the tick that
 *     uses it; each player has its own
 * @param isPaused whether the match is paused
 * @param agreedTick the tick up to which the states of all players are known to be the same; -1 before the first
 *     comparison
 */
public record SequencerStatus(
        String name,
        long tick,
        int players,
        long awaitedPlayers,
        int inputDelayTicks,
        boolean isPaused,
        long agreedTick) {
    static SequencerStatus of(MatchRules rules, MatchStatus match) {
        return new SequencerStatus(
                rules.name,
                match.tick(),
                match.players(),
                match.awaitedPlayers(),
                match.inputDelayTicks(),
                match.isPaused(),
                match.agreedTick());
    }

    /** Describes the match in words. */
    @Override
    public String toString() {
        return name + ", tick " + tick + ", players " + players + ", delay " + inputDelayTicks + " ticks"
                + (isPaused ? ", paused" : "")
                + (awaitedPlayers == 0 ? "" : ", waits for " + MatchRules.players(awaitedPlayers));
    }
}
