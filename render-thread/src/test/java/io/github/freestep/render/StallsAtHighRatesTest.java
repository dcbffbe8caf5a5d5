package io.github.freestep.render;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.testing.Thorough;
import java.util.Locale;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Checks a garbage collection pause of 25 ms every two seconds, at rates from 100 Hz on, with the states and windows
 * that a service has by default.
 */
class StallsAtHighRatesTest {
    private static final int SEEDS = Thorough.of(2, 12);

    @ParameterizedTest
    @CsvSource({
        "100, 1, 6",
        "101, 1, 7",
        "120, 1, 7",
        "128, 1, 8",
        "144, 1, 8",
        "149, 1, 8",
        "150, 2, 5",
        "250, 3, 6",
        "500, 5, 6",
        "1000, 10, 6"
    })
    void aGarbageCollectionPauseIsCovered(int rate, int writtenEvery, int window) {
        double worst = 0;
        for (double fps : new double[] {24, 30, 60, 144}) {
            for (long seed = 0; seed < SEEDS; seed++) {
                double phase = 0.408 * seed;
                SimulatedReader reading = new SimulatedReader.Settings(
                                (seconds, random) -> 0.05 + pause(seconds + phase, rate))
                        .rate(rate)
                        .writtenEvery(writtenEvery)
                        .window(window)
                        .fps(fps)
                        .joins(0, 45)
                        .run(seed);
                Judder judder = reading.judder(15, 45);
                String context = fps + " fps, seed " + seed + ": " + judder;
                assertTrue(judder.rms() <= 0.15, context);
                assertEquals(0, judder.faults(), context);
                assertTrue(reading.delayAt(40) > 25_000_000, "the delay must cover the pause; " + context);
                worst = Math.max(worst, judder.rms());
            }
        }
        System.out.printf(Locale.ROOT, "25 ms every 2 s, %d Hz: worst %.3f %%%n", rate, worst);
    }

    /** Returns the cost of the pause for the one tick that starts just after each even second. */
    private static double pause(double seconds, int rate) {
        // A quarter of a tick later, so that rounding selects neither two ticks nor none.
        return (seconds + 0.25 / rate) % 2 < 1.0 / rate ? 0.025 * rate : 0;
    }
}
