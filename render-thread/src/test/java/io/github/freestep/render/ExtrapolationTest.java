package io.github.freestep.render;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Locale;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Extrapolates motion with log-normal tick costs of 60 % of the period. Four seeds; ten give the same result. */
class ExtrapolationTest {
    private static final int SEEDS = 4;

    @ParameterizedTest
    @CsvSource({"30, 240", "30, 500", "60, 60", "60, 500", "100, 240", "100, 500", "128, 165", "128, 500"})
    void motionIsEvenAtEveryRate(int rate, double fps) {
        double worst = 0;
        for (long seed = 0; seed < SEEDS; seed++) {
            Judder judder = new SimulatedReader.Settings(
                            (seconds, random) -> 0.6 * Math.exp(0.3 * random.nextGaussian()))
                    .rate(rate)
                    .fps(fps)
                    .mode(FrameMode.EXTRAPOLATE)
                    .joins(0, 45)
                    .run(seed)
                    .judder(15, 45);
            String context = "seed " + seed + ": " + judder;
            assertTrue(judder.rms() <= 1, context);
            assertEquals(0, judder.faults(), context);
            worst = Math.max(worst, judder.rms());
        }
        System.out.printf(Locale.ROOT, "extrapolated, %d Hz, %.0f fps: worst %.3f %%%n", rate, fps, worst);
    }
}
