package io.github.freestep.physics.lockstep.session;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.freestep.physics.SavableSimulation;
import io.github.freestep.physics.Tick;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StateWriter;
import java.io.DataInput;
import java.io.DataOutput;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class WorldHashesTest {
    private static final int EVERY = 10;

    private final SavableSimulation world = new SavableSimulation() {
        @Override
        public void save(DataOutput out) {}

        @Override
        public void restore(DataInput in) {}

        @Override
        public StateLayout layout() {
            return StateLayout.of(1);
        }

        @Override
        public void step(Tick tick) {}

        @Override
        public void write(StateWriter state) {}
    };

    private final WorldHashes hashes = new WorldHashes(EVERY);

    /** A run that begins with a saved world reports the hash of its first state, whatever its tick. */
    @Test
    void aFirstTickThatIsNotComparedHoldsUpNoOtherTick() {
        List<Long> passed = new ArrayList<>();
        hashes.state(1_234, 1);
        for (long tick = 1_240; tick <= 1_260; tick += EVERY) {
            hashes.state(tick, 1);
            hashes.add(tick, world);
        }
        hashes.poll((tick, hash) -> passed.add(tick));
        assertEquals(List.of(1_240L, 1_250L, 1_260L), passed);
    }
}
