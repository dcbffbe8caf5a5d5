package io.github.freestep.benchmarks.app.stress;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.freestep.benchmarks.scenes.Scenes;
import io.github.freestep.benchmarks.scenes.StepCost;
import io.github.freestep.physics.InlineStepper;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.testing.Seeds;
import org.junit.jupiter.api.Test;

/** Pushes input to a stepper, then steps a tick. */
class InputLoadTest {
    private final StressedScene scene = new StressedScene(
            Scenes.of("swarm", 1, Seeds.of(1), StepCost.NONE), StepCost.NONE, new RunClock(), PlantedFlaw.NONE);
    private final InlineStepper stepper = PhysicsService.builder(scene)
            .inputCapacity(64)
            .clock(System::nanoTime)
            .inline();
    private final Violations violations = new Violations(1, new RunClock());
    private final InputLoad input = new InputLoad(stepper.input(), violations);
    private int left;

    @Test
    void findsAnInputThatWasReplacedByAnother() {
        push(10);
        stepper.input().action(1, 1_000, stepper.clock().nanoTime());
        tick();
        input.balance(scene, stepper.metrics(), -1);
        assertEquals(
                0, violations.count(Promise.INPUT), "the count is right, and the values of waiting input are unknown");
        push(1);
        input.balance(scene, stepper.metrics(), 0);
        assertEquals(1, violations.count(Promise.INPUT), "the count is right, but the values are not");
    }

    private void push(int count) {
        left = count;
        input.flood(() -> left-- > 0);
    }

    private void tick() {
        stepper.advance(10_000_000);
        stepper.advance(10_000_000);
        stepper.advance(10_000_000);
    }
}
