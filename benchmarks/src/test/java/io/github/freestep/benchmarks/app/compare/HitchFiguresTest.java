package io.github.freestep.benchmarks.app.compare;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.freestep.benchmarks.app.compare.loops.CountedSteps;
import io.github.freestep.benchmarks.app.compare.loops.FrameHistory;
import io.github.freestep.benchmarks.app.compare.loops.PlaySettings;
import io.github.freestep.benchmarks.app.compare.loops.ScriptedStage;
import io.github.freestep.benchmarks.app.compare.loops.ShownFrame;
import io.github.freestep.benchmarks.app.compare.loops.SpringWorld;
import io.github.freestep.benchmarks.app.compare.loops.StepLoad;
import io.github.freestep.benchmarks.app.compare.loops.WalkingBody;
import io.github.freestep.testing.Seeds;
import org.junit.jupiter.api.Test;

/** What is said of films that are known. The hitch comes after 4 s, and a frame is 10 ms long. */
class HitchFiguresTest {
    private static final long MILLI = 1_000_000;
    private static final PlaySettings SETTING = new PlaySettings(100, StepLoad.HITCH, Seeds.of(1), 0, 10);

    private final SpringWorld world = new SpringWorld();
    private final FrameHistory film =
            new FrameHistory(world, new CountedSteps(new ScriptedStage(SETTING), world, SETTING));

    private void frame(long displayedMillis, long shownMillis) {
        film.add(displayedMillis * MILLI, ShownFrame.state(shownMillis * MILLI), 0);
    }

    @Test
    void evenMotionHasNoneOfIt() {
        for (int i = 1; i <= 900; i++) {
            frame(10 * i, 10 * i - 7);
        }
        assertEquals(new HitchFigures(0, 0, 10 * MILLI, 0), HitchFigures.of(film, SETTING));
    }

    @Test
    void aPictureThatStandsStillAndJumps() {
        for (int i = 1; i <= 900; i++) {
            frame(10 * i, i > 400 && i <= 420 ? 4_000 : 10 * i);
        }
        HitchFigures figures = HitchFigures.of(film, SETTING);
        assertEquals(20, figures.still());
        assertEquals(210, figures.largestMillis());
        assertEquals(Math.sqrt((20 + 20 * 20) / 300.0), figures.judder(), 1e-12, "of 3 s");
        assertEquals("judder 118 %, still for 20 refreshes, largest step 210 ms", figures.toString());
    }

    @Test
    void aFrameThatStaysForManyRefreshesIsStill() {
        for (int i = 1; i <= 900; i++) {
            if (i <= 400 || i > 420) {
                frame(10 * i, 10 * i);
            }
        }
        HitchFigures figures = HitchFigures.of(film, SETTING);
        assertEquals(20, figures.still());
        assertEquals(210, figures.largestMillis());
        assertEquals(0, figures.judder(), 1e-12, "no frame moved too little or too far for its time");
    }

    @Test
    void strayIsTheGreatestDistance() {
        for (int i = 1; i <= 900; i++) {
            double off = i == 410 ? 0.02 : i == 300 || i == 700 ? 1 : 0;
            film.add(10 * i * MILLI, new ShownFrame(10 * i * MILLI, WalkingBody.at(10 * i * MILLI) + off, 0), 0);
        }
        assertEquals(0.02, HitchFigures.of(film, SETTING).strayMetres(), 1e-12);
    }

    @Test
    void ignoresWhatIsFarFromTheHitch() {
        for (int i = 1; i <= 900; i++) {
            frame(10 * i, i < 350 || i > 660 ? 20 * (i / 2) : 10 * i);
        }
        assertEquals(new HitchFigures(0, 0, 10 * MILLI, 0), HitchFigures.of(film, SETTING));
    }
}
