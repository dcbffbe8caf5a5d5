package io.github.freestep.benchmarks.scenes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.physics.Tick;
import io.github.freestep.tools.Walkers;
import io.github.freestep.tools.record.Simulations;
import org.junit.jupiter.api.Test;

class SimulationsTest {
    @Test
    void aNameIsABuiltInSceneOrAClass() {
        assertEquals(12, Simulations.of("springs", 12, 1).layout().capacity());
        assertInstanceOf(Mine.class, Simulations.of(Mine.class.getName(), 12, 1));
    }

    @Test
    void anyOtherNameIsRefusedWithTheReason() {
        assertRefused(
                "swam",
                "is neither one of [swarm, springs, pile, pile2d, pile-bullet, pile-box2d, pile-jolt] nor a class on the class path");
        assertRefused(WithParameter.class.getName(), "public constructor without parameters");
    }

    private static void assertRefused(String name, String why) {
        String message = assertThrows(IllegalArgumentException.class, () -> Simulations.of(name, 1, 1))
                .getMessage();
        assertTrue(message.contains('"' + name + '"') && message.contains(why) && message.contains("-cp"), message);
    }

    public static class Mine extends Walkers {
        public Mine() {
            super(1);
        }

        @Override
        public void step(Tick tick) {}
    }

    public static final class WithParameter extends Mine {
        public WithParameter(int unused) {}
    }

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
