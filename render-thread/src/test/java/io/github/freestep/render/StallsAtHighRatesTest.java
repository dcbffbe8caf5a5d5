package io.github.freestep.render;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Locale;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Checks a garbage collection pause of 25 ms every two seconds, at high rates, with states as far apart as a service
 * publishes them by default. Five seeds; twelve give the same result.
 */
class StallsAtHighRatesTest {
    private static final int SEEDS = 5;

    @ParameterizedTest
    @CsvSource({"250, 3", "500, 5", "1000, 10"})
    void aGarbageCollectionPauseIsCovered(int rate, int writtenEvery) {
        double worst = 0;
        for (double fps : new double[] {60, 144}) {
            for (long seed = 0; seed < SEEDS; seed++) {
                double phase = 0.408 * seed;
                SimulatedReader reading = new SimulatedReader.Settings(
                                (seconds, random) -> 0.05 + pause(seconds + phase, rate))
                        .rate(rate)
                        .writtenEvery(writtenEvery)
                        .fps(fps)
                        .joins(0, 45)
                        .run(seed);
                Judder judder = reading.judder(15, 45);
                String context = fps + " fps, seed " + seed + ": " + judder;
                assertTrue(judder.rms() <= 0.1, context);
                assertEquals(0, judder.faults(), context);
                assertTrue(reading.delayAt(40) > 25_000_000, "the delay must cover the pause");
                worst = Math.max(worst, judder.rms());
            }
        }
        System.out.printf(Locale.ROOT, "25 ms every 2 s, %d Hz: worst %.3f %%%n", rate, worst);
    }

    /** Returns the cost of the pause for the one tick that starts just after each even second. */
    private static double pause(double seconds, int rate) {
        // A quarter of a tick later, so that rounding selects neither two ticks nor none.
        return (seconds + 0.25 / rate) % 2 < 0.5 / rate ? 0.025 * rate : 0;
    }
}
