package io.github.freestep.render.trace;

import io.github.freestep.render.Frame;
import io.github.freestep.render.FrameMode;
import io.github.freestep.render.FrameSampler;
import io.github.freestep.render.MotionMeter;
import io.github.freestep.render.SimulatedPhysics;
import io.github.freestep.testing.Seeds;
import io.github.freestep.time.Ratio;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** A sampler with a trace in a simulated run with stalls, pauses, changes of scale and uneven frames. */
final class TracedRun {
    private static final int REPORTED_AFTER = 3;

    final List<Shown> shown = new ArrayList<>();
    final MotionMeter meter = new MotionMeter();
    private final Random random;
    private final SimulatedPhysics physics;
    private final FrameSampler frames;
    private final MotionTrace trace;
    private final double fps;
    private long now = 3_000_000;
    private final long leadNanos;
    private long hostNanos;
    /** What a frame showed. */
    record Shown(
            long hostNanos,
            long frameNanos,
            long shownNanos,
            long currentNanos,
            long alphaBits,
            long delayNanos,
            long newerTick,
            boolean bridged,
            boolean paused) {
        static Shown of(Frame frame, long hostNanos) {
            return new Shown(
                    hostNanos,
                    frame.frameNanos(),
                    frame.simulationNanos(),
                    frame.currentSimulationNanos(),
                    Double.doubleToRawLongBits(frame.alpha()),
                    frame.delayNanos(),
                    frame.newerTick(),
                    frame.isBridged(),
                    frame.isPaused());
        }
    }

    TracedRun(long seed, MotionTrace trace) {
        this(Seeds.random(seed), trace, seed % 2 == 0);
    }

    /** Chooses rate, window, frame rate and options at random. */
    TracedRun(Random random, MotionTrace trace) {
        this(random, trace, false);
    }

    private TracedRun(Random random, MotionTrace trace, boolean follow) {
        this.trace = trace;
        this.random = random;
        int[] rates = {30, 60, 100, 128};
        physics = new SimulatedPhysics(rates[random.nextInt(rates.length)], 2 + random.nextInt(6));
        physics.dropsBacklog();
        fps = 40 + random.nextInt(200);
        FrameSampler.Builder builder =
                FrameSampler.builder(physics.publisher.states()).trace(trace);
        boolean bridge = random.nextInt(4) > 0;
        boolean snap = random.nextInt(3) == 0;
        builder.snapToRefresh(snap);
        builder.followDisplay(follow && !snap);
        FrameMode mode = FrameMode.values()[random.nextInt(6) == 0 ? 1 + random.nextInt(2) : 0];
        builder.mode(mode).bridge(bridge || mode != FrameMode.INTERPOLATE);
        leadNanos = random.nextBoolean() ? 0 : random.nextInt(120_000_000) - 20_000_000;
        frames = builder.open();
    }

    /** Makes frames, with trouble once in two seconds. */
    void run(double seconds) {
        for (long end = now + (long) (seconds * 1e9); now < end; ) {
            now += Math.max(1, Math.round((1 + 0.03 * random.nextGaussian()) * 1e9 / fps));
            if (random.nextInt((int) (2 * fps)) == 0) {
                trouble();
            }
            physics.ticksCost(1_000_000 + random.nextInt(5_000_000));
            physics.runTo(now);
            frame();
        }
    }

    private void trouble() {
        switch (random.nextInt(7)) {
            case 0 -> physics.stall(now, random.nextInt(20_000_000));
            case 1 -> physics.stall(now, random.nextInt(400_000_000));
            case 2 -> physics.pause(now);
            case 3 -> physics.resume(now);
            case 4 -> physics.scale(now, Ratio.of(1 + random.nextInt(4), 1 + random.nextInt(3)));
            case 5 -> physics.edit(now);
            default -> now += random.nextInt(150_000_000);
        }
        if (random.nextInt(3) == 0) {
            physics.resume(now);
        }
    }

    private void frame() {
        long lead = leadNanos == 0 ? 0 : leadNanos + random.nextInt(4_000_000);
        hostNanos = Math.max(hostNanos, now + lead);
        Frame frame = frames.sample(hostNanos);
        meter.add(frame);
        long number = frame.number();
        // Every seventh frame is not displayed.
        if (number > REPORTED_AFTER && number % 7 != 0) {
            frames.displayed(number - REPORTED_AFTER, Math.round(number * 1e9 / fps));
        }
        shown.add(Shown.of(frame, hostNanos));
        if (shown.size() % 300 == 0) {
            trace.drain();
        }
    }

    void close() {
        frames.close();
    }
}
