package io.github.freestep.render;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.state.StateReader;
import io.github.freestep.time.Ratio;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the presentation clock must never do, with any options and at any time. */
class ClockBoundsTest {
    private static final long MILLI = SimulatedPhysics.MILLI;
    private static final long GAP = 10 * MILLI;
    private static final long FRAME_NANOS = 1_000_000_000 / 144;

    private SimulatedPhysics physics = new SimulatedPhysics();
    private StateReader window = physics.publisher.states().reader();
    private PresentationClock clock = new PresentationClock(FrameMode.INTERPOLATE, AllowedLateness.ADAPTIVE, true);
    private long now;
    private long shown;

    private void frame(long at) {
        now = at;
        physics.runTo(now);
        shown = clock.show(now, window, window.acquire());
    }

    /** The speeds of the frames. None shows a time that has left the window, unless the picture is held. */
    private double[] show(long millis) {
        long frames = millis * MILLI / FRAME_NANOS;
        return LongStream.range(0, frames)
                .mapToDouble(i -> {
                    long before = shown;
                    frame(now + FRAME_NANOS);
                    long oldest = window.state(window.size() - 1).simulationNanos();
                    assertTrue(clock.isHolding() || shown >= oldest, "shows what is no longer there");
                    return (double) (shown - before) / FRAME_NANOS;
                })
                .toArray();
    }

    private static void assertEven(double[] speeds) {
        for (double speed : speeds) {
            assertEquals(1, speed, 0.0201);
        }
    }

    /** D, without the gap. */
    private double delay() {
        return clock.delayNanos() - clock.gapNanos();
    }

    @Test
    void aFrameOfAnEarlierTimeShowsTheSame() {
        show(5_000);
        physics.ticksCost(8 * MILLI);
        show(300);
        long before = shown;
        double delay = delay();
        for (int i = 0; i < 10; i++) {
            assertEquals(before, clock.show(now - 20 * MILLI, window, false));
        }
        assertEquals(delay, delay(), "which was rising");
        assertEquals(now - 20 * MILLI, clock.currentSimulationNanos());
    }

    @Test
    void whoJoinsSeesAStateAndNoGuess() {
        physics.stall(1_000 * MILLI, 100 * MILLI);
        frame(1_025 * MILLI);
        assertEquals(990 * MILLI, shown);
    }

    @Test
    void whoJoinsWithATimeBeforeAllStatesSeesTheOldest() {
        physics.runTo(1_000 * MILLI);
        shown = clock.show(500 * MILLI, window, window.acquire());
        assertEquals(960 * MILLI, shown);
    }

    @Test
    void statesOfBeforeTimeWasControlledTellNoLateness() {
        physics.runTo(1_000 * MILLI);
        physics.fail(1_000 * MILLI);
        physics.resume(3_000 * MILLI);
        now = 3_000 * MILLI;
        clock = new PresentationClock(FrameMode.INTERPOLATE, 500 * MILLI, true);
        show(1_000);
        double covered = 20 + 3 - 0.2;
        assertEquals(covered, delay() / MILLI, 0.001);
    }

    @Test
    void anchorsThatComeBetweenTwoFramesAreAllKnown() {
        clock = new PresentationClock(FrameMode.INTERPOLATE, 15 * MILLI, true);
        now = 1_000 * MILLI;
        show(4_000);
        frame(5_000 * MILLI);
        physics.scale(5_003 * MILLI, Ratio.of(2));
        physics.scale(5_017 * MILLI, Ratio.ONE);
        frame(5_025 * MILLI);
        assertEquals(5_003 + 2 * 7 - 10, shown / MILLI, "by the scale of then, 15 ms ago");
    }

    @Test
    void whatIsWrittenMoreSeldomMovesNoFixedAllowedLateness() {
        Random random = new Random(3);
        physics.writes(tick -> tick < 100 || tick % 2 == 0 || random.nextBoolean());
        clock = new PresentationClock(FrameMode.INTERPOLATE, 5 * MILLI, true);
        physics.runTo(now = 500 * MILLI);
        for (int i = 0; i < 2_000; i++) {
            frame(now + FRAME_NANOS);
            assertEquals(5 * MILLI, delay(), 1);
        }
    }

    @Test
    void aShortStallMovesNoFixedAllowedLateness() {
        clock = new PresentationClock(FrameMode.INTERPOLATE, 5 * MILLI, true);
        physics.runTo(now = 500 * MILLI);
        show(1_000);
        physics.stall(now, 20 * MILLI);
        show(100);
        assertEquals(5 * MILLI, delay(), 1);
        assertEquals(now - 15 * MILLI, shown, 1);
    }

    @Test
    void withoutABridgeNothingIsShownBeyondTheNewestState() {
        clock = new PresentationClock(FrameMode.INTERPOLATE, AllowedLateness.ADAPTIVE, false);
        show(5_000);
        double delay = delay();
        physics.stall(now, 24 * MILLI);
        for (int i = 0; i < 100; i++) {
            frame(now + FRAME_NANOS);
            assertTrue(shown <= window.state(0).simulationNanos());
        }
        assertEquals(delay, delay(), 0.2 * MILLI, "more than the window covers is a stall");
    }

    @Test
    void extrapolationNeedsNoBridge() {
        clock = new PresentationClock(FrameMode.EXTRAPOLATE, AllowedLateness.ADAPTIVE, false);
        show(5_000);
        assertEquals(now - (3_300_000 + 1_250_000), shown, 0.1 * MILLI);
    }

    @Test
    void inAPauseWithinAStallAGuessGoesNoFurtherThanAGap() {
        clock = new PresentationClock(FrameMode.EXTRAPOLATE, AllowedLateness.ADAPTIVE, true);
        show(5_000);
        physics.stall(now, 200 * MILLI);
        physics.pause(now + 60 * MILLI);
        for (int i = 0; i < 20; i++) {
            frame(now + FRAME_NANOS);
            assertTrue(shown <= window.state(0).simulationNanos() + GAP);
        }
    }

    @Test
    void aPauseWhileAStallIsCaughtUpHoldsNothing() {
        physics.ticksCost(7 * MILLI);
        show(5_000);
        physics.stall(now, 200 * MILLI);
        show(200);
        do {
            frame(now + FRAME_NANOS);
        } while (!clock.isHolding());
        physics.pause(now);
        show(400);
        assertEquals(window.state(0).simulationNanos(), shown);
    }

    @Test
    void inAPauseItRunsOnAtTheSpeedOfTime() {
        show(5_000);
        physics.pause(now + 4 * MILLI);
        for (double speed : show(100)) {
            assertTrue(speed <= 1.0001, () -> "at " + speed);
        }
    }

    @Test
    void theDelayDoesNotMoveInAPause() {
        show(5_000);
        physics.ticksCost(9 * MILLI);
        show(300);
        physics.pause(now);
        show(50);
        double delay = delay();
        show(30_000);
        assertEquals(delay, delay());
        physics.resume(now);
        show(20);
        assertEquals(delay, delay(), 0.1 * MILLI);
    }

    @Test
    void aStallThatIsOverMakesNoLaterJump() {
        physics.drops();
        show(5_000);
        physics.stall(now, 100 * MILLI);
        show(1_000);
        for (int i = 0; i < 10; i++) {
            physics.stall(now, 17 * MILLI);
            show(500);
        }
        assertTrue(delay() > 18 * MILLI, () -> "looks back by " + delay());
        assertEven(show(25_000));
        assertEquals(3.3 * MILLI, delay(), 0.1 * MILLI);
    }

    @Test
    void whatTheWindowIsPastIsNotShownHoweverFarBehindItShouldBe() {
        physics.writesEvery(5);
        physics.runTo(now = 1_000 * MILLI);
        clock = new PresentationClock(FrameMode.INTERPOLATE, 500 * MILLI, true);
        show(1_000);
        physics.writesEvery(1);
        show(100);
        assertEven(show(1_000));
        assertEquals(20 + 3 - 0.2, delay() / MILLI, 0.001);
    }

    @ParameterizedTest
    @ValueSource(ints = {3, 4, 10})
    void whatSlowMotionLooksBackByIsNotKept(int by) {
        physics.scale(now, Ratio.of(1, by));
        show(1_000);
        for (int i = 0; i < 10; i++) {
            // The window covers it in slow motion, so the delay allows for it.
            physics.stall(now, 50 * MILLI);
            show(500);
        }
        physics.scale(now, Ratio.ONE);
        assertNoJump(show(100));
        assertEven(show(1_000));
        assertTrue(delay() <= (20 + 3) * MILLI, () -> "looks back by " + delay());
    }

    /** No frame is ahead of the usual one by more than a gap. */
    private static void assertNoJump(double[] speeds) {
        for (double speed : speeds) {
            assertTrue((speed - 1) * FRAME_NANOS <= GAP, () -> "at " + speed);
        }
    }

    @Test
    void whatWasLateForLongLeavesNoTrace() {
        physics.drops();
        show(5_000);
        physics.ticksCost(9_500_000);
        physics.stall(now, 1_000 * MILLI);
        show(10_000);
        physics.ticksCost(3 * MILLI);
        show(20_000);
        physics.stall(now, 150 * MILLI);
        long jumps = Arrays.stream(show(500)).filter(speed -> speed > 1.5).count();
        assertEquals(1, jumps);
    }

    @Test
    void aWindowOfOneIsShownAsItComes() {
        physics = new SimulatedPhysics(100, 1);
        window = physics.publisher.states().reader();
        for (int i = 0; i < 1_000; i++) {
            frame(now + FRAME_NANOS);
            assertTrue(shown <= window.state(0).simulationNanos());
            assertTrue(now - shown <= 17 * MILLI, "as soon as it comes");
        }
    }
}
