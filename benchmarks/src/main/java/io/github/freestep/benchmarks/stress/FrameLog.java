package io.github.freestep.benchmarks.stress;

import io.github.freestep.render.Frame;
import io.github.freestep.render.MotionMeter;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * How a reader's frames went. For its thread, and for others once it has left; what is volatile, for anybody. Adding a frame
 * allocates nothing.
 */
final class FrameLog {
    private static final long BUCKET_NANOS = 250_000_000;

    final Series frameTime = new Series();
    final Series stateAge = new Series();
    final Series speedOff = new Series();
    final Series judder = new Series();
    final Distribution frameTimes = new Distribution();
    final Distribution stateAges = new Distribution();

    private final RunClock clock;
    private final MotionMeter bucket = new MotionMeter();
    private final Totals totals = new Totals();
    private MotionMeter visit;

    private boolean begun;
    private boolean wasPaused;
    private long frameNanos;
    private long shownNanos;
    private long rawNanos;
    private long bucketEndNanos;
    private boolean bucketDisturbed;
    private long undisturbedFrames;
    private double undisturbedSquares;
    private volatile boolean disturbed = true;
    private volatile double newestJudder = Double.NaN;

    FrameLog(RunClock clock) {
        this.clock = clock;
    }

    /** Before the thread is there. A new look at the picture: it may well show less than the one before had come to. */
    void joins() {
        visit = new MotionMeter();
        begun = false;
        bucket.reset();
    }

    /** Once the thread is gone. */
    void leaves() {
        totals.add(visit);
        visit = null;
    }

    void add(Frame frame) {
        long now = clock.since(frame.frameNanos());
        visit.add(frame);
        if (!begun) {
            bucketEndNanos = now + BUCKET_NANOS;
        } else {
            frameTimes.add(frame.frameNanos() - frameNanos);
            frameTime.add(now, (frame.frameNanos() - frameNanos) / 1e6);
            if (!wasPaused && !frame.paused() && frame.rawNanos() > rawNanos) {
                double speed = (double) (frame.simulationNanos() - shownNanos) / (frame.rawNanos() - rawNanos);
                speedOff.add(now, 100 * Math.abs(speed - 1));
            }
            bucket.add(frame);
        }
        bucketDisturbed |= disturbed;
        stateAges.add(frame.stateAgeNanos());
        stateAge.add(now, frame.stateAgeNanos() / 1e6);
        if (now > bucketEndNanos) {
            endBucket(now);
        }
        begun = true;
        wasPaused = frame.paused();
        frameNanos = frame.frameNanos();
        shownNanos = frame.simulationNanos();
        rawNanos = frame.rawNanos();
    }

    private void endBucket(long now) {
        if (bucket.frames() > 1) {
            newestJudder = 100 * bucket.judder();
            judder.add(now, newestJudder);
            if (!bucketDisturbed) {
                undisturbedFrames += bucket.frames();
                undisturbedSquares += bucket.judder() * bucket.judder() * bucket.frames();
            }
        }
        bucketDisturbed = false;
        bucket.reset();
        bucketEndNanos = now + BUCKET_NANOS;
    }

    /** Any thread: whether what is shown just now is marked by a fault. */
    void disturbed(boolean byFault) {
        disturbed = byFault;
    }

    /** Of the newest quarter of a second, in per cent; any thread. */
    double newestJudder() {
        return newestJudder;
    }

    /** Once the thread is gone. */
    Map<String, Object> json() {
        Map<String, Object> json = totals.json();
        json.put("undisturbedFrames", undisturbedFrames);
        json.put("undisturbedJudderPercent", undisturbedJudder());
        json.put("frameTime", frameTimes.json());
        json.put("stateAge", stateAges.json());
        return json;
    }

    /** Where no fault was in force, nor just over; not a number if there was no such time. */
    double undisturbedJudder() {
        return undisturbedFrames == 0 ? Double.NaN : 100 * Math.sqrt(undisturbedSquares / undisturbedFrames);
    }

    /** Over all visits. */
    private static final class Totals {
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

        Map<String, Object> json() {
            Map<String, Object> json = new LinkedHashMap<>();
            json.put("visits", visits);
            json.put("frames", frames);
            json.put("judderPercent", frames == 0 ? 0 : 100 * Math.sqrt(squares / frames));
            json.put("frozen", frozen);
            json.put("jumping", jumping);
            json.put("backward", backward);
            json.put("bridged", bridged);
            json.put("inputsShown", inputs);
            json.put("maxInputLatencyNanos", maxInputNanos);
            return json;
        }
    }
}
