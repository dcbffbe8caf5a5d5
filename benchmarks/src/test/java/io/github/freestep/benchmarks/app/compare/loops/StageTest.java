package io.github.freestep.benchmarks.app.compare.loops;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.freestep.testing.Seeds;
import org.junit.jupiter.api.Test;

/** What no figure of the gallery shows. The others are compared with the page. */
class StageTest {
    private static final long MILLI = 1_000_000;

    @Test
    void aFrameBeforeAStallIsNotDrawnAfterIt() {
        // The thread waits from 4.0105 s to 4.02 s, where the stall begins; a frame begins at 4.0167.
        FrameHistory film = LoopPlayer.scripted(
                LoopKind.CLAMPED, new PlaySettings(60, StepLoad.LIGHT, Seeds.of(1), 10_000 * MILLI, 10.05));
        assertEquals(4_033_333_333L, film.displayedNanos(film.frameAt(4_020 * MILLI)));
    }
}
