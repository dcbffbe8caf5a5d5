package io.github.freestep.benchmarks.scenes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.testing.Seeds;
import java.util.Random;
import org.junit.jupiter.api.Test;

class LifeTest {
    @Test
    void sineAndCosineAreAccurateInALifeAndAnExtrapolationBeyondIt() {
        for (float angle = -1.5f; angle <= 1.5f; angle += 0.001f) {
            double rounding = Math.abs(angle) <= 0.75 ? 1.2e-7 : 4e-7;
            assertEquals(Math.sin(angle), Life.sine(angle), rounding);
            assertEquals(Math.cos(angle), Life.cosine(angle), rounding);
        }
    }

    @Test
    void everyLifeStaysWithinTheRangesThatTolerancesAssume() {
        Random random = Seeds.random(1);
        for (int i = 0; i < 100_000; i++) {
            long hash = Life.hash(i, random.nextInt(1_000), random.nextInt(1_000));
            long nanos = Life.nanos(hash);
            assertTrue(nanos > 0 && nanos <= Life.MAX_NANOS, "a life of " + nanos + " ns");
            assertTrue(Life.spin(hash) > 0.005 && Life.spin(hash) * nanos * 1e-9 <= 0.7501, "half a turn");
            assertTrue(Math.abs(Life.x(hash) + Life.velocityX(hash) * nanos * 1e-9) < 256, "the path");
            assertTrue(Math.abs(Life.velocityX(hash)) > 0.19 && Math.abs(Life.velocityX(hash)) <= Life.MAX_SPEED);
            float x = Life.axisX(hash);
            float y = Life.axisY(hash);
            float z = Life.axisZ(hash);
            assertEquals(1, x * x + y * y + z * z, 1e-6);
        }
    }

    @Test
    void aBirthIsDecodedFromItsFloatAndTheTickOfTheState() {
        for (long reached : new long[] {0, 5, (1 << 24) - 1, 1 << 24, (1L << 40) + 3}) {
            for (long birth = Math.max(0, reached - 10_000_000); birth <= reached; birth += 9_999) {
                float alive = Births.encode(birth, true);
                float gone = Births.encode(birth, false);
                assertTrue(Births.alive(alive));
                assertFalse(Births.alive(gone));
                assertEquals(birth, Births.tick(alive, reached));
                assertEquals(birth, Births.tick(gone, reached));
            }
        }
    }
}
