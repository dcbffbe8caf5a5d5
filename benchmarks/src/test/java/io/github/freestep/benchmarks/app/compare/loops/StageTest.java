package io.github.freestep.benchmarks.app.compare.loops;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.testing.Seeds;
import org.junit.jupiter.api.Test;

/** The scripted stage and its screen: what passes, and what is seen meanwhile. */
class StageTest {
    private static final long MILLI = 1_000_000;

    @Test
    void aLateFrameAppearsARefreshLater() {
        PlaySettings setting = new PlaySettings(144, StepLoad.HEAVY, Seeds.of(1), 0, 10);
        FrameHistory film = LoopPlayer.scripted(LoopKind.ONE_STEP, setting);
        int late = 0;
        for (int i = 1; i < film.frames(); i++) {
            double refreshes = (film.displayedNanos(i) - film.displayedNanos(i - 1)) * 144 / 1e9;
            assertEquals(Math.rint(refreshes), refreshes, 1e-6, "frame " + i);
            // A slow step takes 9 ms, and a refresh 6.9.
            late += refreshes > 1.5 ? 1 : 0;
        }
        assertOneInTwenty(film.frames() - 1, late);
    }

    @Test
    void aFrameSeesTheStatesPublishedBeforeIt() {
        PlaySettings setting = new PlaySettings(100, StepLoad.HEAVY, Seeds.of(1), 0, 10);
        FrameHistory film = LoopPlayer.scripted(LoopKind.RAW, setting);
        int slow = 0;
        for (int i = 5; i < film.frames(); i++) {
            // It is on screen 10 ms after it begins, at which time the tick that is due then has not been stepped.
            long age = film.displayedNanos(i) - film.shownNanos(i);
            assertEquals(20 * MILLI, age, "frame " + i);
            slow++;
        }
        assertTrue(slow > 900);
        // 5 ms after a tick is due it is there, unless it is a slow one.
        film = LoopPlayer.scripted(LoopKind.RAW, new PlaySettings(200, StepLoad.HEAVY, Seeds.of(1), 0, 10));
        int missing = 0;
        for (int i = 6; i < film.frames(); i += 2) {
            missing += film.displayedNanos(i) - film.shownNanos(i) > 12 * MILLI ? 1 : 0;
        }
        assertOneInTwenty(film.frames() / 2 - 3, missing);
    }

    /** One step in twenty is slow, at random: within five standard deviations of that. */
    private static void assertOneInTwenty(int steps, int slow) {
        assertEquals(steps / 20.0, slow, 5 * Math.sqrt(steps * 0.05 * 0.95));
    }

    @Test
    void aStallComesOnce() {
        for (LoopKind way : new LoopKind[] {LoopKind.INTERPOLATED, LoopKind.CLAMPED, LoopKind.FREESTEP}) {
            PlaySettings setting = new PlaySettings(60, StepLoad.LIGHT, Seeds.of(1), 10_000 * MILLI, 10);
            FrameHistory film = LoopPlayer.scripted(way, setting);
            int gaps = 0;
            for (int i = 1; i < film.frames(); i++) {
                long gap = film.displayedNanos(i) - film.displayedNanos(i - 1);
                gaps += gap > 9_000 * MILLI ? 1 : 0;
                assertTrue(gap < 10_500 * MILLI, way + " " + gap);
            }
            assertEquals(1, gaps, way.toString());
            assertTrue(film.endNanos() >= setting.endNanos(), way.toString());
        }
    }

    @Test
    void aFrameBeforeAStallIsNotDrawnAfterIt() {
        // The thread waits from 4.0105 s to 4.02 s, where the stall begins; a frame begins at 4.0167.
        FrameHistory film = LoopPlayer.scripted(
                LoopKind.CLAMPED, new PlaySettings(60, StepLoad.LIGHT, Seeds.of(1), 10_000 * MILLI, 10.05));
        assertEquals(4_033_333_333L, film.displayedNanos(film.frameAt(4_020 * MILLI)));
    }

    @Test
    void endsALoopThatNeverCatchesUp() {
        PlaySettings setting = new PlaySettings(60, StepLoad.OVERLOAD, Seeds.of(1), 10_000 * MILLI, 10);
        FrameHistory film = LoopPlayer.scripted(LoopKind.RAW, setting);
        assertTrue(film.catchesUp());
        assertEquals(30e9, film.endNanos(), 20e6, "the length of the stall once more");
        film = LoopPlayer.scripted(LoopKind.LOCKSTEP, setting);
        assertEquals(20e9, film.endNanos(), 200e6, "a loop that draws while it catches up waits for the display");
    }

    @Test
    void drawingDelaysTheStepsOfItsOwnThreadOnly() {
        PlaySettings setting = new PlaySettings(100, StepLoad.HEAVY, Seeds.of(1), 0, 10, Display.SLOW);
        FrameHistory beside = LoopPlayer.scripted(LoopKind.RAW, setting);
        // Drawing takes 4 to 20 ms, so each frame takes a refresh of 10 ms or two of them: 16.25 ms in the mean.
        assertEquals(10e9 / 16.25e6, beside.frames(), 25);
        assertEquals(10e9, beside.simulatedNanos(beside.frames() - 1), 30 * MILLI);
        FrameHistory inside = LoopPlayer.scripted(LoopKind.ACCUMULATOR, setting);
        assertTrue(inside.frames() < 500, "steps and drawing add up: " + inside.frames());
    }

    @Test
    void aTornFrameIsDisplayedAtOnce() {
        // A step takes 15 ms and drawing 4 to 20 ms: together more than two refreshes in a tenth of the frames.
        PlaySettings setting = new PlaySettings(60, StepLoad.OVERLOAD, Seeds.of(1), 0, 20, Display.SLOW);
        FrameHistory film = LoopPlayer.scripted(LoopKind.LOCK_OR_TEAR, setting);
        int torn = 0;
        for (int i = 1; i < film.frames(); i++) {
            double refreshes = film.displayedNanos(i) * 60 / 1e9;
            torn += Math.abs(Math.rint(refreshes) - refreshes) > 1e-6 ? 1 : 0;
            long gap = film.displayedNanos(i) - film.displayedNanos(i - 1);
            assertTrue(gap <= 50 * MILLI, "frame " + i + " missed no third refresh: " + gap);
        }
        assertEquals(film.frames() / 10.0, torn, film.frames() / 20.0);
    }

    @Test
    void aVaryingDisplayRefreshesFortyToSixtyTimesASecond() {
        Refreshes refreshes = Display.VARYING.refreshes(60, Seeds.of(1));
        for (int i = 0; i < 1_000; i++) {
            long nanos = refreshes.nanos(i + 1) - refreshes.nanos(i);
            assertTrue(nanos >= 16_666_667 && nanos < 25 * MILLI, "refresh " + i + ": " + nanos);
            assertEquals(i, refreshes.before(refreshes.nanos(i)));
            assertEquals(i, refreshes.before(refreshes.nanos(i + 1) - 1));
        }
    }

    @Test
    void scriptedTimePassesByWorkAndWaits() {
        ScriptedStage stage = new ScriptedStage(new PlaySettings(60, StepLoad.LIGHT, Seeds.of(1), 0, 10));
        stage.work(5);
        assertEquals(0, stage.rests());
        stage.until(100);
        stage.until(50);
        assertEquals(100, stage.nanoTime());
        assertEquals(1, stage.rests(), "waiting for a past time is not a wait");
    }
}
