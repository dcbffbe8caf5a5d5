package io.github.freestep.benchmarks.app.compare;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.freestep.benchmarks.app.compare.loops.CountedSteps;
import io.github.freestep.benchmarks.app.compare.loops.FrameHistory;
import io.github.freestep.benchmarks.app.compare.loops.PlaySettings;
import io.github.freestep.benchmarks.app.compare.loops.ScriptedStage;
import io.github.freestep.benchmarks.app.compare.loops.ShownFrame;
import io.github.freestep.benchmarks.app.compare.loops.SpringWorld;
import io.github.freestep.benchmarks.app.compare.loops.StepLoad;
import io.github.freestep.testing.Seeds;
import java.util.function.LongUnaryOperator;
import org.junit.jupiter.api.Test;

class ExcerptTest {
    private static final long MILLI = 1_000_000;

    /**
     * Frames every 10 ms from 20 ms on. Each shows the state at the time that {@code shownMillis} returns for it. No
     * frame that a test looks at is near a wall.
     */
    private static FrameHistory film(LongUnaryOperator shownMillis) {
        PlaySettings setting = new PlaySettings(100, StepLoad.LIGHT, Seeds.of(1), 0, 10);
        SpringWorld world = new SpringWorld();
        FrameHistory film = new FrameHistory(world, new CountedSteps(new ScriptedStage(setting), world, setting));
        for (long at = 20; at < 1_000; at += 10) {
            film.add(at * MILLI, ShownFrame.state(shownMillis.applyAsLong(at) * MILLI), 0);
        }
        return film;
    }

    /** All are 20 ms late but for one that is 4 ms later. */
    private static Excerpt excerpt() {
        return new Excerpt(film(at -> at == 150 ? at - 24 : at - 20), 100 * MILLI, 0.1);
    }

    @Test
    void theWrongSpeedIsNotAnError() {
        for (double error : new Excerpt(film(at -> at / 2), 100 * MILLI, 0.1).errorMillimetres()) {
            assertEquals(0, error, 1e-5);
        }
    }

    @Test
    void hasAtLeastTwoFrames() {
        assertArrayEquals(new double[] {0, 10}, new Excerpt(film(at -> at), 100 * MILLI, 0).millis(), 1e-9);
    }

    @Test
    void beginsAndEndsAtTheGivenTimes() {
        double[] every10 = {0, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100};
        assertArrayEquals(every10, excerpt().millis(), 1e-9);
        double[] shown = {80, 90, 100, 110, 120, 126, 140, 150, 160, 170, 180};
        assertArrayEquals(shown, excerpt().shownMillimetres(), 1e-9);
    }

    @Test
    void theErrorIsTheDistanceFromAnEvenMotion() {
        double[] errors = excerpt().errorMillimetres();
        assertEquals(11, errors.length);
        for (int i = 0; i < errors.length; i++) {
            // The even motion lies in the middle of all, and so a little below most.
            assertEquals(i == 5 ? -4 + 4 / 11.0 : 4 / 11.0, errors[i], 1e-5, "frame " + i);
        }
    }

    @Test
    void drawsTheEvenMotionFromEndToEnd() {
        double[] millis = excerpt().referenceMillis();
        double[] millimetres = excerpt().referenceMillimetres();
        assertEquals(0, millis[0]);
        assertEquals(100, millis[millis.length - 1], 1e-9);
        assertEquals(80 - 4 / 11.0, millimetres[0], 1e-5);
        assertEquals(180 - 4 / 11.0, millimetres[millimetres.length - 1], 1e-5);
    }
}
