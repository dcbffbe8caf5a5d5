package io.github.freestep.benchmarks.app.compare.loops;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Checks what the figures of the gallery do not show, frame by frame. {@code GalleryPageTest} compares those. Times are
 * in milliseconds.
 */
class LoopsTest {
    private static final long MILLI = 1_000_000;

    private final List<Long> steps = new ArrayList<>();
    private ShownFrame picture;

    private void step(long dtNanos) {
        steps.add(dtNanos / MILLI);
    }

    /** The steps taken in a frame at this time. */
    private List<Long> frame(Loop loop, double atMillis) {
        steps.clear();
        picture = loop.frame(Math.round(atMillis * MILLI));
        return List.copyOf(steps);
    }

    private void assertShown(double millis) {
        assertEquals(millis, picture.shownNanos() / 1e6, 1e-6);
    }

    @Test
    void refreshMultiplesIgnoreALateReadingOfTheClock() {
        Loop loop = FrameLoops.refreshOneLongStep(this::step, 7 * MILLI);
        assertEquals(List.of(7L), frame(loop, 9));
        assertEquals(List.of(7L), frame(loop, 14));
        assertEquals(List.of(14L), frame(loop, 29), "one step of two refreshes");
        assertEquals(List.of(7L), frame(loop, 31), "at least one");
        assertEquals(List.of(259L), frame(loop, 31 + 259), "a stall is one long step");
    }

    @Test
    void aLockedLoopTearsAFrameThatTakesTooLong() {
        Loop loop = FrameLoops.lockOrTear(this::step, 20 * MILLI);
        assertEquals(List.of(40L), frame(loop, 20), "two refreshes, the first above a thirtieth of a second");
        assertEquals(50 * MILLI, loop.displayNotBeforeNanos());
        assertTrue(!loop.tears(60 * MILLI) && loop.tears(61 * MILLI));
        assertEquals(List.of(40L), frame(loop, 61), "a thread that wakes up late is no long frame");
        assertEquals(List.of(80L), frame(loop, 141), "one long step");
    }

    @Test
    void readersOfAThreadShowItsLatestTwoStatesDifferently() {
        long[] newest = {20 * MILLI};
        Loop raw = ThreadReader.newest(() -> newest[0]);
        Loop clamped = ThreadReader.clamped(() -> newest[0]);
        Loop extrapolated = ThreadReader.extrapolating(() -> newest[0]);
        for (double at : new double[] {24, 36}) {
            frame(raw, at);
            assertShown(20);
            frame(clamped, at);
            assertShown(Math.min(at - 10, 20));
            frame(extrapolated, at);
            assertShown(at);
        }
    }

    @Test
    void aBlendIsOnTheLineBetweenTwoStatesAndNotOnThePath() {
        // The body turns round at 233 ms.
        picture = ShownFrame.between(230 * MILLI, 240 * MILLI, 0.5);
        assertShown(235);
        assertEquals((0.230 + 0.226) / 2, picture.position(), 1e-12);
        picture = ShownFrame.between(220 * MILLI, 230 * MILLI, 2);
        assertShown(240);
        assertEquals(0.240, picture.position(), 1e-12, "through the wall");
        assertTrue(WalkingBody.at(240 * MILLI) < 0.233);
    }
}
