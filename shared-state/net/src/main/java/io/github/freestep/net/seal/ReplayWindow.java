package io.github.freestep.net.seal;

import java.util.Arrays;

/**
 * Remembers which of the newest {@value #SIZE} counters of a sender have come. For one thread; allocates nothing.
 *
 * <p>Datagrams may overtake each other, so an older counter is accepted once, if it is within the window. An older
 * counter than those of the window counts as a replay, because the window does not know whether it came.
 */
public final class ReplayWindow {
    static final int SIZE = 1_024;

    private final long[] seen = new long[SIZE / Long.SIZE];
    private long newest;

    /** Begins anew with a sender whose newest datagram has the given counter. All older ones count as not seen. */
    public void restart(long counter) {
        Arrays.fill(seen, 0);
        newest = counter;
        mark(counter);
    }

    /** Returns whether a counter has not come yet. */
    public boolean isFresh(long counter) {
        long ahead = counter - newest;
        return ahead > 0 || (ahead > -SIZE && (seen[word(counter)] & bit(counter)) == 0);
    }

    /** Marks a fresh counter. Only for authentic datagrams: a forged counter would move the window. */
    public void accept(long counter) {
        long ahead = counter - newest;
        if (ahead >= SIZE) {
            restart(counter);
        } else {
            for (; newest - counter < 0; newest++) {
                seen[word(newest + 1)] &= ~bit(newest + 1);
            }
            mark(counter);
        }
    }

    private void mark(long counter) {
        seen[word(counter)] |= bit(counter);
    }

    private static int word(long counter) {
        return (int) (counter >>> 6) & (SIZE / Long.SIZE - 1);
    }

    private static long bit(long counter) {
        return 1L << counter;
    }
}
