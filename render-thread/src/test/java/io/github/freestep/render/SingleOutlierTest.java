package io.github.freestep.render;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** One late tick in a run of 40 s, at any phase of the seconds by which lateness is kept. */
class SingleOutlierTest {
    private static final int PHASES = 20;

    @ParameterizedTest
    @CsvSource({"0.05, 5", "0.05, 10", "0.05, 15", "0.3, 5", "0.3, 10", "0.3, 15", "0.7, 10"})
    void aSingleHiddenLateTickDoesNotRaiseTheDelay(double cost, double lateMillis) {
        for (int phase = 0; phase < PHASES; phase++) {
            double at = 30.005 + (double) phase / PHASES;
            SimulatedReader reading = new SimulatedReader.Settings(
                            (seconds, random) -> cost + extra(seconds, at, lateMillis))
                    .joins(0, 45)
                    .run(phase);
            double since = at - reading.frames[0] / 1e9;
            double before = reading.delayAt(since - 0.1);
            double after = reading.delayAt(since + 1.1);
            String context = "phase " + phase + ": from " + before + " to " + after;
            assertTrue(after - before <= 1e6, context);
            assertEquals(0, reading.judder(since - 0.5, 45).faults(), context);
            assertTrue(reading.judder(since + 1.5, 45).rms() <= 0.02, context);
        }
    }

    /** From the second late tick on, the delay is long enough. */
    @ParameterizedTest
    @CsvSource({"3, 15", "7, 15", "7, 19"})
    void lateTicksEveryFewSecondsRaiseTheDelay(double every, double lateMillis) {
        SimulatedReader reading = new SimulatedReader.Settings(
                        (seconds, random) -> 0.1 + extra(seconds % every, 1, lateMillis))
                .joins(0, 60)
                .run(1);
        Judder judder = reading.judder(1 + 2 * every + 1, 60);
        assertTrue(judder.rms() <= 0.3 && judder.faults() == 0, judder::toString);
    }

    private static double extra(double seconds, double at, double millis) {
        return seconds >= at && seconds < at + 0.0099 ? millis / 10 : 0;
    }
}
