package io.github.freestep.physics.lockstep.sequencer;

import io.github.freestep.physics.lockstep.link.Snapshot;
import java.util.Arrays;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** What each player has asked for lately, and what the majority of them agrees on. */
final class Wishes<T> {
    /** A wish counts for this long: otherwise one of an hour ago could decide together with one of now. */
    private static final long WISH_NANOS = 30_000_000_000L;

    private final @Nullable Object[] wanted;
    private final long[] sinceNanos;

    Wishes(int players) {
        wanted = new Object[players];
        sinceNanos = new long[players];
    }

    /** Replaces the wish of a player. */
    void add(int player, T wish, long now) {
        wanted[player] = wish;
        sinceNanos[player] = now;
    }

    void withdraw(int player) {
        wanted[player] = null;
    }

    void clear() {
        Arrays.fill(wanted, null);
    }

    /** Does not count a time in which no peer could be heard. */
    void forgive(long nanos) {
        for (int player = 0; player < sinceNanos.length; player++) {
            sinceNanos[player] += nanos;
        }
    }

    /** Returns bit p for each player of {@code active} whose wish counts and equals the given one. */
    int of(Object wish, int active, long now) {
        int same = 0;
        for (int player = 0; player < wanted.length; player++) {
            boolean counts = wish.equals(wanted[player]) && now - sinceNanos[player] < WISH_NANOS;
            same |= counts ? 1 << player : 0;
        }
        return same & active;
    }

    /** Returns the wish of the majority; null if there is none. */
    @Nullable T agreed(int active, long now) {
        for (Object wish : wanted) {
            if (wish != null && isMajority(of(wish, active, now), active)) {
                @SuppressWarnings("unchecked") // Only add() writes to the array.
                T agreed = (T) wish;
                return agreed;
            }
        }
        return null;
    }

    /** Says how many players are short of a majority for a wish. */
    String count(T wish, String what, int active, long now) {
        int same = Integer.bitCount(of(wish, active, now));
        int all = Integer.bitCount(active);
        return same + " of " + all + (same == 1 ? " players has asked for " : " players have asked for ") + what
                + " in the last " + WISH_NANOS / 1_000_000_000 + " s, and " + (all / 2 + 1) + " are needed";
    }

    static boolean isMajority(int players, int active) {
        return 2 * Integer.bitCount(players & active) > Integer.bitCount(active);
    }

    /** Saves or loads the wishes, see {@link Snapshot}. {@code copy} does so for one of them. */
    void copy(Snapshot state, BiFunction<@Nullable Object, Snapshot, @Nullable Object> copy) {
        for (int player = 0; player < wanted.length; player++) {
            wanted[player] = copy.apply(wanted[player], state);
        }
        state.copy(sinceNanos);
    }
}
