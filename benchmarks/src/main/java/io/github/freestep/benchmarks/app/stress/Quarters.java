package io.github.freestep.benchmarks.app.stress;

import io.github.freestep.tools.report.Units;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.function.Predicate;

/**
 * Keeps how unevenly the picture of a reader and the newest state moved, in each quarter of a second of the run. At the
 * end, when all faults are known, it compares the two around each stall of the simulation, and sums up the quarters
 * without faults. For one thread at a time; adding allocates nothing.
 */
final class Quarters {
    private static final long QUARTER_NANOS = 250_000_000;
    private static final double QUARTER_SECONDS = QUARTER_NANOS / 1e9;

    /** The quarters that are judged after a stall: with the one before it, about 3 s around a short stall. */
    private static final int AFTER = 10;

    /** The quarters after a stall that are enough to judge it, if then a fault changes the motion or the run ends. */
    private static final int LEAST_AFTER = 4;

    /** The quarters that are not judged at the start of the run. */
    private static final int START = 4;

    /** The quarters that are not judged after a fault. */
    private static final int SETTLE = 2;

    /**
     * How many times the judder of the newest state is allowed. The harness looks at the newest state a moment after
     * the sampler. Where both show the newest state, the two figures differed by up to a tenth on a busy machine.
     */
    private static final double TOLERANCE = 1.2;

    /** The sums of the squared errors of what the reader showed. */
    private final double[] squares;

    /** The same if each frame had shown the newest state as it is. */
    private final double[] newestStateSquares;

    private final int[] frames;
    private final BitSet stalled;

    /** The number of quarters so far. */
    private int size;

    /** Creates room for a run of this length; later frames are ignored. */
    Quarters(int seconds) {
        int quarters = (int) Math.ceil(seconds / QUARTER_SECONDS);
        frames = new int[quarters];
        squares = new double[quarters];
        newestStateSquares = new double[quarters];
        stalled = new BitSet(quarters);
    }

    /**
     * Adds a frame in which simulation time moved.
     *
     * @param nanos the time of the run
     * @param off the error of the shown speed, as a share of the right speed
     * @param newestStateOff the error if the frame, and the one before it, had shown the newest state
     * @param isStalled whether the simulation is stalled
     */
    void add(long nanos, double off, double newestStateOff, boolean isStalled) {
        int quarter = (int) (nanos / QUARTER_NANOS);
        if (quarter >= frames.length) {
            return;
        }
        size = Math.max(size, quarter + 1);
        squares[quarter] += off * off;
        newestStateSquares[quarter] += newestStateOff * newestStateOff;
        frames[quarter]++;
        if (isStalled) {
            stalled.set(quarter);
        }
    }

    /** Returns the judder of all frames of the picture, in percent; NaN if there are none. */
    double judder() {
        return judder(squares, range(0, size));
    }

    private double judder(double[] of, BitSet which) {
        return 100 * Math.sqrt(which.stream().mapToDouble(i -> of[i]).sum() / framesIn(which));
    }

    /** Sums up the quarters that no fault affected. */
    Motion undisturbed(List<FaultDirector.Strike> strikes) {
        BitSet which = range(0, size);
        which.andNot(affected(strikes, fault -> true, SETTLE));
        return motion(which);
    }

    /**
     * Some frames, and their judder: the root of the mean square over all of them, NaN if none.
     *
     * @param newestStateJudderPercent the judder that they would have if each showed the newest state as it is
     */
    record Motion(long frames, double judderPercent, double newestStateJudderPercent) {}

    private Motion motion(BitSet which) {
        return new Motion(framesIn(which), judder(squares, which), judder(newestStateSquares, which));
    }

    /**
     * Returns the stalls that can be judged. A stall within {@link #AFTER} of another one prolongs it. Leaves out a
     * stall during a fault that changes the motion, or close to one.
     */
    List<Stall> stalls(List<FaultDirector.Strike> strikes) {
        BitSet changed = affected(strikes, FaultKind::changesMotion, START);
        List<Stall> found = new ArrayList<>();
        int first = stalled.nextSetBit(0);
        while (first >= 0) {
            int next = stalled.nextClearBit(first);
            if (first > 0 && !changed.get(first - 1)) {
                int last = first;
                int end = first;
                while (end < size && end <= last + AFTER && !changed.get(end)) {
                    last = stalled.get(end) ? end : last;
                    end++;
                }
                if (end > last + LEAST_AFTER) {
                    Motion around = motion(range(first - 1, end));
                    found.add(new Stall(QUARTER_SECONDS * (first - 1), QUARTER_SECONDS * end, around));
                    next = end;
                }
            }
            first = stalled.nextSetBit(next);
        }
        return found;
    }

    /** Returns the quarters at the start, and those in which such a fault, or the time after it, affects the motion. */
    private BitSet affected(List<FaultDirector.Strike> strikes, Predicate<FaultKind> which, int start) {
        BitSet affected = new BitSet(size);
        affected.set(0, start);
        for (FaultDirector.Strike strike : strikes) {
            double end = Math.min(strike.endSeconds() / QUARTER_SECONDS + SETTLE, size);
            if (which.test(strike.fault()) && end > strike.beginSeconds() / QUARTER_SECONDS) {
                affected.set((int) (strike.beginSeconds() / QUARTER_SECONDS), (int) Math.ceil(end));
            }
        }
        return affected;
    }

    private static BitSet range(int from, int to) {
        BitSet range = new BitSet(to);
        range.set(from, to);
        return range;
    }

    private long framesIn(BitSet which) {
        return which.stream().mapToLong(i -> frames[i]).sum();
    }

    /** Reports each stall around which the newest state would have moved more evenly than the reader's picture. */
    static void judge(String reader, List<Stall> stalls, Violations violations) {
        for (Stall stall : stalls) {
            if (stall.motion.judderPercent > TOLERANCE * stall.motion.newestStateJudderPercent) {
                violations.add(
                        Promise.STALL,
                        stall.beginSeconds,
                        Units.text(
                                "%s had a judder of %s around a stall, against %s of the newest state",
                                reader,
                                Units.percent(stall.motion.judderPercent),
                                Units.percent(stall.motion.newestStateJudderPercent)));
            }
        }
    }

    /** The seconds around a stall. */
    record Stall(double beginSeconds, double endSeconds, Motion motion) {}
}
