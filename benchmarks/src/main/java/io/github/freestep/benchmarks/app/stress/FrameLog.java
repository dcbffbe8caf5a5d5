package io.github.freestep.benchmarks.app.stress;

import io.github.freestep.render.Frame;
import io.github.freestep.render.MotionMeter;
import java.util.List;

/**
 * How a reader's frames went. For its thread, and for others once it has left; what is volatile, for anybody. Adding a frame
 * allocates nothing.
 */
final class FrameLog {
    /** How long a visit's start is looked at by itself. */
    static final int FIRST_SECONDS = 3;

    private static final long BUCKET_NANOS = 250_000_000;

    private final PeakSeries frameTime = new PeakSeries();
    private final PeakSeries stateAge = new PeakSeries();
    private final PeakSeries speedOff = new PeakSeries();
    private final PeakSeries judder = new PeakSeries();
    private final Distribution frameTimes = new Distribution();
    private final Distribution stateAges = new Distribution();

    private final RunClock clock;
    private final UndisturbedMotion undisturbed;
    private final Sums visits = new Sums();
    private final Sums firstSeconds = new Sums();
    private MotionMeter visit;
    private MotionMeter first;
    private MotionMeter bucket;

    private boolean begun;
    private boolean wasPaused;
    private long frameNanos;
    private long shownNanos;
    private long rawNanos;
    private long bucketBeginNanos;
    private long visitBeginNanos;
    private volatile double newestJudder = Double.NaN;

    /** Of a run of so many seconds. */
    FrameLog(RunClock clock, int seconds) {
        this.clock = clock;
        undisturbed = new UndisturbedMotion((int) (seconds * 1_000_000_000L / BUCKET_NANOS));
    }

    /** Before the thread is there. A new look at the picture: it may well show less than the one before had come to. */
    void joins() {
        visit = new MotionMeter();
        first = new MotionMeter();
        bucket = new MotionMeter();
        begun = false;
    }

    /** Once the thread is gone. */
    void leaves() {
        visits.add(visit);
        firstSeconds.add(first);
        visit = null;
    }

    void add(Frame frame) {
        long now = clock.since(frame.frameNanos());
        visit.add(frame);
        bucket.add(frame);
        if (!begun) {
            bucketBeginNanos = now;
            visitBeginNanos = now;
        } else {
            frameTimes.add(frame.frameNanos() - frameNanos);
            frameTime.add(now, (frame.frameNanos() - frameNanos) / 1e6);
            if (!wasPaused && !frame.isPaused() && frame.currentSimulationNanos() > rawNanos) {
                double speed =
                        (double) (frame.simulationNanos() - shownNanos) / (frame.currentSimulationNanos() - rawNanos);
                speedOff.add(now, 100 * Math.abs(speed - 1));
            }
        }
        if (now - visitBeginNanos < FIRST_SECONDS * 1_000_000_000L) {
            first.add(frame);
        }
        stateAges.add(frame.stateAgeNanos());
        stateAge.add(now, frame.stateAgeNanos() / 1e6);
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
            undisturbed.add(bucketBeginNanos / 1e9, now / 1e9, bucket.frames(), bucket.judder());
        }
        bucket.reset();
        bucketBeginNanos = now;
    }

    /** Of the newest quarter of a second, in per cent; any thread. */
    double newestJudder() {
        return newestJudder;
    }

    /** Once the thread is gone; apart from faults is when none of these was in force, nor just over. */
    Totals totals(List<FaultDirector.Strike> strikes) {
        return new Totals(
                visits.motion(),
                firstSeconds.motion(),
                undisturbed.apartFrom(strikes),
                frameTimes.percentiles(),
                stateAges.percentiles(),
                new Series(frameTime.points(), stateAge.points(), speedOff.points(), judder.points()));
    }

    /**
     * How the frames went.
     *
     * @param motion of all visits
     * @param firstSeconds of the first seconds of all visits, the still picture before the first tick included
     */
    record Totals(
            Motion motion,
            Motion firstSeconds,
            UndisturbedMotion.Result undisturbed,
            Distribution.Percentiles frameTime,
            Distribution.Percentiles stateAge,
            Series series) {}

    /** What is drawn of them over time. */
    record Series(
            PeakSeries.Points frameTimeMillis,
            PeakSeries.Points stateAgeMillis,
            PeakSeries.Points speedOffPercent,
            PeakSeries.Points judderPercent) {}

    record Motion(
            long visits,
            long frames,
            double judderPercent,
            long frozen,
            long jumping,
            long backward,
            long bridged,
            long inputsShown,
            long maxInputLatencyNanos) {}

    /** Over all visits. */
    private static final class Sums {
        private long visits;
        private long frames;
        private double squares;
        private long frozen;
        private long jumping;
        private long backward;
        private long bridged;
        private long inputs;
        private long maxInputNanos;

        void add(MotionMeter meter) {
            visits++;
            frames += meter.frames();
            squares += meter.judder() * meter.judder() * meter.frames();
            frozen += meter.frozen();
            jumping += meter.jumping();
            backward += meter.backward();
            bridged += meter.bridged();
            inputs += meter.inputs();
            maxInputNanos = Math.max(maxInputNanos, meter.maxInputLatencyNanos());
        }

        Motion motion() {
            double judder = frames == 0 ? 0 : 100 * Math.sqrt(squares / frames);
            return new Motion(visits, frames, judder, frozen, jumping, backward, bridged, inputs, maxInputNanos);
        }
    }
}
