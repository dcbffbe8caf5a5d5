package io.github.freestep.physics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.internal.Inside;
import io.github.freestep.physics.feed.FedInput;
import io.github.freestep.physics.feed.Feeds;
import io.github.freestep.physics.feed.InputFeed;
import io.github.freestep.physics.journal.RunLog;
import io.github.freestep.time.VirtualClock;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongUnaryOperator;
import org.junit.jupiter.api.Test;

/** Ticks of 10 ms whose input comes from a feed. */
class InputFeedTest {
    private static final long TICK = 10_000_000;

    private static final Command SPAWNS = c -> c.bodies().spawn(1);

    private final Falling world = new Falling();
    private final List<String> seen = new ArrayList<>();
    private volatile long known = Long.MAX_VALUE;
    private LongUnaryOperator waitNanos = tick -> -1;
    private InputFeed feeding = (tick, into) -> {};
    private final PhysicsBuilder builder = Feeds.feed(
            PhysicsService.builder(world).clock(new VirtualClock(0)).axes(2).inputCapacity(4), new InputFeed() {
                @Override
                public boolean ready(long tick) {
                    return tick <= known;
                }

                @Override
                public int awaitedPlayer(long tick) {
                    return 1;
                }

                @Override
                public long inputWaitNanos(long tick) {
                    return waitNanos.applyAsLong(tick);
                }

                @Override
                public void feed(long tick, FedInput into) throws Exception {
                    feeding.feed(tick, into);
                }
            });

    private void see(Tick tick) {
        TickInput input = tick.input();
        StringBuilder line = new StringBuilder(tick.number() + ": " + input.axisAtStart(0) + " " + input.axis(0));
        for (int i = 0; i < input.size(); i++) {
            line.append(input.isAction(i) ? ", action " : ", axis ").append(input.code(i));
            line.append(" ").append(input.value(i)).append(" at ").append(input.fraction(i));
        }
        seen.add(line.toString());
    }

    @Test
    void aTickGetsOnlyTheInputOfTheFeed() {
        world.during = this::see;
        feeding = (tick, into) -> {
            if (tick == 2) {
                into.run(SPAWNS);
                into.axis(0, 1);
                into.action(7, 2, 0.25);
                into.axis(0, 3, 0.5);
            }
        };
        try (InlineStepper stepper = builder.inline()) {
            List<String> log = new ArrayList<>();
            Inside.of(stepper.events()).log(() -> new RunLog() {
                @Override
                public void command(long tick, Object command) {
                    log.add(tick + ": COMMAND");
                }

                @Override
                public void tick(long tick) {
                    log.add(tick + ": TICK");
                }
            });
            assertFalse(stepper.input().action(1, 1, 0), "pushed input is refused");
            stepper.advance(3 * TICK);
            assertEquals(2, stepper.metrics().inputsConsumed());
            assertEquals(List.of("1: TICK", "1: COMMAND", "2: TICK", "3: TICK"), log);
            assertTrue(stepper.call(PhysicsContext::bodies).join().isAlive(1));
        }
        assertEquals(List.of("1: 0.0 0.0", "2: 1.0 3.0, action 7 2.0 at 0.25, axis 0 3.0 at 0.5", "3: 3.0 3.0"), seen);
    }

    @Test
    void theDebtGrowsWhileATickWaitsForItsInput() {
        known = 2;
        try (InlineStepper stepper =
                builder.overloadPolicy(OverloadPolicy.neverSlip()).inline()) {
            PhysicsMetrics metrics = stepper.metrics();
            stepper.advance(2 * TICK);
            assertWaits(metrics, 0, 0, 0);
            stepper.advance(TICK + TICK / 2);
            assertWaits(metrics, 3, 0, TICK / 2);
            stepper.advance(7 * TICK);
            assertWaits(metrics, 3, 7 * TICK, 7 * TICK + TICK / 2);
            known = 3;
            stepper.advance(0);
            assertWaits(metrics, 4, 0, 6 * TICK + TICK / 2);
            known = 100;
            stepper.advance(0);
            assertWaits(metrics, 0, 0, 0);
        }
    }

    @Test
    void aFeedMayKnowHowLongATickHasWaited() {
        known = 0;
        waitNanos = tick -> 7 * tick;
        try (InlineStepper stepper = builder.inline()) {
            stepper.advance(TICK);
            assertEquals(7, stepper.metrics().inputWaitNanos());
        }
    }

    private static void assertWaits(PhysicsMetrics metrics, long tick, long nanos, long debtNanos) {
        assertEquals(tick, metrics.awaitedTick());
        assertEquals(tick == 0 ? PhysicsMetrics.NO_PLAYER : 1, metrics.awaitedPlayer());
        assertEquals(nanos, metrics.inputWaitNanos());
        assertEquals(debtNanos, metrics.debtNanos());
    }

    @Test
    void invalidInputFromAFeedEndsTheRunUnderEveryPolicy() {
        assertFails("axis must be between 0 and 1, was 2", into -> into.axis(2, 0));
        assertFails("axis must be between 0 and 1, was 2", into -> into.axis(2, 0, 0.5));
        assertFails("finite", into -> into.axis(1, Float.NaN, 0));
        assertFails("between 0.5", into -> {
            into.action(1, 0, 0.5);
            into.action(2, 0, 0.4);
        });
        assertFails("was NaN", into -> into.action(1, 0, Double.NaN));
        assertFails("and 1, was 1.01", into -> into.action(1, 0, 1.01));
        assertFails("axis(axis, value) must be called before axis(", into -> {
            into.action(1, 0, 0);
            into.axis(0, 1);
        });
        assertFails("run() must be called before axis(", into -> {
            into.action(1, 0, 0);
            into.run(SPAWNS);
        });
        assertFails("at most 4", into -> {
            for (int i = 0; i < 5; i++) {
                into.action(i, 0, 0);
            }
        });
    }

    private interface Feeding {
        void feed(FedInput into) throws Exception;
    }

    private void assertFails(String why, Feeding wrong) {
        long[] steps = new long[1];
        world.during = tick -> steps[0]++;
        feeding = (tick, into) -> wrong.feed(into);
        try (InlineStepper stepper = builder.faultPolicy(FaultPolicy.skip()).inline()) {
            PhysicsException failure = assertThrows(PhysicsException.class, () -> stepper.advance(TICK));
            assertTrue(failure.getMessage().contains("the input feed failed at tick 1"), failure.getMessage());
            assertTrue(failure.getMessage().contains(why), failure.getMessage());
        }
        assertEquals(0, steps[0]);
    }

    @Test
    void aFeedAndAnInputSourceExcludeEachOther() {
        builder.input(sample -> {});
        assertThrows(IllegalArgumentException.class, builder::build);
    }
}
