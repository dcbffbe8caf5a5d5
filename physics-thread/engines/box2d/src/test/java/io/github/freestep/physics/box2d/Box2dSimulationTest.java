package io.github.freestep.physics.box2d;

import static io.github.freestep.state.State.NO_SLOT;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.freestep.physics.EventReader;
import io.github.freestep.physics.InlineStepper;
import io.github.freestep.physics.engine.EngineRig;
import io.github.freestep.state.StateLayout;
import java.util.List;
import org.junit.jupiter.api.Test;

class Box2dSimulationTest extends EngineRig {
    private final Box2dSimulation world = Box2dSimulation.of(StateLayout.of(8), Squares::floor);
    private final InlineStepper stepper = stepper(world);
    private final EventReader events = stepper.events().with().open();

    @Test
    void aBodyThatWasNotAddedHasNoSlot() {
        Squares.square(world, 0, 1);
        int slot = world.add(Squares.square(world, 0, 3));
        assertEquals(List.of(NO_SLOT + " " + NO_SLOT, slot + " " + NO_SLOT), contacts(100));
    }

    private List<String> contacts(int ticks) {
        return contacts(stepper, events, ticks, Float.MIN_VALUE);
    }
}
