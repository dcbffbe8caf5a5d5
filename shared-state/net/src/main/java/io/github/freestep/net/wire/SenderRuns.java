package io.github.freestep.net.wire;

/**
 * The sender's current run, and former ones, of which late datagrams may still come. For one thread; allocates nothing
 * once made.
 */
final class SenderRuns {
    private static final int REMEMBERED = 8;

    private final long[] former = new long[REMEMBERED];
    private int count;

    /** Whether there is a current run. */
    boolean hasBegun;

    private long run;

    /** Whether this is the current run. */
    boolean isCurrent(long id) {
        return hasBegun && id == run;
    }

    /** Whether this is the lower half of the id of the current run. */
    boolean isCurrentHalf(int half) {
        return hasBegun && half == (int) run;
    }

    boolean isFormer(long id) {
        for (int i = 0; i < Math.min(count, REMEMBERED); i++) {
            if (former[i] == id) {
                return true;
            }
        }
        return false;
    }

    void begin(long id) {
        if (hasBegun) {
            former[count++ % REMEMBERED] = run;
        }
        hasBegun = true;
        run = id;
    }
}
