package io.github.freestep.physics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.physics.PhysicsEvent.Kind;
import io.github.freestep.testing.Seeds;
import io.github.freestep.time.Ratio;
import io.github.freestep.time.VirtualClock;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The metric of the sustained scale is right at every tick, and each of its changes is an event. */
class SustainedScaleEventsTest {
    private static final long MILLI = 1_000_000;

    private final VirtualClock clock = new VirtualClock(0);
    private final Falling world = new Falling();
    private final List<Double> reported = new ArrayList<>();
    private Core core;
    private EventReader events;
    private long stepNanos;

    @Test
    void theMetricAndTheEventsFollowEveryChangeImmediately() {
        for (long seed = 0; seed < 40; seed++) {
            Random random = Seeds.random(seed);
            begin(OverloadPolicy.slipAfter(1 + random.nextInt(25)));
            world.during = tick -> {
                clock.advance(stepNanos + random.nextInt((int) MILLI));
                assertEquals(
                        core.schedule().sustainedScale(), core.metrics().sustainedScale(), "in tick " + tick.number());
            };
            stepNanos = 30 * MILLI;
            run(2_200 + random.nextInt(100), seed);
            assertEquals(0.3, core.metrics().sustainedScale(), 0.04, "seed " + seed);
            stepNanos = MILLI / 10;
            run(2_500 + random.nextInt(100), seed);
            assertEquals(1, core.metrics().sustainedScale(), "seed " + seed);
            core.schedule().scale(clock.nanoTime(), Ratio.of(1_000));
            run(1_500, seed);
            assertTrue(core.metrics().sustainedScale() < 0.5, "seed " + seed);
            core.schedule().scale(clock.nanoTime(), Ratio.ONE);
            run(30, seed);
            assertEquals(1, core.metrics().sustainedScale(), "seed " + seed);
        }
    }

    private void begin(OverloadPolicy overload) {
        core = new Core(
                new PhysicsBuilder(world).rate(100).overloadPolicy(overload).setup(), clock, clock);
        events = core.events()
                .with(Kind.SUSTAINED_SCALE)
                .capacity(1_024)
                .onSlow(SlowConsumerPolicy.end())
                .open();
        reported.clear();
        reported.add(1.0);
        core.start();
    }

    private void run(long millis, long seed) {
        long end = clock.nanoTime() + millis * MILLI;
        while (clock.nanoTime() < end) {
            core.work();
            if (!core.schedule().inBatch()) {
                long since = clock.nanoTime();
                clock.advance(Math.max(0, core.schedule().untilDueNanos(since)));
                core.schedule().noteIdle(since, clock.nanoTime());
            }
            events.poll(event -> {
                assertTrue(event.sustainedScale() != reported.get(reported.size() - 1), "reported twice, seed " + seed);
                reported.add(event.sustainedScale());
            });
            assertEquals(reported.get(reported.size() - 1), core.metrics().sustainedScale(), "seed " + seed);
        }
    }
}
