package io.github.freestep.net.seal;

import java.util.Arrays;

/**
 * Remembers which of the newest counters of a sender have come. For one thread; allocates nothing once made.
 *
 * <p>Datagrams may overtake each other, so an older counter is accepted once, if it is within the window. An older
 * counter than those of the window counts as a replay, because the window does not know whether it came.
 */
public final class ReplayWindow {
    /** Enough for the counters of one receiver. */
    static final int SIZE = 1_024;

    private final int size;
    private final long[] seen;
    private long newest;

    /** Creates a window of {@value #SIZE} counters. */
    public ReplayWindow() {
        this(SIZE);
    }

    /** @param size how many counters; a power of two, at least 64 */
    public ReplayWindow(int size) {
        this.size = size;
        seen = new long[size / Long.SIZE];
    }

    /** Begins anew with a sender whose newest datagram has the given counter. All older ones count as not seen. */
    public void restart(long counter) {
        Arrays.fill(seen, 0);
        newest = counter;
        mark(counter);
    }

    /** Begins anew with a counter before which none is accepted. */
    public void restartAfter(long counter) {
        Arrays.fill(seen, -1);
        newest = counter;
    }

    /** Returns whether a counter has not come yet. */
    public boolean isFresh(long counter) {
        long ahead = counter - newest;
        return ahead > 0 || (ahead > -size && (seen[word(counter)] & bit(counter)) == 0);
    }

    /** Returns whether a counter is greater than all that have come. */
    public boolean isAhead(long counter) {
        return counter - newest > 0;
    }

    /** Marks a fresh counter. Only for authentic datagrams: a forged counter would move the window. */
    public void accept(long counter) {
        long ahead = counter - newest;
        if (ahead >= size) {
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

    private int word(long counter) {
        return (int) (counter >>> 6) & (seen.length - 1);
    }

    private static long bit(long counter) {
        return 1L << counter;
    }
}
