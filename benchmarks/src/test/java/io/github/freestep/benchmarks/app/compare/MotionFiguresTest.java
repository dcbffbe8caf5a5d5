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

/** What is said of films that are known. */
class MotionFiguresTest {
    private static final long MILLI = 1_000_000;
    private static final PlaySettings SETTING = new PlaySettings(100, StepLoad.LIGHT, Seeds.of(1), 0, 10);

    private final SpringWorld world = new SpringWorld();
    private final FrameHistory film =
            new FrameHistory(world, new CountedSteps(new ScriptedStage(SETTING), world, SETTING));

    private void frame(long displayedMillis, long shownMillis) {
        world.step(shownMillis * MILLI - world.simulatedNanos());
        film.add(displayedMillis * MILLI, ShownFrame.state(shownMillis * MILLI), 0);
    }

    @Test
    void evenMotionHasNoJudder() {
        for (int i = 1; i <= 100; i++) {
            frame(10 * i, 10 * i - 7);
        }
        MotionFigures motion = MotionFigures.of(film, 0);
        assertEquals(0, motion.judder(), 1e-12);
        assertEquals(7 * MILLI, motion.latencyNanos());
        assertEquals(1, motion.speed());
        assertEquals(100, motion.fps(), 1e-9);
        assertEquals(0, motion.strayMetres());
    }

    @Test
    void standingAndJumpingInTurnsIsFullJudder() {
        for (int i = 1; i <= 101; i++) {
            frame(10 * i, 20 * (i / 2));
        }
        assertEquals(1, MotionFigures.of(film, 0).judder(), 1e-12);
    }

    @Test
    void theWrongSpeedIsNotJudderAndHasNoLatency() {
        for (int i = 1; i <= 100; i++) {
            frame(10 * i, 6 * i);
        }
        MotionFigures motion = MotionFigures.of(film, 0);
        assertEquals(0, motion.judder(), 1e-12);
        assertEquals(0.6, motion.speed(), 1e-12);
        assertEquals(Double.NaN, motion.latencyNanos());
    }

    @Test
    void ignoresFramesBeforeTheStart() {
        for (int i = 1; i <= 100; i++) {
            frame(10 * i, i < 50 ? i : 10 * i);
        }
        assertEquals(0, MotionFigures.of(film, 500 * MILLI).judder(), 1e-12);
    }

    @Test
    void aFewFramesHaveNoJudder() {
        frame(1_000, 1_000);
        frame(3_000, 2_000);
        MotionFigures motion = MotionFigures.of(film, 0);
        assertEquals(Double.NaN, motion.judder());
        assertEquals(0.5, motion.fps());
        assertEquals(0.5, motion.speed());
    }

    @Test
    void strayIsTheGreatestDistance() {
        for (int i = 1; i <= 100; i++) {
            frame(10 * i, 10 * i);
        }
        film.add(1_010 * MILLI, new ShownFrame(1_010 * MILLI, WalkingBody.at(1_010 * MILLI) + 0.02, 0), 0);
        film.add(1_020 * MILLI, new ShownFrame(1_020 * MILLI, WalkingBody.at(1_020 * MILLI) - 0.01, 0), 0);
        assertEquals(0.02, MotionFigures.of(film, 0).strayMetres(), 1e-12);
    }
}
