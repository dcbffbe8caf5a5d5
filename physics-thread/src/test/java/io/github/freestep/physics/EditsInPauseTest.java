package io.github.freestep.physics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.internal.Inside;
import io.github.freestep.state.State;
import io.github.freestep.state.StateReader;
import io.github.freestep.state.StateWriter;
import io.github.freestep.state.content.StateInside;
import io.github.freestep.testing.Logs;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What commands change while time is paused is published at once, with the same tick. */
class EditsInPauseTest {
    private static final long TICK = 10_000_000;

    private final Column world = new Column();
    private final InlineStepper stepper =
            PhysicsService.builder(world).rate(100).inline();
    private final StateReader reader = stepper.states().reader();

    @AfterEach
    void close() {
        reader.close();
        stepper.close();
    }

    private State newest() {
        reader.acquire();
        return reader.state(0);
    }

    @Test
    void aCommandInAPauseIsSeenAtOnceInTheSameTick() {
        stepper.advance(5 * TICK);
        stepper.pause();
        assertEquals(0, StateInside.edition(newest()));
        stepper.submit(c -> world.spawn(c, 1, 7));
        assertEquals(5, newest().tick());
        assertEquals(1, StateInside.edition(newest()));
        assertTrue(newest().isAlive(1));
        assertEquals(7, newest().x()[1]);
        stepper.submit(c -> world.put(c, 1, 9));
        assertEquals(9, newest().x()[1]);
        stepper.submit(c -> c.bodies().remove(1));
        assertFalse(newest().isAlive(1));
        assertEquals(3, StateInside.edition(newest()));
        assertEquals(4, reader.state(1).tick(), "the states before it stay");
        assertEquals(4, StateInside.predecessorTick(newest()));
    }

    @Test
    void whileTimeRunsTheNextTickShowsIt() {
        stepper.advance(5 * TICK);
        stepper.submit(c -> world.put(c, 0, 9));
        assertEquals(0, newest().x()[0]);
        stepper.advance(TICK);
        assertEquals(9, newest().x()[0]);
        assertEquals(6, newest().tick());
        assertEquals(0, StateInside.edition(newest()));
        stepper.pause();
        assertEquals(0, StateInside.edition(newest()), "the tick has published it");
    }

    @Test
    void theFlowOfTimeAndTheHashesDoNotChange() {
        try (InlineStepper other =
                        PhysicsService.builder(new Column()).rate(100).inline();
                EventReader hashes =
                        stepper.events().with(PhysicsEvent.Kind.HASH).open()) {
            stepper.advance(5 * TICK);
            other.advance(5 * TICK);
            stepper.pause();
            stepper.submit(c -> world.put(c, 0, 9));
            stepper.submit(c -> world.put(c, 0, 0));
            stepper.resume();
            stepper.advance(5 * TICK);
            other.advance(5 * TICK);
            assertEquals(10, newest().tick());
            assertEquals(
                    Inside.of(other.events()).hash(),
                    Inside.of(stepper.events()).hash());
            assertEquals(10, hashes.poll(event -> {}), "one for each tick");
        }
    }

    @Test
    @Logs("FAULT: body 0 has a NaN or infinite value")
    void anEditThatMakesANanIsAFaultAndTheLastGoodStateStays() {
        Column other = new Column();
        try (InlineStepper skipping = PhysicsService.builder(other)
                        .rate(100)
                        .faultPolicy(FaultPolicy.skip())
                        .inline();
                StateReader states = skipping.states().reader()) {
            skipping.advance(5 * TICK);
            skipping.pause();
            skipping.submit(c -> other.put(c, 0, Float.NaN));
            states.acquire();
            assertEquals(0, states.state(0).x()[0]);
            assertEquals(1, skipping.metrics().faults());
            skipping.submit(c -> other.put(c, 0, 3));
            states.acquire();
            assertEquals(3, states.state(0).x()[0], "another command has repaired it");
        }
    }

    @Test
    @Logs("FAULT: body 0 has a NaN or infinite value")
    void aFaultThatIsRepairedInThePauseDoesNotPauseAgain() {
        Column other = new Column();
        try (InlineStepper pausing = PhysicsService.builder(other)
                .rate(100)
                .faultPolicy(FaultPolicy.pause())
                .inline()) {
            pausing.advance(5 * TICK + TICK / 2);
            pausing.pause();
            pausing.submit(c -> other.put(c, 0, Float.NaN));
            pausing.submit(c -> other.put(c, 0, 1));
            pausing.resume();
            assertEquals(3, pausing.advance(2 * TICK + TICK / 2), "no time was dropped");
        }
    }

    /** Bodies that stay where commands put them. */
    private static final class Column extends Falling {
        private final float[] x = new float[2];

        void spawn(PhysicsContext c, int slot, float at) {
            c.bodies().spawn(slot);
            x[slot] = at;
        }

        void put(PhysicsContext c, int slot, float at) {
            c.bodies().teleport(slot);
            x[slot] = at;
        }

        @Override
        public void step(Tick tick) {}

        @Override
        public void write(StateWriter state) {
            for (int slot = 0; slot < x.length; slot++) {
                if (state.isAlive(slot)) {
                    state.position(slot, x[slot], 0, 0);
                }
            }
        }
    }
}
