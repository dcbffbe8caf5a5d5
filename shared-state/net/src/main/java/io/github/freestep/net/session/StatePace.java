package io.github.freestep.net.session;

import java.util.concurrent.TimeUnit;

/**
 * Chooses which states a client is sent, so that they need no more than the budget and what {@link LinkRate} knows of
 * the link. Whole states are left out, evenly: every second one is sent, or every third one, and so on. For the
 * server's thread, except {@link #statesPerSecond} and {@link #isOverloaded}. Allocates nothing.
 *
 * <p>While the rate of the link grows but is not enough for more states, the additional bytes are copies of states that
 * are sent anyway. So a failed probe does not change the picture.
 *
 * <p>Rejected: a fraction of the states, such as two of three. A sampler must wait for the longest gap, so the picture
 * would be as late as with every second one. Also rejected: to probe with more states. Each probe would change the gap
 * between states twice, and the picture with it.
 */
public final class StatePace {
    /** A client is sent a state after this time, whatever its link carries. Ten per second are the least of use. */
    private static final long LONGEST_GAP_NANOS = TimeUnit.MILLISECONDS.toNanos(95);

    private static final double LEAST_STATES = 10;

    /** More states are sent if they need less than this part of the rate. */
    private static final double FITS = 0.9;

    /** As many states as before are sent while they need less than this part. */
    private static final double STILL_FITS = 1.03;

    /** How often a piece is sent at most. */
    private static final int MOST_TIMES = 3;

    private static final double SECOND_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** As a number of states left out, sends the next one at any level. */
    private static final int ALL = Integer.MAX_VALUE - 1;

    private final double budget;
    final LinkRate link = new LinkRate();

    /** 0: all states, with copies if they help; 1: all states; 2: every second one; and so on. */
    private int level;

    /** Whether to send the copies of the next state, too: only over a link that has lost something lately. */
    public boolean copies;

    private int skipped = ALL;
    private long nextNanos;
    private long takenNanos;

    /** The bytes that may be sent in addition. */
    private double credit;

    /** The states per second that the client is sent now. For any thread. */
    public volatile int statesPerSecond = ClientStatus.UNKNOWN;

    /** Whether the link cannot carry even ten whole states per second. For any thread. */
    public volatile boolean isOverloaded;

    /**
     * Creates the pace of a new client.
     *
     * @param budget the most bytes per second; infinite for no limit
     */
    public StatePace(double budget) {
        this.budget = budget;
    }

    /**
     * Decides about the next state.
     *
     * @param fewest whether to send the fewest states of use, because even they are sent without some bodies
     * @return how often to send each of its pieces; 0 to leave the state out
     */
    public int next(long nowNanos, StateLoad load, boolean fewest) {
        long passed = nowNanos - nextNanos;
        nextNanos = nowNanos;
        if (level == 0) {
            link.forgetOld(nowNanos);
        }
        choose(load, fewest);
        copies = level == 0 && link.isLossy(nowNanos);
        skipped++;
        double bytes = load.bytes;
        boolean probes = link.isProbing() && level > 0;
        // Room for one copy more, so that what is left after the most counts for the next state.
        double mostCredit = (MOST_TIMES + 1) * bytes;
        credit = probes ? Math.min(mostCredit, credit + most(load, link.bytesPerSecond()) * passed / SECOND_NANOS) : 0;
        if (skipped < level && nowNanos - takenNanos < LONGEST_GAP_NANOS) {
            return 0;
        }
        skipped = 0;
        takenNanos = nowNanos;
        // Each piece is sent once more if the link loses much.
        boolean repeats =
                level == 0 && link.repeats() && load.full() + load.single() <= most(load, FITS * link.bytesPerSecond());
        int times = repeats ? 2 : 1;
        if (probes) {
            credit = Math.max(-bytes, credit - bytes);
            while (times < MOST_TIMES && credit >= bytes) {
                credit -= bytes;
                times++;
            }
        }
        return times;
    }

    /** Sends the next state always, because it says what the client must know at once. */
    public void require() {
        skipped = ALL;
    }

    /** Whether there is no room for copies. */
    boolean leavesOutCopies() {
        return level > 0;
    }

    private double most(StateLoad load, double bytesPerSecond) {
        return Math.max(LinkRate.LEAST, Math.min(bytesPerSecond, budget - load.others()));
    }

    private void choose(StateLoad load, boolean fewest) {
        int needed = fit(load, most(load, STILL_FITS * link.rate));
        if (needed > 1) {
            // Not otherwise, because states that are left out only while a queue drains would be seen twice.
            needed = fit(load, most(load, STILL_FITS * link.bytesPerSecond()));
        }
        int possible = fit(load, most(load, FITS * link.provedBytesPerSecond()));
        level = fewest ? highest(load) : Math.max(needed, Math.min(level, possible));
        statesPerSecond = (int) Math.round(load.states() / Math.max(1, level));
        isOverloaded = level > 0 && load.single() / level > most(load, STILL_FITS * link.rate);
    }

    /** The lowest level that takes at most this many bytes per second; otherwise the highest. */
    private static int fit(StateLoad load, double most) {
        if (load.full() <= most) {
            return 0;
        }
        return (int) Math.max(1, Math.min(highest(load), Math.ceil(load.single() / most)));
    }

    /** The level of the fewest states of use. */
    private static int highest(StateLoad load) {
        return (int) Math.max(1, Math.round(load.states() / LEAST_STATES));
    }

    /** Takes a report of the client, as {@link LinkRate#heard} does. */
    void heard(long nowNanos, int seen, int arrived, int lost, int lateMicros) {
        link.heard(nowNanos, seen, arrived, lost, lateMicros, isOverloaded);
    }

    /** What the link carries, divided by what the fewest states of use need. For the server's thread. */
    public double room(StateLoad load) {
        return most(load, STILL_FITS * link.provedBytesPerSecond()) * highest(load) / load.lasting();
    }

    /** How many bytes per second of bodies that the client does not have may be sent, beside the others. */
    public double wholePerSecond() {
        return link.bytesPerSecond() / 2;
    }

    /** What further new bodies may take, as a part of what states need without new bodies; 0 after a cut. */
    public double spare(StateLoad load, int newBytes) {
        return link.isHeld() ? 0 : room(load) - 1 - newBytes * load.states() / load.lasting();
    }
}
