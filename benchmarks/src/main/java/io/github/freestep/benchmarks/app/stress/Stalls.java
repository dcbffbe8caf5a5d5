package io.github.freestep.benchmarks.app.stress;

import io.github.freestep.benchmarks.report.Units;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;

/**
 * Compares the picture of a reader with the newest state, in the seconds around each stall of the simulation. Keeps
 * sums for each quarter of a second of the run, and judges at the end, because then all faults are known. For one
 * thread at a time; adding allocates nothing.
 */
final class Stalls {
    private static final long QUARTER_NANOS = 250_000_000;
    private static final double QUARTER_SECONDS = QUARTER_NANOS / 1e9;

    /** The quarters that are judged after a stall: with the one before it, about 3 s around a short stall. */
    private static final int AFTER = 10;

    /** The quarters after a stall that are enough to judge it, if then a fault changes the motion or the run ends. */
    private static final int LEAST_AFTER = 4;

    /** The quarters that are not judged at the start of the run. */
    private static final int START = 4;

    /** The quarters that are not judged after a fault that changes the motion. */
    private static final int SETTLE = 2;

    /**
     * How many times the judder of the newest state is allowed. The harness looks at the newest state a moment after
     * the sampler. Where both show the newest state, the two figures differed by up to a tenth on a busy machine.
     */
    private static final double TOLERANCE = 1.2;

    private final double[] squares;
    private final double[] newestStateSquares;
    private final int[] frames;
    private final BitSet stalled;

    /** The number of quarters so far. */
    private int size;

    /** Creates room for a run of this length; later frames are ignored. */
    Stalls(int seconds) {
        int quarters = (int) Math.ceil(seconds / QUARTER_SECONDS);
        squares = new double[quarters];
        newestStateSquares = new double[quarters];
        frames = new int[quarters];
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
        squares[quarter] += off * off;
        newestStateSquares[quarter] += newestStateOff * newestStateOff;
        frames[quarter]++;
        if (isStalled) {
            stalled.set(quarter);
        }
        size = quarter + 1;
    }

    /**
     * Returns the stalls that can be judged. A stall within {@link #AFTER} of another one prolongs it. Leaves out a
     * stall during a fault that changes the motion, or close to one.
     */
    List<Stall> apartFrom(List<FaultDirector.Strike> strikes) {
        BitSet changed = changed(strikes);
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
                    found.add(sum(first - 1, end));
                    next = end;
                }
            }
            first = stalled.nextSetBit(next);
        }
        return found;
    }

    private BitSet changed(List<FaultDirector.Strike> strikes) {
        BitSet changed = new BitSet(size);
        changed.set(0, START);
        for (FaultDirector.Strike strike : strikes) {
            double end = Math.min(strike.endSeconds() / QUARTER_SECONDS + SETTLE, size);
            if (strike.fault().changesMotion() && end > strike.beginSeconds() / QUARTER_SECONDS) {
                changed.set((int) (strike.beginSeconds() / QUARTER_SECONDS), (int) Math.ceil(end));
            }
        }
        return changed;
    }

    private Stall sum(int from, int to) {
        double sum = 0;
        double newestStateSum = 0;
        long count = 0;
        for (int i = from; i < to; i++) {
            sum += squares[i];
            newestStateSum += newestStateSquares[i];
            count += frames[i];
        }
        return new Stall(
                QUARTER_SECONDS * from,
                QUARTER_SECONDS * to,
                count,
                100 * Math.sqrt(sum / count),
                100 * Math.sqrt(newestStateSum / count));
    }

    /** Reports each stall around which the newest state would have moved more evenly than the reader's picture. */
    static void judge(String reader, List<Stall> stalls, Violations violations) {
        for (Stall stall : stalls) {
            if (stall.judderPercent > TOLERANCE * stall.newestStateJudderPercent) {
                violations.add(
                        Promise.STALL,
                        stall.beginSeconds,
                        Units.text(
                                "%s had a judder of %s around a stall, against %s of the newest state",
                                reader,
                                Units.percent(stall.judderPercent),
                                Units.percent(stall.newestStateJudderPercent)));
            }
        }
    }

    /**
     * The seconds around a stall.
     *
     * @param newestStateJudderPercent the judder of the same frames, if each showed the newest state as it is
     */
    record Stall(
            double beginSeconds,
            double endSeconds,
            long frames,
            double judderPercent,
            double newestStateJudderPercent) {
        private double share() {
            return judderPercent / newestStateJudderPercent;
        }
    }

    /**
     * The figures of all stalls.
     *
     * @param judderPercent the judder around all of them; NaN if there was none
     * @param worst the one with the most judder, compared with the newest state; null if there was none
     */
    record Totals(int count, double judderPercent, double newestStateJudderPercent, Stall worst) {
        static Totals of(List<Stall> stalls) {
            double sum = 0;
            double newestStateSum = 0;
            long frames = 0;
            for (Stall stall : stalls) {
                sum += stall.judderPercent * stall.judderPercent * stall.frames;
                newestStateSum += stall.newestStateJudderPercent * stall.newestStateJudderPercent * stall.frames;
                frames += stall.frames;
            }
            return new Totals(
                    stalls.size(),
                    Math.sqrt(sum / frames),
                    Math.sqrt(newestStateSum / frames),
                    stalls.stream()
                            .max(Comparator.comparingDouble(Stall::share))
                            .orElse(null));
        }
    }
}
