package io.github.freestep.physics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.physics.PhysicsEvent.Kind;
import io.github.freestep.state.State;
import io.github.freestep.state.StateReader;
import io.github.freestep.time.Ratio;
import io.github.freestep.time.VirtualClock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which states are published if not every tick is. */
class PublishEveryTest {
    private static final long MILLI = 1_000_000;

    private final VirtualClock clock = new VirtualClock(0);
    private Pass pass;
    private StateReader states;
    private EventReader events;

    @ParameterizedTest
    @CsvSource({"1, 1", "30, 1", "100, 1", "144, 1", "150, 1", "200, 1", "201, 2", "400, 2", "401, 3", "1000, 5"})
    void byDefaultTheSpacingOfStatesDependsOnTheRate(int rate, int every) {
        begin(new PhysicsBuilder(new Falling()).rate(rate));
        assertSpaced(rate > 1 ? 2_000 : 10_000, every);
    }

    @ParameterizedTest
    @CsvSource({
        "1, 4", "60, 4", "99, 4", "100, 6", "101, 7", "120, 7", "128, 8", "144, 8", "150, 8", "200, 8", "201, 7",
        "250, 7", "1000, 8"
    })
    void byDefaultAWindowCovers30To40MillisecondsFrom100HertzOn(int rate, int window) {
        begin(new PhysicsBuilder(new Falling()).rate(rate));
        assertEquals(window, states.window());
        begin(new PhysicsBuilder(new Falling()).rate(rate).publishEvery(1).window(3));
        assertEquals(3, states.window());
        try (InlineStepper stepper =
                        new PhysicsBuilder(new Falling()).rate(rate).inline();
                StateReader reader = stepper.states().reader()) {
            assertEquals(4, reader.window(), "the states of a stepper are never late");
        }
    }

    @ParameterizedTest
    @CsvSource({"1, 100, 1", "1, 10, 1", "2, 5, 2", "1, 1, 5", "3, 1, 15", "10, 1, 50"})
    void atOtherScalesStatesKeepTheirSpacingInWallTime(int scale, int by, int every) {
        begin(new PhysicsBuilder(new Falling()).rate(1_000));
        pass.schedule.scale(0, Ratio.of(scale, by));
        run(100, () -> {});
        assertSpaced(3_000, every);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 10, 50})
    void aPauseAndEachSingleStepPublishTheNewestState(int every) {
        begin(new PhysicsBuilder(new Falling()).rate(1_000).publishEvery(every));
        for (int run = 0; run < 20; run++) {
            run(33 + run, () -> {});
            pass.schedule.pause(clock.nanoTime());
            pass.advance(false);
            assertEquals(pass.schedule.doneTick(), newest().tick());
            pass.schedule.step(clock.nanoTime(), 7);
            for (long tick = pass.schedule.doneTick() + 1, last = tick + 6; tick <= last; tick++) {
                pass.advance(false);
                assertEquals(tick, newest().tick(), "each single step is published");
            }
            pass.schedule.resume(clock.nanoTime());
        }
    }

    private void begin(PhysicsBuilder builder) {
        pass = new Pass(builder.clock(clock).setup(), () -> {}, thread -> false);
        events = pass.parts.output().events().with(Kind.HASH).capacity(1 << 12).open();
        states = pass.parts.publisher().states().reader();
        pass.start();
    }

    private State newest() {
        states.acquire();
        return states.state(0);
    }

    /** Requires that the states published from now on are {@code every} ticks apart. */
    private void assertSpaced(long millis, int every) {
        long[] before = {newest().tick()};
        int[] seen = {0};
        run(millis, () -> {
            if (states.acquire()) {
                long tick = states.state(0).tick();
                if (seen[0]++ > 0) {
                    assertEquals(every, tick - before[0], "after tick " + before[0]);
                }
                before[0] = tick;
            }
        });
        assertTrue(seen[0] > 2);
    }

    private void run(long millis, Runnable look) {
        for (long end = clock.nanoTime() + millis * MILLI; clock.nanoTime() < end; ) {
            pass.advance(false);
            look.run();
            if (!pass.schedule.inBatch()) {
                long since = clock.nanoTime();
                clock.advance(Math.max(0, pass.schedule.untilDueNanos(since)));
                pass.schedule.noteIdle(since, clock.nanoTime());
            }
            events.poll(event -> {});
        }
    }
}
