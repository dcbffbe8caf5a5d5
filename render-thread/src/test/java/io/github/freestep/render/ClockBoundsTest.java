package io.github.freestep.render;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.state.StateReader;
import io.github.freestep.testing.Seeds;
import io.github.freestep.time.Ratio;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Bounds that the presentation clock keeps with all options and at all times. */
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
        shown = clock.show(now, now, window, window.acquire());
    }

    /** Returns the speed of each frame. Only in a catch-up may a frame show a time that has left the window. */
    private double[] show(long millis) {
        long frames = millis * MILLI / FRAME_NANOS;
        return LongStream.range(0, frames)
                .mapToDouble(i -> {
                    long before = shown;
                    frame(now + FRAME_NANOS);
                    long oldest = window.state(window.size() - 1).simulationNanos();
                    assertTrue(clock.isCatchingUp() || shown >= oldest, "shows a time that has left the window");
                    return (double) (shown - before) / FRAME_NANOS;
                })
                .toArray();
    }

    private static void assertEven(double[] speeds) {
        for (double speed : speeds) {
            assertEquals(1, speed, 0.0201);
        }
    }

    /** The delay without the gap. */
    private double delay() {
        return clock.delayNanos() - clock.gapNanos();
    }

    @Test
    void aFrameForAnEarlierTimeShowsTheSameTime() {
        show(5_000);
        physics.ticksCost(8 * MILLI);
        show(300);
        long before = shown;
        double delay = delay();
        // With more of them, it would be a new lead.
        for (int i = 0; i < 7; i++) {
            assertEquals(before, clock.show(now - 20 * MILLI, now, window, false));
        }
        assertEquals(delay, delay(), "the delay was rising, but only advances with time");
        assertEquals(now - 20 * MILLI, clock.currentSimulationNanos());
    }

    @Test
    void aNewReaderInAStallSeesAStateInsteadOfABridge() {
        physics.stall(1_000 * MILLI, 100 * MILLI);
        frame(1_025 * MILLI);
        assertEquals(990 * MILLI, shown);
    }

    @Test
    void aNewReaderWithAFrameTimeBeforeAllStatesSeesTheOldest() {
        physics.runTo(1_000 * MILLI);
        shown = clock.show(500 * MILLI, 500 * MILLI, window, window.acquire());
        assertEquals(960 * MILLI, shown);
    }

    @Test
    void statesFromBeforeAPauseDoNotCountAsLate() {
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
    void allAnchorsBetweenTwoFramesAreUsed() {
        clock = new PresentationClock(FrameMode.INTERPOLATE, 15 * MILLI, true);
        now = 1_000 * MILLI;
        show(4_000);
        frame(5_000 * MILLI);
        physics.scale(5_003 * MILLI, Ratio.of(2));
        physics.scale(5_017 * MILLI, Ratio.ONE);
        frame(5_025 * MILLI);
        assertEquals(5_003 + 2 * 7 - 10, shown / MILLI, "at the scale that applied 15 ms ago");
    }

    @Test
    void irregularGapsDoNotChangeAFixedAllowedLateness() {
        Random random = Seeds.random(3);
        physics.writes(tick -> tick < 100 || tick % 2 == 0 || random.nextBoolean());
        clock = new PresentationClock(FrameMode.INTERPOLATE, 5 * MILLI, true);
        physics.runTo(now = 500 * MILLI);
        for (int i = 0; i < 2_000; i++) {
            frame(now + FRAME_NANOS);
            assertEquals(5 * MILLI, delay(), 1);
        }
    }

    @Test
    void aShortStallDoesNotChangeAFixedAllowedLateness() {
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
        for (int i = 0; i < 300; i++) {
            frame(now + FRAME_NANOS);
            assertTrue(shown <= window.state(0).simulationNanos());
        }
        assertEquals(
                delay, delay(), 0.2 * MILLI, "lateness beyond the window is a stall, which does not raise the delay");
    }

    @Test
    void extrapolationNeedsNoBridge() {
        clock = new PresentationClock(FrameMode.EXTRAPOLATE, AllowedLateness.ADAPTIVE, false);
        show(5_000);
        assertEquals(now - (3_300_000 + 1_250_000), shown, 0.1 * MILLI);
    }

    @Test
    void inAPauseDuringAStallExtrapolationStopsAfterOneGap() {
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
    void aPauseDuringTheCatchUpAfterAStallReleasesThePicture() {
        physics.ticksCost(7 * MILLI);
        show(5_000);
        physics.stall(now, 200 * MILLI);
        show(200);
        do {
            frame(now + FRAME_NANOS);
        } while (shown >= window.state(window.size() - 1).simulationNanos());
        physics.pause(now);
        show(400);
        assertEquals(window.state(0).simulationNanos(), shown);
    }

    @Test
    void inAPauseThePictureNeverRunsFasterThanTime() {
        show(5_000);
        physics.pause(now + 4 * MILLI);
        for (double speed : show(100)) {
            assertTrue(speed <= 1.0001, () -> "speed " + speed);
        }
    }

    @Test
    void theDelayDoesNotChangeInAPause() {
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
    void aPastStallCausesNoLaterJump() {
        physics.dropsBacklog();
        show(5_000);
        physics.stall(now, 100 * MILLI);
        show(1_000);
        for (int i = 0; i < 10; i++) {
            physics.stall(now, 17 * MILLI);
            show(500);
        }
        assertTrue(delay() > 18 * MILLI, () -> "delay is " + delay());
        assertEven(show(25_000));
        assertEquals(3.3 * MILLI, delay(), 0.1 * MILLI);
    }

    @Test
    void timesThatHaveLeftTheWindowAreNeverShown() {
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
    void theDelayOfSlowMotionIsNotKeptAfterwards(int by) {
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
        assertTrue(delay() <= (20 + 3) * MILLI, () -> "delay is " + delay());
    }

    /** Checks that no frame advances by more than a gap beyond the time that passed. */
    private static void assertNoJump(double[] speeds) {
        for (double speed : speeds) {
            assertTrue((speed - 1) * FRAME_NANOS <= GAP, () -> "speed " + speed);
        }
    }

    @Test
    void aLongPeriodOfLateTicksLeavesNoTrace() {
        physics.dropsBacklog();
        show(5_000);
        physics.ticksCost(9_500_000);
        physics.stall(now, 1_000 * MILLI);
        show(10_000);
        physics.ticksCost(3 * MILLI);
        show(20_000);
        physics.stall(now, 150 * MILLI);
        double delay = delay();
        show(1_500);
        assertEquals(delay, delay(), MILLI);
    }

    @Test
    void theOnlyStateOfAWindowIsShownAtOnce() {
        physics = new SimulatedPhysics(100, 1);
        window = physics.publisher.states().reader();
        for (int i = 0; i < 1_000; i++) {
            frame(now + FRAME_NANOS);
            assertTrue(shown <= window.state(0).simulationNanos());
            assertTrue(now - shown <= 17 * MILLI, "the state is shown in the first frame after it");
        }
    }
}
