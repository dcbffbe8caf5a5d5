package io.github.freestep.render.display;

import java.util.Arrays;
import java.util.Locale;

/**
 * Keeps what frames have cost lately, and chooses which cost the next frames should leave time for. A cost is the time
 * by which a frame would have had to begin before its refresh: what drawing took, plus how late its thread woke up. For
 * one thread; allocates nothing once made.
 *
 * <p>To leave time for a cost makes every frame older, and not to leave it makes a frame miss its refresh each time
 * that cost comes again. {@link #dearest} weighs both, as a pure function of the costs. A frame that costs more than a
 * refresh misses one whether or not it waits, so only what it costs beyond whole refreshes counts.
 *
 * <p>Costs are kept for 96 s, in slots of half a second of which each has its two greatest. What happens <b>twice</b>
 * within half a second is expected to continue, so the frames of the next half to one second leave time for it. What
 * exceeds even that is a <i>surprise</i>. A burst of long frames is one or two, however long it lasts. If the level
 * stays, and rises again, as on a machine that becomes hot, the whole <i>climb</i> is one, too. The surprises of the
 * last 96 s are those that the next 96 s are expected to have, but a lone one may never come again.
 */
final class FrameCosts {
    /**
     * The default of how many frames a missed refresh is worth: that many frames would rather be a whole refresh older
     * than have one more of them miss. No more than one in as many frames then misses, because not to wait at all would
     * cost less.
     *
     * <p>In 195 simulated cells of 5 minutes (13 kinds of drawing, 60, 144 and 240 Hz, a quiet, a busy, and an
     * overloaded machine, and two with hitches), 125, 250, 500, 1,000, 2,000 and 4,000 frames let at most 11.1, 2.3,
     * 1.5, 1.4, 0.9 and 0.9 more of 1,000 refreshes be missed than without waiting, and frames waited for 3.8, 3.3,
     * 3.1, 2.8, 2.4 and 2.3 ms on average. So fewer than 1,000 let more be missed for little.
     */
    static final int FRAMES_PER_MISS = 1_000;

    /**
     * In the same cells, slots of 0.25 and 1 s miss as few refreshes. With 1 s, the lead needs 3 s to be back after a
     * burst of 15 ms.
     */
    private static final long SLOT_NANOS = 500_000_000;

    /**
     * For 96 s in all. In the same cells, 32 s let 0.23 more of 1,000 refreshes be missed in the mean, and 1.25 if the
     * GPU needs 2 ms; 64 s 0.17 and 0.67, 96 s 0.17 and 0.54, 128 s 0.17 and 0.45.
     */
    private static final int SLOTS = 192;

    /**
     * A new pacer takes the minute before it for a quiet one. In the same cells, 32 s and 96 s miss as few. With 96 s,
     * frames that took half a refresh for 30 s at 144 Hz leave the picture 2 ms older 10 s later.
     */
    private static final int LEAST_SLOTS = 128;

    /** Each slot has its greatest cost, followed by the second. */
    private static final int KEPT = 2;

    /** A cost that exceeds another by less than this is the same: a margin hides the difference. */
    static final long SAME_NANOS = 200_000;

    /**
     * What has happened once may never come again, so frames become older for it by less than this. In the same cells,
     * 0.3 and 2 ms miss as few refreshes, but with 2 ms, frames are 2 ms older for 96 s after a hitch of 2 ms.
     */
    private static final long LONE_NANOS = 900_000;

    /** In place of a lateness: the cost is that of a frame that was drawn in time, and missed its refresh. */
    static final long IN_GPU = -1;

    private static final double MILLI = 1e6;

    private final long[] costs = new long[KEPT * SLOTS];
    private final long[] drawings = new long[KEPT * SLOTS];
    private final long[] lates = new long[KEPT * SLOTS];
    private final long[] times = new long[KEPT * SLOTS];

    /** From the least up. */
    private final long[] surprises = new long[SLOTS];

    /** The surprise whose level has stayed until the slot that is looked at; 0 if there is none. */
    private long climbNanos;

    private int slot;
    private int seen = LEAST_SLOTS;
    private long slotNanos;
    private boolean begun;
    private boolean isChosen;
    private int chosen;

    /** Forgets everything. */
    void clear() {
        Arrays.fill(costs, 0);
        begun = false;
        seen = LEAST_SLOTS;
        isChosen = false;
    }

    /** Adds the cost of a frame that was drawn at a time. */
    void add(long nowNanos, long drawingNanos, long lateNanos, long periodNanos) {
        advance(nowNanos);
        long cost = (drawingNanos + Math.max(0, lateNanos)) % periodNanos;
        int first = back(0);
        if (cost > costs[first]) {
            put(first + 1, costs[first], drawings[first], lates[first], times[first]);
            put(first, cost, drawingNanos, lateNanos, nowNanos);
        } else if (cost > costs[first + 1]) {
            put(first + 1, cost, drawingNanos, lateNanos, nowNanos);
        }
    }

    private void put(int at, long cost, long drawing, long late, long time) {
        costs[at] = cost;
        drawings[at] = drawing;
        lates[at] = late;
        times[at] = time;
        isChosen = false;
    }

    private void advance(long nowNanos) {
        for (int i = 0; begun && i < SLOTS && nowNanos - slotNanos >= SLOT_NANOS; i++) {
            slotNanos += SLOT_NANOS;
            slot = (slot + 1) % SLOTS;
            seen = Math.min(SLOTS, seen + 1);
            put(back(0), 0, 0, 0, 0);
            put(back(0) + 1, 0, 0, 0, 0);
        }
        if (!begun || nowNanos - slotNanos >= SLOT_NANOS) {
            begun = true;
            slotNanos = nowNanos;
        }
    }

    /**
     * Returns which cost the next frames should leave time for: that for which {@code cost + price * surprises above
     * it} is least, but at least what has happened twice. A call takes about 5 us after a frame that costs
     * more than those before it in its slot.
     *
     * @param framesPerMiss how many frames would rather be a refresh older than have one more of them miss
     * @return the number of a cost
     */
    int dearest(long periodNanos, int framesPerMiss) {
        if (!isChosen) {
            isChosen = true;
            chosen = choose(periodNanos, framesPerMiss);
        }
        return chosen;
    }

    private int choose(long periodNanos, int framesPerMiss) {
        int known = 0;
        climbNanos = 0;
        for (int i = SLOTS - 2; i >= 0; i--) {
            known = insertSlot(i, known);
        }
        int repeated = repeated();
        int first = 0;
        while (first < known && surprises[first] <= costs[repeated]) {
            first++;
        }
        // A surprise is this share of the frames of all slots, and framesPerMiss times that share of a period dear.
        double price = (double) framesPerMiss * periodNanos * periodNanos / (seen * SLOT_NANOS);
        // What has happened once may never come again.
        boolean isLone = known - first == 1 && lates[newest(surprises[first], 0)] != IN_GPU;
        if (isLone && surprises[first] > costs[repeated] + LONE_NANOS) {
            return repeated;
        }
        double least = costs[repeated] + price * (known - first);
        int best = -1;
        for (int i = first; i < known; i++) {
            double each = surprises[i] + price * (known - 1 - i);
            best = each < least ? i : best;
            least = Math.min(least, each);
        }
        return best < 0 ? repeated : newest(surprises[best], 0);
    }

    /** Inserts the surprise of a slot, after those of older slots. Returns how many there are then. */
    private int insertSlot(int slots, int before) {
        long greatest = costs[back(slots)];
        long second = costs[back(slots) + 1];
        long expected = costs[back(slots + 1) + 1] + SAME_NANOS;
        boolean stays = climbNanos > 0 && second >= climbNanos - SAME_NANOS;
        if (greatest <= expected) {
            climbNanos = stays ? climbNanos : 0;
            return before;
        }
        int known = before;
        if (stays) {
            remove(climbNanos, known--);
        }
        climbNanos = greatest;
        insert(greatest, known++);
        return known;
    }

    private void remove(long nanos, int known) {
        int at = 0;
        while (surprises[at] != nanos) {
            at++;
        }
        System.arraycopy(surprises, at + 1, surprises, at, known - at - 1);
    }

    /** Inserts a time into times that are sorted already. Used instead of Arrays.sort, which allocates since JDK 22. */
    private void insert(long nanos, int known) {
        int at = known;
        // Mutants: of two equal times, either may come first.
        for (; at > 0 && surprises[at - 1] > nanos; at--) {
            surprises[at] = surprises[at - 1];
        }
        surprises[at] = nanos;
    }

    /** Returns the second greatest cost of the newest two slots. */
    private int repeated() {
        int greater = costs[back(0)] >= costs[back(1)] ? 0 : 1;
        int other = back(1 - greater);
        int second = back(greater) + 1;
        return costs[other] > costs[second] ? other : second;
    }

    /** Returns the newest cost within {@code mostOff} of the given one, which must exist. */
    private int newest(long cost, long mostOff) {
        int at = back(0);
        for (int age = 0; Math.abs(costs[at] - cost) > mostOff; age++) {
            at = back(age / KEPT) + age % KEPT;
        }
        return at;
    }

    /** Returns the number of the greatest cost of a slot. */
    private int back(int slots) {
        return KEPT * ((slot + SLOTS - slots) % SLOTS);
    }

    /** A cost by its number; 0 if there is none. */
    long nanos(int cost) {
        return costs[cost];
    }

    /** Says what the newest event was that cost as much, and how long ago. */
    String describe(int cost, long nowNanos) {
        int at = newest(costs[cost], SAME_NANOS);
        if (lates[at] == IN_GPU) {
            return String.format(
                    Locale.ROOT,
                    "a frame that was drawn in time missed its refresh, so it had needed more than %.1f ms, %.1f s ago",
                    costs[at] / MILLI,
                    (nowNanos - times[at]) / (1_000 * MILLI));
        }
        String event = lates[at] < SAME_NANOS
                ? String.format(Locale.ROOT, "a frame took %.1f ms to draw", drawings[at] / MILLI)
                : String.format(
                        Locale.ROOT,
                        "a thread woke up %.1f ms late and then drew for %.1f ms",
                        lates[at] / MILLI,
                        drawings[at] / MILLI);
        String beyond = drawings[at] + lates[at] == costs[at]
                ? ""
                : String.format(Locale.ROOT, ", %.1f ms more than whole refreshes", costs[at] / MILLI);
        return event + beyond + String.format(Locale.ROOT, ", %.1f s ago", (nowNanos - times[at]) / (1_000 * MILLI));
    }
}
