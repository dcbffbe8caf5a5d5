package io.github.freestep.physics.lockstep.sequencer;

import io.github.freestep.physics.lockstep.link.MatchRules;
import io.github.freestep.physics.lockstep.link.Snapshot;
import io.github.freestep.time.Ratio;
import org.jspecify.annotations.Nullable;

/**
 * Decides which requests of players for pauses and time scales count. The methods that take a request return why it has
 * no effect, as a sentence for the player who asks. They return null if it has an effect, or if nothing is left to do.
 *
 * <p>A player who leaves and comes back gets no new pauses: they are counted for the place, whichever peer has it.
 */
final class TimeRights {
    private final MatchRules rules;
    private final int[] pauses;
    private final long[] pausedSince;
    private final Wishes<Boolean> pauseWishes;
    private final Wishes<Ratio> scaleWishes;
    private int paused;
    private Ratio scale = Ratio.ONE;

    TimeRights(MatchRules rules) {
        this.rules = rules;
        pauses = new int[rules.players()];
        pausedSince = new long[rules.players()];
        pauseWishes = new Wishes<>(rules.players());
        scaleWishes = new Wishes<>(rules.players());
    }

    /** Returns bit p for each player whose pause lasts; 0 if the match goes on. */
    int paused() {
        return paused;
    }

    /** Returns the time scale that was requested last by those who may. */
    Ratio scale() {
        return scale;
    }

    private boolean needsMajority() {
        return rules.mayPause() == MatchRules.MAJORITY;
    }

    /**
     * Takes a request for a pause.
     *
     * @param active bit p for each player who takes part
     * @param host the player who is the host
     */
    @Nullable String pause(int player, int active, int host, long now) {
        if (rules.mayPause() == MatchRules.HOST && player != host) {
            return onlyHost(host, "pause the match");
        }
        if (hasPause(player)) {
            return null; // A further wish must not make the pause longer.
        }
        if (pauses[player] >= rules.pauses()) {
            return "player " + player + " has paused the match " + pauses[player]
                    + " times, as often as the match settings allow";
        }
        if (!needsMajority()) {
            begin(1 << player, now);
            return null;
        }
        pauseWishes.add(player, true, now);
        decidePause(active, now);
        return paused != 0 ? null : pauseWishes.count(true, "a pause", active, now);
    }

    private boolean hasPause(int player) {
        return needsMajority() ? paused != 0 : (paused >>> player & 1) != 0;
    }

    /**
     * Returns whether a player has now what it asked for, maybe because others have asked for the same later.
     *
     * @param wish true for a pause, or a time scale; null for anything else
     */
    boolean fulfils(int player, @Nullable Object wish) {
        return wish instanceof Ratio
                ? rules.mayScale() == MatchRules.MAJORITY && scale.equals(wish)
                : wish != null && hasPause(player);
    }

    private void decidePause(int active, long now) {
        int wishing = pauseWishes.of(true, active, now);
        if (paused == 0 && Wishes.isMajority(wishing, active)) {
            begin(wishing, now);
        }
    }

    private void begin(int players, long now) {
        for (int player = 0; player < pauses.length; player++) {
            if ((players >>> player & 1) != 0) {
                pauses[player]++;
                pausedSince[player] = now;
            }
        }
        paused |= players;
    }

    private void end(int players) {
        boolean ends = paused != 0 && (paused & ~players) == 0;
        paused &= ~players;
        if (ends) {
            pauseWishes.clear();
        }
    }

    /** Takes a request to end all pauses. */
    @Nullable String resume(int player, int host) {
        pauseWishes.withdraw(player);
        if (rules.mayPause() == MatchRules.HOST && player != host) {
            return onlyHost(host, "end a pause");
        }
        end(paused);
        return null;
    }

    /** Ends pauses that have lasted as long as they may. */
    void expire(long now) {
        int over = 0;
        for (int player = 0; player < pauses.length; player++) {
            boolean expired = now - pausedSince[player] >= rules.longestPause().toNanos();
            over |= expired ? paused & 1 << player : 0;
        }
        end(over);
    }

    /** Forgets the wishes of a player who has left, and counts those of the others anew. */
    void leaves(int player, int active, long now) {
        pauseWishes.withdraw(player);
        scaleWishes.withdraw(player);
        end(1 << player);
        if (needsMajority() && !Wishes.isMajority(paused, active)) {
            end(paused);
        }
        if (needsMajority()) {
            decidePause(active, now);
        }
        decideScale(active, now);
    }

    /** Takes a request for a time scale, which is in range. */
    @Nullable String scale(int player, Ratio wanted, int active, int host, long now) {
        if (rules.mayScale() == MatchRules.HOST && player != host) {
            return onlyHost(host, "change the time scale");
        }
        if (rules.mayScale() != MatchRules.MAJORITY) {
            scale = wanted;
            return null;
        }
        scaleWishes.add(player, wanted, now);
        decideScale(active, now);
        return scale.equals(wanted) ? null : scaleWishes.count(wanted, "this time scale", active, now);
    }

    private void decideScale(int active, long now) {
        Ratio agreed = scaleWishes.agreed(active, now);
        if (agreed != null) {
            scale = agreed;
            scaleWishes.clear();
        }
    }

    private static String onlyHost(int host, String what) {
        return "only the host" + (host < 0 ? "" : ", player " + host + ",") + " may " + what
                + ", by the match settings";
    }

    /** Does not count a time in which no peer could be heard. */
    void forgive(long nanos) {
        for (int player = 0; player < pausedSince.length; player++) {
            pausedSince[player] += nanos;
        }
        pauseWishes.forgive(nanos);
        scaleWishes.forgive(nanos);
    }

    /** Saves or loads the state, see {@link Snapshot}. */
    void copy(Snapshot state) {
        state.copy(pauses);
        state.copy(pausedSince);
        pauseWishes.copy(state, TimeRights::copyWish);
        scaleWishes.copy(state, TimeRights::copyWish);
        paused = state.copy(paused);
        scale = copy(scale, state);
    }

    /** Saves or loads what a player has asked for: true for a pause, a time scale, or null. */
    static @Nullable Object copyWish(@Nullable Object wish, Snapshot state) {
        boolean isScale = state.copy(wish instanceof Ratio);
        if (isScale) {
            return copy(wish instanceof Ratio wanted ? wanted : Ratio.ONE, state);
        }
        return state.copy(wish != null) ? true : null;
    }

    /** Saves or loads a time scale. */
    static Ratio copy(Ratio scale, Snapshot state) {
        return Ratio.of(state.copy(scale.numerator()), state.copy(scale.denominator()));
    }
}
