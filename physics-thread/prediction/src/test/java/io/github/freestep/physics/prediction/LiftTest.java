package io.github.freestep.physics.prediction;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.github.freestep.physics.InlineStepper;
import io.github.freestep.physics.PhysicsContext;
import io.github.freestep.physics.PhysicsException;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.physics.Tick;
import io.github.freestep.state.State;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StateReader;
import io.github.freestep.state.StateWriter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A lift whose place follows from the time is where the service has it, also for a player who comes late. */
class LiftTest {
    private static final class Lift extends Still {
        private double y;
        private long number;
        private boolean fails;

        @Override
        public StateLayout layout() {
            return StateLayout.of(1).doublePositions();
        }

        @Override
        public void set(State server, int slot, PhysicsContext context) {
            assertEquals(server.tick(), context.tick());
            y = at(context.simulationNanos());
        }

        @Override
        public void step(Tick tick) {
            number = tick.number();
            y = at(tick.simulationNanos());
            if (fails) {
                throw new IllegalStateException("the lift is stuck");
            }
        }

        @Override
        public void write(StateWriter state) {
            state.position(0, 0, y, 0);
        }
    }

    private static double at(long nanos) {
        return 2 * Math.sin(nanos * 1e-9);
    }

    @ParameterizedTest
    @CsvSource({"60, 0", "60, 330", "100, 0", "100, 330"})
    void itStaysThereOverAPause(int rate, int ticks) {
        Lift world = new Lift();
        Lift small = new Lift();
        InlineStepper physics = PhysicsService.builder(world).rate(rate).inline();
        for (int tick = 0; tick < ticks; tick++) {
            physics.advanceTick();
        }
        try (RunAhead ahead = RunAhead.builder(new Lift(), physics).open();
                OwnBody own = OwnBody.builder(small, physics.states(), physics.input())
                        .rate(rate)
                        .open();
                StateReader picture = ahead.states().reader()) {
            for (int frame = 0; frame < 1_000; frame++) {
                if (frame == 400) {
                    physics.pause();
                } else if (frame == 544) {
                    physics.resume();
                }
                physics.advance(6_944_444);
                ahead.advance(physics.clock().nanoTime() + 4_000_000);
                own.advance();
                picture.acquire();
                assertEquals(frame < 3 ? small.number : world.number, small.number, "in frame " + frame);
                State shown = picture.state(0);
                // A picture that was of the present in the pause, and is ahead again, makes up for it without a jump.
                if (frame < 544 || frame > 600) {
                    assertEquals(at(shown.simulationNanos()), shown.y(0), 1e-4, "in frame " + frame);
                }
            }
            assertEquals(0, own.corrections());
            small.fails = true;
            physics.advance(20_000_000);
            PhysicsException failure = assertThrows(PhysicsException.class, own::advance);
            assertEquals(small.number, failure.tick());
        }
    }
}
