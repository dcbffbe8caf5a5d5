package io.github.freestep.benchmarks.app.stress;

import io.github.freestep.benchmarks.app.stress.FrameChecker.Hold;
import io.github.freestep.benchmarks.scenes.Scene;
import io.github.freestep.internal.Threads;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.time.Ratio;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/**
 * Causes the faults of a run. Each fault runs on its own thread.
 *
 * @param readers at least one
 * @param tickNanos the wall time of a tick at scale 1
 */
record Faults(
        PhysicsService physics, StressedScene stressed, List<FrameChecker> readers, InputLoad input, long tickNanos) {
    private static final int CHUNK = 1 << 16;
    private static final int KEPT_CHUNKS = 256;
    private static final int FULL_COLLECTION = 20_000;
    private static final long AWAY_NANOS = 100_000_000;
    private static final long SCALE_NANOS = 150_000_000;
    private static final long BURST_NANOS = 50_000_000;
    private static final Ratio[] SCALES = {
        Ratio.of(1, 10), Ratio.of(1, 3), Ratio.of(1, 2), Ratio.of(2), Ratio.of(3), Ratio.of(10)
    };

    /** Causes the fault, and returns at the end of the span with everything undone. */
    void strike(FaultKind fault, RunClock.Span span, Random random) {
        switch (fault) {
            case GC -> collectGarbage(span);
            case READER_STALL -> hold(span, Hold.SPIN);
            case READER_SLEEP -> hold(span, Hold.SLEEP);
            case READER_LEAVE -> leaveAndJoin(span);
            case SLOW_STEP -> repeat(span, 15 * tickNanos, () -> stressed.slowDown(3 * tickNanos));
            case THROWING_STEP -> repeat(span, 10 * tickNanos, stressed::fail);
            case INPUT_FLOOD -> input.flood(span::lasts);
            case PAUSE -> {
                physics.pause();
                span.sleepUntilItEnds();
                physics.resume();
            }
            case SCALE -> {
                repeat(span, SCALE_NANOS, () -> physics.timeScale(SCALES[random.nextInt(SCALES.length)]));
                physics.timeScale(Ratio.ONE);
            }
            case BURST -> repeat(span, BURST_NANOS, () -> burst(random.nextLong()));
            case HOG -> hog(span);
        }
    }

    private static void repeat(RunClock.Span span, long everyNanos, Runnable cause) {
        do {
            cause.run();
        } while (span.sleep(everyNanos));
    }

    private static void collectGarbage(RunClock.Span span) {
        // Keeps some garbage for a while, so that collections have something to copy.
        byte[][] kept = new byte[KEPT_CHUNKS][];
        for (int i = 0; span.lasts(); i++) {
            if (i % FULL_COLLECTION == 0) {
                System.gc();
            }
            kept[i % kept.length] = new byte[CHUNK];
        }
    }

    private FrameChecker lastReader() {
        return readers.get(readers.size() - 1);
    }

    private void hold(RunClock.Span span, Hold how) {
        lastReader().hold(how);
        span.sleepUntilItEnds();
        lastReader().hold(Hold.NONE);
    }

    private void leaveAndJoin(RunClock.Span span) {
        repeat(span, AWAY_NANOS, () -> {
            lastReader().leave();
            span.sleep(AWAY_NANOS);
            lastReader().join();
        });
    }

    private void burst(long seed) {
        physics.submit(c -> c.world(Scene.class).burst(c.bodies(), seed));
    }

    private static void hog(RunClock.Span span) {
        Runnable busy = () -> {
            while (span.lasts()) {
                Thread.onSpinWait();
            }
        };
        Thread[] threads = new Thread[Runtime.getRuntime().availableProcessors()];
        Arrays.setAll(threads, i -> new Thread(busy, "freestep-stress-hog-" + i));
        Arrays.stream(threads).forEach(Thread::start);
        Arrays.stream(threads).forEach(thread -> Threads.join(thread, Long.MAX_VALUE));
    }
}
