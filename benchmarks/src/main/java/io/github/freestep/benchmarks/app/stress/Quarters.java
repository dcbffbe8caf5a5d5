package io.github.freestep.benchmarks.app.stress;

import io.github.freestep.benchmarks.report.PeakSeries;
import io.github.freestep.benchmarks.report.Units;
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

    private final double[] squares;
    private final double[] newestStateSquares;
    private final int[] frames;
    private final BitSet stalled;

    private final PeakSeries judder;
    private final PeakSeries newestStateJudder;

    /** The number of quarters so far. */
    private int size;

    private volatile double newestJudder = Double.NaN;

    /** Creates room for a run of this length; later frames are ignored. It is for one of that many readers. */
    Quarters(int seconds, int readers) {
        judder = PeakSeries.oneOf(readers);
        newestStateJudder = PeakSeries.oneOf(readers);
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
        if (quarter >= size) {
            end(size - 1);
            size = quarter + 1;
        }
        squares[quarter] += off * off;
        newestStateSquares[quarter] += newestStateOff * newestStateOff;
        frames[quarter]++;
        if (isStalled) {
            stalled.set(quarter);
        }
    }

    private void end(int quarter) {
        if (quarter >= 0 && frames[quarter] > 0) {
            newestJudder = percent(squares[quarter], frames[quarter]);
            judder.add(quarter * QUARTER_NANOS, newestJudder);
            newestStateJudder.add(quarter * QUARTER_NANOS, percent(newestStateSquares[quarter], frames[quarter]));
        }
    }

    private static double percent(double squares, long frames) {
        return 100 * Math.sqrt(squares / frames);
    }

    /** The judder of the newest full quarter, in percent; NaN before the first. Any thread. */
    double newestJudder() {
        return newestJudder;
    }

    Series series() {
        return new Series(judder.points(), newestStateJudder.points());
    }

    /** The judder over time, for the charts. */
    record Series(PeakSeries.Points judderPercent, PeakSeries.Points newestStateJudderPercent) {}

    /** Sums up the quarters that no fault affected. */
    Undisturbed undisturbed(List<FaultDirector.Strike> strikes) {
        BitSet affected = affected(strikes, fault -> true, SETTLE);
        double sum = 0;
        double newestStateSum = 0;
        long count = 0;
        for (int i = affected.nextClearBit(0); i < size; i = affected.nextClearBit(i + 1)) {
            sum += squares[i];
            newestStateSum += newestStateSquares[i];
            count += frames[i];
        }
        return new Undisturbed(count, percent(sum, count), percent(newestStateSum, count));
    }

    /**
     * The frames without faults, and their judder: the root of the mean square over all of them, NaN if none.
     *
     * @param newestStateJudderPercent the judder that they would have if each showed the newest state as it is
     */
    record Undisturbed(long frames, double judderPercent, double newestStateJudderPercent) {}

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
                    found.add(sum(first - 1, end));
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
                percent(sum, count),
                percent(newestStateSum, count));
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
            double newestStateJudderPercent) {}
}
