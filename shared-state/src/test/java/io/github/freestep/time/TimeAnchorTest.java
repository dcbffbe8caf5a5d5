package io.github.freestep.time;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.testing.Seeds;
import java.util.Random;
import java.util.function.Supplier;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class TimeAnchorTest {
    private final TimeAnchor anchor = new TimeAnchor();

    static LongStream seeds() {
        return Seeds.first(8);
    }

    /** The two mappings are exact inverses, so a thread that waits for a wall time never wakes too early. */
    @ParameterizedTest
    @MethodSource("seeds")
    void wallAtIsTheFirstWallTimeOfASimulationTime(long seed) {
        Random random = Seeds.random(seed);
        for (int i = 0; i < 20_000; i++) {
            long numerator = 1 + random.nextInt(1_000) * (random.nextInt(10) == 0 ? 1_000_000L : 1);
            long denominator = 1 + random.nextInt(1_000) * (random.nextInt(10) == 0 ? 1_000_000L : 1);
            long wall = random.nextBoolean() ? Long.MAX_VALUE - random.nextInt(1_000) : random.nextLong();
            anchor.set(wall, random.nextLong() >>> (2 + random.nextInt(62)), numerator, denominator);
            long ahead = random.nextLong() >>> (2 + random.nextInt(62));
            long simulation = anchor.simulationNanos() + ahead / Math.max(1, denominator / numerator);
            long first = anchor.wallAt(simulation);
            Supplier<String> context = () -> anchor + ", to " + simulation + ", seed " + seed;
            assertTrue(anchor.simulationAt(first) >= simulation, context);
            assertTrue(anchor.simulationAt(first - 1) < simulation, context);
        }
    }

    @Test
    void refusesAnInvalidScale() {
        anchor.set(1_000, 50, 2, 3);
        for (long[] scale : new long[][] {{-1, 1}, {1, 0}, {1, -1}}) {
            String message = assertThrows(IllegalArgumentException.class, () -> anchor.set(0, 0, scale[0], scale[1]))
                    .getMessage();
            assertTrue(message.contains("was " + scale[0] + "/" + scale[1]), message);
        }
        assertEquals(1_000, anchor.wallNanos());
    }

    @Test
    void reportsThatAPauseNeverReachesALaterTime() {
        anchor.set(1_000, 50, 0, 1);
        String message = assertThrows(IllegalStateException.class, () -> anchor.wallAt(51))
                .getMessage();
        assertTrue(message.contains("50 ns"), message);
        assertTrue(message.contains("reaches 51 ns"), message);
        assertTrue(message.contains("isPaused()"), message);
        assertThrows(IllegalStateException.class, () -> anchor.wallAt(49));
    }
}
