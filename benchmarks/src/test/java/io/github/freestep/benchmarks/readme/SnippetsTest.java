package io.github.freestep.benchmarks.readme;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.freestep.physics.PhysicsService;
import io.github.freestep.physics.SavableSimulation;
import io.github.freestep.physics.Tick;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StateWriter;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class SnippetsTest {
    /** Counts its ticks, and so is right if its count is the number of the tick. */
    private static final class Counter implements SavableSimulation {
        private long ticks;

        @Override
        public StateLayout layout() {
            return StateLayout.of(1);
        }

        @Override
        public void step(Tick tick) {
            ticks++;
        }

        @Override
        public void write(StateWriter state) {}

        @Override
        public void save(DataOutput out) throws IOException {
            out.writeLong(ticks);
        }

        @Override
        public void restore(DataInput in) throws IOException {
            ticks = in.readLong();
        }
    }

    @Test
    void aSavedGameGoesOnWhereItWas() {
        Counter world = new Counter();
        try (PhysicsService physics = PhysicsService.builder(world).start()) {
            while (physics.call(c -> c.tick()).join() == 0) {
                Thread.onSpinWait();
            }
            try (PhysicsService resumed = Snippets.resumed(physics, world, new Counter())) {
                assertEquals(
                        0L,
                        resumed.call(c -> c.world(Counter.class).ticks - c.tick())
                                .join());
            }
        }
    }
}
