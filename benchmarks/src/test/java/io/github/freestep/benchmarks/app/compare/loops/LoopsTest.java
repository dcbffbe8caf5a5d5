package io.github.freestep.benchmarks.app.compare.loops;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Checks the typical behaviour of each loop, frame by frame. Times are in milliseconds. */
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

    private static List<Long> ticks(int count) {
        return Collections.nCopies(count, 10L);
    }

    @Test
    void oneStepPerFrameNeverReadsTheClock() {
        Loop loop = FrameLoops.oneStepPerFrame(this::step);
        assertEquals(ticks(1), frame(loop, 1));
        assertEquals(ticks(1), frame(loop, 10_000));
        assertShown(20);
    }

    @Test
    void aVariableStepHasTheLengthOfTheLastFrame() {
        Loop loop = FrameLoops.variableStep(this::step);
        assertEquals(List.of(7L), frame(loop, 7));
        assertEquals(List.of(600_000L), frame(loop, 600_007));
        assertShown(600_007);
    }

    @Test
    void cappedCyclesKeepTheRestOfAStep() {
        Loop loop = FrameLoops.cappedCycles(this::step);
        assertEquals(ticks(1), frame(loop, 15));
        assertEquals(ticks(2), frame(loop, 30));
        assertEquals(ticks(0), frame(loop, 39));
        assertEquals(ticks(5), frame(loop, 1_000));
        assertEquals(ticks(1), frame(loop, 1_010), "the rest is lost");
    }

    @Test
    void fixedTicksAloneDiscardPendingTime() {
        Loop loop = FrameLoops.fixedTicksAlone(this::step);
        assertEquals(ticks(5), frame(loop, 1_000));
        assertShown(50);
        assertEquals(ticks(1), frame(loop, 1_005));
        assertShown(55);
    }

    @Test
    void fixedTicksInLockstepKeepPendingTime() {
        Loop loop = FrameLoops.fixedTicksLockstep(this::step);
        assertEquals(ticks(5), frame(loop, 115));
        assertShown(50);
        assertEquals(65 * MILLI, loop.backlogNanos(115 * MILLI));
        assertEquals(ticks(5), frame(loop, 116));
        assertShown(100);
        assertEquals(ticks(1), frame(loop, 117));
        assertShown(107);
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
    void aSmoothedStepApproachesTheLengthOfTheFrames() {
        Loop loop = FrameLoops.smoothedStep(this::step);
        assertEquals(List.of(10L), frame(loop, 10));
        assertEquals(List.of(20L), frame(loop, 120), "a tenth of the difference");
        assertEquals(List.of(29L), frame(loop, 230));
    }

    @Test
    void severalUpdatesAreOfEqualLength() {
        Loop loop = FrameLoops.severalUpdates(this::step, 15 * MILLI);
        assertEquals(List.of(60L), frame(loop, 60));
        assertEquals(List.of(33L, 33L), frame(loop, 126));
        assertEquals(List.of(50L, 50L, 50L), frame(loop, 276));
        assertShown(276);
    }

    /** With the figures of its article: 60 refreshes a second, and frames that last 122 ms. */
    @Test
    void twoUpdatesAreEighteenPercentSlowerInLongFrames() {
        Loop loop = FrameLoops.twoUpdates(this::step, 16_666_667);
        assertEquals(List.of(30L), frame(loop, 30));
        assertEquals(List.of(50L, 50L), frame(loop, 152));
        assertShown(130);
        frame(loop, 274);
        assertShown(230);
    }

    @Test
    void aCostlyStepTakesItsCostAndAnExtraOutOfTheAccumulator() {
        long[] clock = {0};
        long[] cost = {5 * MILLI};
        Loop loop = FrameLoops.accumulatorRealCost(
                dt -> {
                    step(dt);
                    clock[0] += cost[0];
                },
                () -> clock[0]);
        assertEquals(ticks(2), frame(loop, 25));
        assertShown(15);
        cost[0] = 15 * MILLI;
        assertEquals(ticks(1), frame(loop, 45), "15 ms and 12 ms of the 25 ms");
        assertShown(20);
        assertEquals(ticks(0), frame(loop, 56), "9 ms are left");
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
    void theAccumulatorClampsAFrame() {
        Loop loop = FrameLoops.accumulator(this::step);
        assertEquals(ticks(0), frame(loop, 7));
        assertEquals(ticks(25), frame(loop, 10_007));
        assertShown(250);
        assertEquals(ticks(1), frame(loop, 10_010), "7 ms were left, and 3 have come");
        assertShown(260);
    }

    @Test
    void theInterpolatedAccumulatorBlendsByTheTimeLeftInIt() {
        Loop loop = FrameLoops.accumulatorInterpolated(this::step);
        frame(loop, 27);
        assertShown(17);
        frame(loop, 31);
        assertShown(21);
    }

    @Test
    void theNextDueTimeHasNoBound() {
        Loop loop = FrameLoops.nextDueTime(this::step);
        assertEquals(ticks(0), frame(loop, 9));
        assertEquals(60_001, frame(loop, 600_010).size());
        assertShown(600_010);
    }

    @Test
    void aLockedFrameWaitsForItsStep() {
        Loop loop = FrameLoops.frameLock(this::step);
        assertEquals(10 * MILLI, loop.notBeforeNanos());
        assertEquals(ticks(1), frame(loop, 100));
        assertEquals(20 * MILLI, loop.notBeforeNanos(), "the backlog is kept");
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
