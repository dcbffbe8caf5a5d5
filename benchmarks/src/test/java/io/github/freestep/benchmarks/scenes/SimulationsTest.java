package io.github.freestep.benchmarks.scenes;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.github.freestep.tools.record.Simulations;
import org.junit.jupiter.api.Test;

class SimulationsTest {
    /** A name may come from a file. */
    @Test
    void noCodeRunsOfAClassThatIsNoSimulation() {
        assertThrows(IllegalArgumentException.class, () -> Simulations.of(Loud.class.getName(), 1, 1));
        assertFalse(loud);
    }

    private static boolean loud;

    /** Records that it was initialised. */
    private static final class Loud {
        static {
            loud = true;
        }
    }
}
