package io.github.freestep.benchmarks.app.compare.loops;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import org.junit.jupiter.api.Test;

class SpringWorldTest {
    private static final long MILLI = 1_000_000;

    private static SpringWorld steppedTo(long millis, long dtMillis) {
        SpringWorld world = new SpringWorld();
        for (long at = 0; at < millis; at += dtMillis) {
            world.step(dtMillis * MILLI);
        }
        return world;
    }

    /** Floats are the same on every machine. */
    @Test
    void theEndStateNeverChanges() {
        assertEquals("3f1a453f 402aaaa1 3edbb890 bf02ba9f", steppedTo(3_000, 10).ending());
        assertNotEquals(steppedTo(3_000, 10).ending(), steppedTo(3_000, 12).ending());
    }

    @Test
    void theEndStateIsTakenAtTheExactTime() {
        SpringWorld world = steppedTo(2_990, 10);
        assertNull(world.ending());
        world.step(25 * MILLI);
        assertEquals(steppedTo(3_000, 10).ending(), world.ending());
        assertEquals(3_015 * MILLI, world.simulatedNanos());
    }
}
