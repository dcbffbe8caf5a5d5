package io.github.freestep.render;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.testing.Thorough;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Checks every frame rate with every kind of load, on timing scripts of 40 s; the first 15 s are for settling.
 */
class SmoothnessTest {
    /** Zero stands for a display with a variable rate. */
    private static final double[] RATES = {24, 30, 48, 60, 72, 75, 90, 100, 120, 144, 165, 240, 360, 0};

    private static final int SEEDS = Thorough.of(2, 20);
    private static final double SECONDS = 40;
    private static final double SETTLED = 15;
    private static final int DEPTH = 4;

    /** Results below this, a third of the usual limit, are equally good where a window cannot cover the lateness. */
    private static final double ALIKE = 0.1;

    /**
     * Half of the runs whose lateness the window cannot cover are as even as the reference. In the others the picture
     * may stand still and then jump once, where the reference jumps several times by less.
     */
    private static final double LIKE_REFERENCE = 1.05;

    @Execution(ExecutionMode.CONCURRENT)
    @ParameterizedTest
    @CsvSource({
        "0.05, constant", "0.05, lognormal", "0.05, bimodal",
        "0.3, constant", "0.3, lognormal", "0.3, bimodal",
        "0.7, constant", "0.7, lognormal", "0.7, bimodal"
    })
    void motionIsEven(double cost, String kind) {
        List<Double> ratios = new ArrayList<>();
        for (double fps : RATES) {
            for (long seed = 0; seed < SEEDS; seed++) {
                TimingScript script = TimingScript.of(cost, kind, fps, SECONDS, seed);
                String context =
                        String.format(Locale.ROOT, "%.0f %% %s, %.0f fps, seed %d", 100 * cost, kind, fps, seed);
                ShownTimes.Shown shown = ShownTimes.clock(script, DEPTH, FrameMode.INTERPOLATE);
                Judder clock = Judder.of(script.frames, shown.nanos(), SETTLED);
                Judder reference = Judder.of(script.frames, ShownTimes.reference(script, DEPTH), SETTLED);
                assertEquals(0, clock.backward(), context);
                if (script.covered(DEPTH)) {
                    assertTrue(clock.rms() <= 0.3, () -> context + " " + clock);
                    assertEquals(0, clock.frozen() + clock.jumping(), () -> context + " " + clock);
                    double most = TimingScript.TICK_NANOS + script.mostLateness() + 500_000;
                    assertTrue(shown.mostDelay() <= most, () -> context + " is delayed by " + shown.mostDelay());
                } else {
                    ratios.add(clock.rms() / Math.max(ALIKE, reference.rms()));
                }
                Judder ahead = Judder.of(
                        script.frames,
                        ShownTimes.clock(script, DEPTH, FrameMode.EXTRAPOLATE).nanos(),
                        SETTLED);
                assertEquals(0, ahead.backward(), context);
                if (script.covered(DEPTH)) {
                    assertTrue(ahead.rms() <= 1 && ahead.faults() == 0, () -> context + " extrapolated " + ahead);
                }
            }
        }
        Collections.sort(ratios);
        double median = ratios.isEmpty() ? 0 : ratios.get(ratios.size() / 2);
        // Few runs can be many rates of one seed.
        assertTrue(
                ratios.size() < 5 * RATES.length || median <= LIKE_REFERENCE,
                () -> "median of judder by that of the reference: " + median);
    }
}
