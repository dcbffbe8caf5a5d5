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
    void theFirstTickAfterAPauseGetsAllItsActions() {
        try (InlineStepper stepper = builder.inline()) {
            pauseWithInput(stepper);
        }
        assertEquals(List.of("1: 0.0", "2: 0.5, action 1 1.0 at 0.5, action 2 1.0 at 0.5, axis 0.5 at 0.5"), seen);
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

    private static void push(InlineStepper stepper, int code) {
        assertTrue(stepper.input().action(code, 1, stepper.clock().nanoTime()));
    }
}
