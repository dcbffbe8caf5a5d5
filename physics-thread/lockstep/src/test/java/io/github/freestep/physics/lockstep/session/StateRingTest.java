package io.github.freestep.physics.lockstep.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.physics.InlineStepper;
import io.github.freestep.physics.PhysicsContext;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.physics.Simulation;
import io.github.freestep.physics.Tick;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StateWriter;
import io.github.freestep.time.VirtualClock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StateRingTest {
    private static final long TICK = 10_000_000;

    /** Body 0 is attached to body 2. Each of their values depends on the tick. Slot 1 is empty. */
    private static final class World implements Simulation {
        private final StateLayout layout;

        World(StateLayout layout) {
            this.layout = layout;
        }

        @Override
        public StateLayout layout() {
            return layout;
        }

        @Override
        public void setUp(PhysicsContext context) {
            context.bodies().spawn(0);
            context.bodies().spawn(2);
            context.bodies().attach(0, 2);
        }

        private long tick;

        @Override
        public void step(Tick now) {
            tick = now.number();
        }

        @Override
        public void write(StateWriter state) {
            for (int slot = 0; slot < 3; slot += 2) {
                state.position(slot, tick + 0.1, slot + 0.2, 3);
                state.orientation(slot, 0, 0.6f, 0, 0.8f);
                state.linear(0, slot, tick + 4);
                state.stepped(0, slot, slot + 5);
            }
        }
    }

    private static InlineStepper stepper(StateLayout layout) {
        return PhysicsService.builder(new World(layout))
                .rate(100)
                .clock(new VirtualClock(0))
                .inline();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void copiesAllValuesOfAState(boolean doubles) {
        StateLayout layout = StateLayout.of(5).linear("heat").stepped("team");
        layout = doubles ? layout.doublePositions() : layout;
        try (InlineStepper stepper = stepper(layout);
                StateRing ring = new StateRing(stepper.states(), true)) {
            stepper.advance(7 * TICK);
            assertTrue(ring.take());
            assertFalse(ring.take());
            StateRing.Copy copy = ring.at(7);
            assertEquals(7, copy.tick);
            assertEquals(3, copy.slots);
            for (int slot = 0; slot < 3; slot++) {
                assertEquals(slot != 1, copy.alive[slot]);
            }
            assertEquals(2, copy.parents[0]);
            assertEquals(-1, copy.parents[2]);
            String[] values = {"7.1", "2.2", "3.0", "0.0", "0.6", "0.0", "0.8", "11.0", "7.0"};
            for (int i = 0; i < values.length; i++) {
                assertEquals(values[i], copy.text(i, 2), "value " + i);
            }
            assertEquals(doubles ? 3 : 0, copy.positions.length);
        }
    }

    @Test
    void hasTheLastStatesByTheirTicks() {
        try (InlineStepper stepper = stepper(StateLayout.of(3).linear("heat").stepped("team"));
                StateRing ring = new StateRing(stepper.states(), true)) {
            assertNull(ring.at(0), "nothing was taken");
            assertNull(ring.keep(0));
            for (int tick = 1; tick <= 200; tick++) {
                stepper.advance(TICK);
                // Some are published before the next call.
                if (tick % 3 != 0) {
                    ring.take();
                }
            }
            ring.take();
            for (long tick = 73; tick <= 200; tick++) {
                assertEquals(tick, ring.at(tick).tick);
            }
            assertEquals(73, ring.at(72).tick, "the next later one");
            assertNull(ring.at(201));
            assertNull(ring.keep(72));
            assertNull(ring.keep(201));
        }
    }

    @Test
    void keepsTheStateOfASearch() {
        try (InlineStepper stepper = stepper(StateLayout.of(3).linear("heat").stepped("team"));
                StateRing ring = new StateRing(stepper.states(), true)) {
            stepper.advance(4 * TICK);
            ring.take();
            StateRing.Copy kept = ring.keep(3);
            assertEquals(3, kept.tick);
            for (int i = 0; i < 300; i++) {
                stepper.advance(TICK);
                ring.take();
            }
            assertSame(kept, ring.keep(3));
            assertSame(kept, ring.at(2));
            assertSame(kept, ring.at(3));
            assertEquals(177, ring.at(4).tick);
            assertEquals(3, kept.tick);
            StateRing.Copy next = ring.keep(200);
            assertNotSame(kept, next);
            assertNull(ring.keep(3));
            assertEquals(200, ring.at(200).tick);
        }
    }

    @Test
    void copiesNothingOfALargeState() {
        try (InlineStepper stepper =
                        stepper(StateLayout.of(200_000).linear("heat").stepped("team"));
                StateRing ring = new StateRing(stepper.states(), false)) {
            stepper.advance(TICK);
            assertFalse(ring.take());
            assertNull(ring.at(1));
        }
    }
}
