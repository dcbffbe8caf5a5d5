package io.github.freestep.physics.rooms.readme;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.physics.Falling;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.physics.Tick;
import io.github.freestep.physics.rooms.PhysicsGroup;
import io.github.freestep.physics.saves.SavableSimulation;
import io.github.freestep.state.StateWriter;
import io.github.freestep.testing.Await;
import io.github.freestep.testing.Logs;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Runs the example of the page about saving. */
@Timeout(240)
class MovingRoomsTest {
    @Test
    void aRoomGoesOnElsewhere() throws IOException {
        try (PhysicsGroup here = PhysicsGroup.open(1);
                PhysicsGroup there = PhysicsGroup.open(1)) {
            Counter left = new Counter();
            PhysicsService room = PhysicsService.builder(left).group(here).start();
            Await.until(() -> room.metrics().tick() >= 3);
            byte[] bytes = MovingRooms.leave(room);
            Counter arrived = new Counter();
            PhysicsService again = MovingRooms.arrive(bytes, arrived, there);
            Await.until(() -> again.metrics().tick() >= 6);
            again.close();
            assertEquals(arrived.last, arrived.steps);
            assertTrue(arrived.steps > left.steps);
        }
    }

    @Test
    @Logs("RUN_FAILED: setting up the world failed: java.io.IOException: no such world")
    void aWorldThatCannotBeRestoredIsNotConfirmed() {
        try (PhysicsGroup here = PhysicsGroup.open(1)) {
            PhysicsService room =
                    PhysicsService.builder(new Counter()).group(here).start();
            byte[] bytes = MovingRooms.leave(room);
            Counter broken = new Counter();
            broken.breaks = true;
            Throwable why = assertThrows(CompletionException.class, () -> MovingRooms.arrive(bytes, broken, here));
            while (why.getCause() != null) {
                why = why.getCause();
            }
            assertEquals(
                    "no such world", assertInstanceOf(IOException.class, why).getMessage());
        }
    }

    /** Shows the number of its steps, and saves it. */
    static final class Counter extends Falling implements SavableSimulation {
        private long last;
        private boolean breaks;

        @Override
        public void step(Tick tick) {
            super.step(tick);
            last = tick.number();
        }

        @Override
        public void write(StateWriter state) {
            state.position(0, 0, steps, 0);
        }

        @Override
        public void save(DataOutput out) throws IOException {
            out.writeLong(steps);
        }

        @Override
        public void restore(DataInput in) throws IOException {
            if (breaks) {
                throw new IOException("no such world");
            }
            steps = in.readLong();
        }
    }
}
