package io.github.freestep.physics.lockstep;

import io.github.freestep.physics.lockstep.link.MatchRules;
import io.github.freestep.physics.lockstep.sequencer.MatchStatus;

/** How a match stood at its sequencer at one moment. All values belong together. Immutable. */
public final class SequencerStatus {
    private final MatchRules rules;
    private final MatchStatus match;

    SequencerStatus(MatchRules rules, MatchStatus match) {
        this.rules = rules;
        this.match = match;
    }

    /**
     * Returns the newest tick that may be stepped.
     *
     * @return the number of a tick; 0 before the start
     */
    public long tick() {
        return match.tick();
    }

    /**
     * Returns how many players take part.
     *
     * @return 0 before the start
     */
    public int players() {
        return match.players();
    }

    /**
     * Returns the players for whom the match waits: those whose input of a due tick is missing, and before the start
     * those who are not there yet.
     *
     * @return bit p for player p; 0 if the match does not wait
     */
    public long awaitedPlayers() {
        return match.awaitedPlayers();
    }

    /**
     * Returns how long the match has waited.
     *
     * @return nanoseconds; 0 if it does not wait
     */
    public long waitedNanos() {
        return match.waitedNanos();
    }

    /**
     * Returns the greatest input delay of a player who takes part; each player has its own.
     *
     * @return ticks from sampling an input to the tick that uses it
     */
    public int inputDelayTicks() {
        return match.inputDelayTicks();
    }

    /**
     * Returns the part of the requested speed at which the slowest player can keep up.
     *
     * @return from 0 to 1
     */
    public double speed() {
        return match.speed();
    }

    /**
     * Returns whether the match is paused.
     *
     * @return true from the request of a player, or because of a silent player, until the match goes on
     */
    public boolean isPaused() {
        return match.isPaused();
    }

    /**
     * Returns the tick up to which the states of all players are known to be the same.
     *
     * @return the number of a tick; -1 before the first comparison
     */
    public long agreedTick() {
        return match.agreedTick();
    }

    /** Describes the match in words. */
    @Override
    public String toString() {
        return rules.name() + ", tick " + tick() + ", " + players() + " of " + rules.players() + " players, delay "
                + inputDelayTicks() + " ticks"
                + (inputDelayTicks() == rules.maxDelay() && speed() < 0.99
                        ? ", as many as MatchSettings.inputDelay allows"
                        : "")
                + ", speed " + Math.round(speed() * 100) + " %"
                + (isPaused() ? ", paused" : "")
                + (awaitedPlayers() == 0 ? "" : ", waits for " + players(awaitedPlayers()));
    }

    /** Lists the players whose bits are set. */
    private static String players(long bits) {
        StringBuilder text = new StringBuilder(Long.bitCount(bits) == 1 ? "player" : "players");
        for (int player = 0; player < Long.SIZE; player++) {
            if ((bits >>> player & 1) != 0) {
                text.append(' ').append(player);
            }
        }
        return text.toString();
    }
}
