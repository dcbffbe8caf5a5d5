package io.github.freestep.physics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.time.VirtualClock;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Input that is pushed during a pause. Ticks of 10 ms, and room for four inputs. */
class PausedInputTest {
    private static final long TICK = 10_000_000;

    private final Falling world = new Falling();
    private final List<String> seen = new ArrayList<>();
    private final PhysicsBuilder builder =
            PhysicsService.builder(world).clock(new VirtualClock(0)).axes(1).inputCapacity(4);

    PausedInputTest() {
        world.during = tick -> {
            TickInput input = tick.input();
            StringBuilder line = new StringBuilder(tick.number() + ": " + input.axis(0));
            for (int i = 0; i < input.size(); i++) {
                line.append(input.isAction(i) ? ", action " + input.code(i) : ", axis");
                line.append(" ").append(input.value(i)).append(" at ").append(input.fraction(i));
            }
            seen.add(line.toString());
        };
    }

    @Test
    void byDefaultTheFirstTickAfterAPauseGetsAllItsActions() {
        try (InlineStepper stepper = builder.inline()) {
            pauseWithInput(stepper);
            assertEquals(0, stepper.metrics().inputsDropped());
        }
        assertEquals(List.of("1: 0.0", "2: 0.5, action 1 1.0 at 0.5, action 2 1.0 at 0.5, axis 0.5 at 0.5"), seen);
    }

    @Test
    void withPolicyDropActionsAreDroppedAndAxesKeepTheirNewestValue() {
        try (InlineStepper stepper = dropping().inline()) {
            pauseWithInput(stepper);
            assertEquals(1, stepper.metrics().inputsDropped());
            assertEquals(2, stepper.metrics().inputsConsumed());
        }
        assertEquals(List.of("1: 0.0", "2: 0.5, action 1 1.0 at 0.5, axis 0.5 at 0.5"), seen);
    }

    /** Pushes an action before the pause, and another action and an axis during it. */
    private static void pauseWithInput(InlineStepper stepper) {
        stepper.advance(TICK + TICK / 2);
        push(stepper, 1);
        stepper.advance(1);
        stepper.pause();
        stepper.advance(3 * TICK);
        push(stepper, 2);
        assertTrue(stepper.input().axis(0, 0.5f, stepper.clock().nanoTime()));
        stepper.advance(3 * TICK);
        stepper.resume();
        stepper.advance(TICK / 2);
    }

    @Test
    void anActionFromAPauseIsDroppedHoweverLateItIsPushed() {
        try (InlineStepper stepper = dropping().inline()) {
            stepper.advance(TICK);
            stepper.pause();
            stepper.advance(TICK);
            long inThePause = stepper.clock().nanoTime();
            stepper.advance(TICK);
            stepper.resume();
            stepper.advance(5 * TICK);
            assertTrue(stepper.input().action(1, 1, inThePause));
            assertTrue(stepper.input().action(2, 1, inThePause - TICK - 1));
            stepper.advance(TICK);
            assertEquals(1, stepper.metrics().inputsDropped());
            assertEquals("7: 0.0, action 2 1.0 at 0.0", seen.get(6));
        }
    }

    @Test
    void aSingleStepGetsNoActionOfItsPause() {
        try (InlineStepper stepper = dropping().inline()) {
            stepper.pause();
            stepper.advance(TICK);
            push(stepper, 1);
            assertTrue(stepper.input().axis(0, 2, stepper.clock().nanoTime()));
            stepper.advance(TICK);
            stepper.pauseAndStep(2);
            assertEquals(1, stepper.metrics().inputsDropped());
        }
        assertEquals(List.of("1: 2.0, axis 2.0 at 0.0", "2: 2.0"), seen);
    }

    @Test
    void aLongPauseFillsNoQueueAndTheNewestAxisValueCounts() {
        try (InlineStepper stepper = dropping().inline()) {
            stepper.pause();
            for (int i = 1; i <= 1_000; i++) {
                stepper.advance(TICK);
                push(stepper, i);
                assertTrue(stepper.input().axis(0, i, stepper.clock().nanoTime()));
            }
            stepper.advance(1);
            stepper.resume();
            stepper.advance(TICK);
            PhysicsMetrics metrics = stepper.metrics();
            assertEquals(1_999, metrics.inputsDropped());
            assertEquals(1, metrics.inputsConsumed());
            assertEquals(0, metrics.inputsRefused());
        }
        assertEquals(List.of("1: 1000.0, axis 1000.0 at 0.0"), seen);
    }

    /** A service applies a resume some milliseconds after the call. */
    @Test
    void anActionRightAfterTheCallOfResumeIsNoActionOfThePause() {
        ScriptedClock scripted = new ScriptedClock(0);
        ServiceRun run = new ServiceRun(dropping().clock(scripted).setup());
        InputPort port = run.core.parts.port();
        scripted.at(2 * TICK, run.requests::pause);
        scripted.at(5 * TICK, () -> {
            assertTrue(port.action(1, 1));
            scripted.advance(1);
            run.requests.resume();
            assertTrue(port.action(2, 1));
            scripted.advance(TICK / 2);
        });
        scripted.run(run, 8 * TICK);
        assertEquals(1, world.kicks);
        assertEquals(1, run.core.parts.inputs().dropped());
    }

    private PhysicsBuilder dropping() {
        return builder.inputWhilePaused(PausedInputPolicy.DROP);
    }

    private static void push(InlineStepper stepper, int code) {
        assertTrue(stepper.input().action(code, 1, stepper.clock().nanoTime()));
    }
}
