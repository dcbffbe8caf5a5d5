package io.github.freestep.benchmarks.app.compare.loops;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.freestep.testing.Seeds;
import org.junit.jupiter.api.Test;

/** Checks the loops of engines frame by frame, with steps that take 0.5 ms or, one in twenty, 9 ms. */
class EngineLoopsTest {
    private static final long MILLI = 1_000_000;

    private final PlaySettings setting = new PlaySettings(100, StepLoad.LIGHT, Seeds.of(1), 0, 10);
    private final ScriptedStage stage = new ScriptedStage(setting);
    private final SpringWorld world = new SpringWorld();
    private final StepWorker worker = new StepWorker(stage, new CountedSteps(stage, world, setting));

    /** Plays a frame, and returns the milliseconds that it shows. */
    private double frame(Loop loop, double atMillis) {
        stage.until(Math.round(atMillis * MILLI));
        return loop.frame(stage.nanoTime()).shownNanos() / 1e6;
    }

    private double nowMillis() {
        return stage.nanoTime() / 1e6;
    }

    private long steppedMillis() {
        return world.simulatedNanos() / MILLI;
    }

    @Test
    void aJoinedStepDelaysTheFrameAndShowsInTheNext() {
        Loop loop = EngineLoops.joinedInEachFrame(worker);
        frame(loop, 25);
        assertEquals(20, steppedMillis());
        assertEquals(25, nowMillis(), "draws first");
        loop.drawn();
        assertEquals(26, nowMillis(), "waits for both steps");
        assertEquals(10 + 5, frame(loop, 32), "what was left before this frame");
        assertEquals(30, steppedMillis(), "5 ms were left, and 7 have come");
        frame(loop, 1_000);
        assertEquals(70, steppedMillis(), "at most four, and the rest is dropped");
    }

    @Test
    void anAwaitedStepIsTakenAheadOfThePicture() {
        Loop loop = EngineLoops.awaitedAndInterpolated(worker);
        assertEquals(0, frame(loop, 10));
        assertEquals(30, steppedMillis(), "10 ms, and 1.1 frames more");
        assertEquals(10, nowMillis(), "does not wait for them");
        assertEquals(20, frame(loop, 20), "now");
        assertEquals(40, steppedMillis());
        assertEquals(30, frame(loop, 27), "jumps ahead to the older of its last two results");
    }

    @Test
    void aStepThatIsNotOverDelaysTheNextFrame() {
        Loop loop = EngineLoops.awaitedAndInterpolated(worker);
        frame(loop, 1_000);
        // 100 ms and 110 more.
        assertEquals(210, steppedMillis());
        frame(loop, 1_000.5);
        assertEquals(1_010.5, nowMillis(), "21 steps of 0.5 ms");
    }

    @Test
    void twoTicksBehindIsTheSameDelayAlways() {
        Loop loop = EngineLoops.twoTicksBehind(worker);
        for (int at = 7; at <= 700; at += 7) {
            assertEquals(Math.max(0, at - 20), frame(loop, at), 1e-6);
        }
        assertEquals(700, steppedMillis());
        assertEquals(700, frame(loop, 740), "clamped at a thirtieth of a second, and not stepped yet");
        assertEquals(730, steppedMillis());
    }
}
