package io.github.freestep.render.trace.log;

import io.github.freestep.internal.Inside;
import io.github.freestep.render.FrameListener;
import io.github.freestep.render.FrameMode;
import io.github.freestep.render.FrameSampler;
import io.github.freestep.render.SimulatedPhysics;
import io.github.freestep.testing.Seeds;
import io.github.freestep.time.Ratio;
import java.util.Random;

/** A sampler in a simulated run with stalls, pauses, changes of scale and uneven frames. All options are random. */
final class RandomRun implements AutoCloseable {
    final FrameSampler frames;
    private final Random random;
    private final SimulatedPhysics physics;
    private final double fps;
    private final long leadNanos;
    private long now = 3_000_000;
    private long hostNanos;

    RandomRun(long seed, FrameListener listener) {
        random = Seeds.random(seed);
        int[] rates = {30, 60, 100, 128};
        physics = new SimulatedPhysics(rates[random.nextInt(rates.length)], 2 + random.nextInt(6));
        physics.dropsBacklog();
        fps = 40 + random.nextInt(200);
        FrameMode mode = FrameMode.values()[random.nextInt(6) == 0 ? 1 + random.nextInt(2) : 0];
        leadNanos = random.nextBoolean() ? 0 : random.nextInt(120_000_000) - 20_000_000;
        frames = FrameSampler.builder(physics.publisher.states())
                .listener(listener)
                .mode(mode)
                .open();
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
            long lead = leadNanos == 0 ? 0 : leadNanos + random.nextInt(4_000_000);
            hostNanos = Math.max(hostNanos, now + lead);
            frames.sample(hostNanos);
        }
    }

    private void trouble() {
        switch (random.nextInt(9)) {
            case 0 -> physics.stall(now, random.nextInt(20_000_000));
            case 1 -> physics.stall(now, random.nextInt(400_000_000));
            case 2 -> physics.pause(now);
            case 3 -> physics.resume(now);
            case 4 -> physics.scale(now, Ratio.of(1 + random.nextInt(4), 1 + random.nextInt(3)));
            case 5 -> physics.edit(now);
            case 6 -> Inside.of(physics.publisher.bodies()).expectedLateNanos = random.nextInt(40_000_000);
            case 7 -> Inside.of(physics.publisher.bodies()).isThinned = random.nextBoolean();
            default -> now += random.nextInt(150_000_000);
        }
        if (random.nextInt(3) == 0) {
            physics.resume(now);
        }
    }

    @Override
    public void close() {
        frames.close();
    }
}
