package io.github.freestep.physics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.internal.time.Archive;
import io.github.freestep.physics.input.InputClock;
import io.github.freestep.physics.input.InputCollector;
import io.github.freestep.time.VirtualClock;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import org.junit.jupiter.api.Test;

/** An input without a time happens now, and one with the time of another clock is refused. */
class InputClockTest {
    private static final long SECOND = 1_000_000_000;
    private static final long TICK = SECOND / 100;

    private final Falling world = new Falling();
    private final List<String> seen = new ArrayList<>();

    InputClockTest() {
        world.during = tick -> {
            TickInput input = tick.input();
            for (int i = 0; i < input.size(); i++) {
                seen.add(tick.number() + ": " + (input.isAction(i) ? "action " : "axis ") + input.code(i) + " "
                        + input.value(i) + " at " + input.fraction(i));
            }
        };
    }

    @Test
    void onAStepperNowIsHowFarItWasAdvanced() {
        try (InlineStepper stepper = PhysicsService.builder(world).inline()) {
            stepper.advance(TICK + TICK / 2);
            assertTrue(stepper.input().action(7, 1));
            assertTrue(stepper.input().axis(1, 0.5f));
            stepper.advance(TICK);
            assertEquals(List.of("2: action 7 1.0 at 0.5", "2: axis 1 0.5 at 0.5"), seen);
        }
    }

    @Test
    void onAServiceNowIsItsClocksTime() {
        VirtualClock clock = new VirtualClock(-5 * SECOND);
        InputCollector inputs = new InputCollector(1, 4, null, new InputClock(clock, false), new LongAdder());
        InputPort port = new InputPort(inputs);
        assertTrue(port.action(7, 1));
        assertTrue(port.axis(0, 1));
        inputs.drain(clock.nanoTime());
        assertEquals(-5 * SECOND, inputs.earliestNanos(0));
        assertEquals(0, inputs.counts.fromFuture());
    }

    @Test
    void aStepperRefusesTheTimeOfTheSystemsClock() {
        try (InlineStepper stepper = PhysicsService.builder(world).inline()) {
            InputPort input = stepper.input();
            assertTrue(input.action(1, 1, stepper.clock().nanoTime()));
            assertTrue(input.axis(1, 1, stepper.clock().nanoTime() + TICK), "of the frame that is about to pass");
            long system = System.nanoTime();
            String refusal = assertThrows(IllegalArgumentException.class, () -> input.action(1, 1, system))
                    .getMessage();
            assertTrue(refusal.startsWith("nanos must be a reading of the stepper's own clock"), refusal);
            assertTrue(refusal.contains("after 0, was " + system + "; System.nanoTime() is another clock"), refusal);
            assertThrows(IllegalArgumentException.class, () -> input.axis(1, 1, system));
            stepper.advance(TICK);
            assertEquals(2, stepper.metrics().inputsConsumed());
            assertEquals(0, stepper.metrics().inputsFromFuture());
        }
    }

    @Test
    void aServiceRefusesTheTimesOfOtherClocks() {
        VirtualClock clock = new VirtualClock(100_000 * SECOND);
        InputPort input = new InputPort(new InputCollector(1, 4, null, new InputClock(clock, false), new LongAdder()));
        assertTrue(input.action(1, 1, clock.nanoTime() + 60 * SECOND));
        assertTrue(input.action(1, 1, clock.nanoTime() - 60 * SECOND));
        clock.advance(10 * 86_400 * SECOND);
        for (long other : new long[] {99_939 * SECOND, 1_700_000_000 * SECOND, clock.nanoTime() + 60 * SECOND + 1}) {
            String refusal = assertThrows(IllegalArgumentException.class, () -> input.axis(0, 1, other))
                    .getMessage();
            assertTrue(refusal.startsWith("nanos must be a reading of the service's clock, from 1 min before "));
            assertTrue(refusal.contains("was " + other), refusal);
        }
        assertTrue(input.action(1, 1));
        assertTrue(input.action(1, 1));
        assertFalse(input.action(1, 1), "no refused time has taken a place");
    }

    /** Time stands still in it, so an input that is pushed meanwhile must not be of the future in the next run. */
    @Test
    void aHandOverSavesHowOldInputsWereWhenTimeStoodStill() {
        VirtualClock clock = new VirtualClock(0);
        InputCollector inputs = new InputCollector(0, 4, null, new InputClock(clock, false), new LongAdder());
        InputPort port = new InputPort(inputs);
        for (long nanos : new long[] {1, 8, 15}) {
            port.action(1, 1, nanos);
        }
        clock.advance(10);
        List<Long> ages = new ArrayList<>();
        inputs.save(new Archive() {
            @Override
            public boolean isLoading() {
                return false;
            }

            @Override
            public long nowNanos() {
                return 4;
            }

            @Override
            public long number(int bytes, long value, long least, long most) {
                if (least == -60 * SECOND) {
                    ages.add(value);
                }
                return value;
            }
        });
        assertEquals(List.of(3L, 0L, -5L), ages);
    }

    @Test
    void anInputPushedDuringADrainIsNotFromTheFuture() {
        VirtualClock clock = new VirtualClock(0);
        InputCollector inputs = new InputCollector(0, 4, null, new InputClock(clock, false), new LongAdder());
        InputPort port = new InputPort(inputs);
        clock.advance(3);
        assertTrue(port.action(1, 1, 3));
        assertTrue(port.action(2, 1, 4));
        inputs.drain(2);
        assertEquals(1, inputs.counts.fromFuture());
    }
}
