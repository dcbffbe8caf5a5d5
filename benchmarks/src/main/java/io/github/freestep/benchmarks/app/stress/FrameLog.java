package io.github.freestep.benchmarks.app.stress;

import io.github.freestep.benchmarks.report.PeakSeries;
import io.github.freestep.render.Frame;
import io.github.freestep.render.MotionMeter;
import java.util.List;

/**
 * Records the frames of a reader in all of its visits, which last from when it joins to when it leaves. The thread of
 * the reader adds frames, which allocates nothing. Other threads read the totals once that thread has ended.
 */
final class FrameLog {
    private static final long BUCKET_NANOS = 250_000_000;

    private final PeakSeries speedOff;
    private final PeakSeries judder;
    private final PeakSeries newestStateJudder;
    private final Distribution frameTimes = new Distribution();
    private final Distribution stateAges = new Distribution();

    private final RunClock clock;
    private final NewestState newestState;
    private final UndisturbedTime undisturbed;
    private final UndisturbedTime undisturbedNewestState;
    private final Stalls stalls;
    private Motion visits = Motion.NONE;
    private MotionMeter visit;
    private MotionMeter bucket;

    private boolean begun;
    private boolean wasPaused;
    private long frameNanos;
    private long shownNanos;
    private long rawNanos;
    private long bucketBeginNanos;
    private volatile double newestJudder = Double.NaN;

    /** Creates a log with room for a run of {@code seconds}, for one of that many readers. */
    FrameLog(RunClock clock, int seconds, int readers, NewestState newestState) {
        this.clock = clock;
        this.newestState = newestState;
        speedOff = PeakSeries.oneOf(readers);
        judder = PeakSeries.oneOf(readers);
        newestStateJudder = PeakSeries.oneOf(readers);
        int buckets = (int) (seconds * 1_000_000_000L / BUCKET_NANOS);
        undisturbed = new UndisturbedTime(buckets);
        undisturbedNewestState = new UndisturbedTime(buckets);
        stalls = new Stalls(seconds);
    }

    /** Begins a visit, before its thread starts. It may begin at an earlier simulation time than the last one ended. */
    void joins() {
        visit = new MotionMeter();
        bucket = new MotionMeter();
        begun = false;
    }

    /** Ends a visit, after its thread has ended. */
    void leaves() {
        visits = visits.plus(visit);
        visit = null;
    }

    void add(Frame frame) {
        long now = clock.since(frame.frameNanos());
        visit.add(frame);
        bucket.add(frame);
        if (!begun) {
            bucketBeginNanos = now;
            newestState.add(0);
        } else {
            frameTimes.add(frame.frameNanos() - frameNanos);
            boolean moves = !wasPaused && !frame.isPaused();
            long span = moves ? frame.currentSimulationNanos() - rawNanos : 0;
            double newestStateOff = newestState.add(span);
            if (span > 0) {
                double off = (double) (frame.simulationNanos() - shownNanos) / span - 1;
                speedOff.add(now, 100 * Math.abs(off));
                stalls.add(now, off, newestStateOff, newestState.isStalled(frame.currentSimulationNanos()));
            }
        }
        stateAges.add(frame.stateAgeNanos());
        if (now > bucketBeginNanos + BUCKET_NANOS) {
            endBucket(now);
        }
        begun = true;
        wasPaused = frame.isPaused();
        frameNanos = frame.frameNanos();
        shownNanos = frame.simulationNanos();
        rawNanos = frame.currentSimulationNanos();
    }

    private void endBucket(long now) {
        if (bucket.frames() > 1) {
            newestJudder = 100 * bucket.judder();
            judder.add(now, newestJudder);
            add(undisturbed, now, newestJudder);
            double newest = newestState.judderPercent();
            if (!Double.isNaN(newest)) {
                newestStateJudder.add(now, newest);
                add(undisturbedNewestState, now, newest);
            }
        }
        bucket.reset();
        newestState.reset();
        bucketBeginNanos = now;
    }

    private void add(UndisturbedTime to, long now, double percent) {
        double share = percent / 100;
        to.add(bucketBeginNanos / 1e9, now / 1e9, bucket.frames(), share * share * bucket.frames());
    }

    /** The judder of the newest quarter of a second, in percent. Any thread. */
    double newestJudder() {
        return newestJudder;
    }

    /** Returns the stalls that can be judged, after the thread has ended. */
    List<Stalls.Stall> stalls(List<FaultDirector.Strike> strikes) {
        return stalls.apartFrom(strikes);
    }

    /** Returns the totals, after the thread has ended. The figures apart from faults omit the times of the strikes. */
    Totals totals(List<FaultDirector.Strike> strikes) {
        return new Totals(
                visits,
                Undisturbed.of(undisturbed.apartFrom(strikes), undisturbedNewestState.apartFrom(strikes)),
                Stalls.Totals.of(stalls(strikes)),
                frameTimes.percentiles(),
                stateAges.percentiles(),
                new Series(speedOff.points(), judder.points(), newestStateJudder.points()));
    }

    /**
     * The figures of all frames.
     *
     * @param motion the motion in all visits
     */
    record Totals(
            Motion motion,
            Undisturbed undisturbed,
            Stalls.Totals stalls,
            Distribution.Percentiles frameTime,
            Distribution.Percentiles stateAge,
            Series series) {}

    /**
     * The frames without faults, and their judder: the root of the mean square over all of them, NaN if none.
     *
     * @param newestStateJudderPercent the judder that they would have if each showed the newest state as it is
     */
    record Undisturbed(long frames, double judderPercent, double newestStateJudderPercent) {
        static Undisturbed of(UndisturbedTime.Sum shown, UndisturbedTime.Sum newestState) {
            return new Undisturbed(shown.count(), root(shown), root(newestState));
        }

        private static double root(UndisturbedTime.Sum squares) {
            return 100 * Math.sqrt(squares.value() / squares.count());
        }
    }

    /** The figures over time, for the charts. */
    record Series(
            PeakSeries.Points speedOffPercent,
            PeakSeries.Points judderPercent,
            PeakSeries.Points newestStateJudderPercent) {}

    /** The motion in a number of visits. */
    record Motion(
            long visits,
            long frames,
            double judderPercent,
            long frozen,
            long jumping,
            long backward,
            long bridged,
            long inputsShown,
            long maxInputLatencyNanos) {
        static final Motion NONE = new Motion(0, 0, 0, 0, 0, 0, 0, 0, 0);

        /** Adds a visit. The judder of both is the root of the mean square over all frames. */
        Motion plus(MotionMeter visit) {
            long all = frames + visit.frames();
            double squares =
                    judderPercent * judderPercent * frames + 1e4 * visit.judder() * visit.judder() * visit.frames();
            return new Motion(
                    visits + 1,
                    all,
                    all == 0 ? 0 : Math.sqrt(squares / all),
                    frozen + visit.frozen(),
                    jumping + visit.jumping(),
                    backward + visit.backward(),
                    bridged + visit.bridged(),
                    inputsShown + visit.inputs(),
                    Math.max(maxInputLatencyNanos, visit.maxInputLatencyNanos()));
        }
    }
}
