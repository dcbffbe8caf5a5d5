package io.github.freestep.render;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.state.StateReader;
import io.github.freestep.testing.Seeds;
import io.github.freestep.time.Ratio;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks stalls, pauses, steps and scale changes: everything except a steady run. */
class PresentationClockTest {
    private static final long MILLI = SimulatedPhysics.MILLI;
    private static final long FRAME_NANOS = 1_000_000_000 / 144;

    private SimulatedPhysics physics = new SimulatedPhysics();
    private StateReader window = physics.publisher.states().reader();
    private PresentationClock clock = new PresentationClock(FrameMode.INTERPOLATE, AllowedLateness.ADAPTIVE, true);
    private long now;
    private long shown;

    @ParameterizedTest
    @ValueSource(longs = {20, 45, 60, 100, 1_000})
    void aStallDoesNotChangeTheDelay(long stallMillis) {
        physics.dropsBacklog();
        show(20_000);
        double delay = clock.delayNanos();
        physics.stall(now, stallMillis * MILLI);
        show(stallMillis + 2_000);
        assertEquals(physics.timeline.simulationAt(now - (long) delay), shown, MILLI);
        show(2_000).forEach(speed -> assertEquals(1, speed, 0.0201));
        assertEquals(delay, clock.delayNanos(), MILLI);
    }

    /** The delay grows by the time for which the picture was held up, and then falls again. */
    @Test
    void aLateStateThatTheWindowCoversCausesNoJump() {
        show(20_000);
        double before = clock.delayNanos();
        physics.stall(now, 18 * MILLI);
        List<Double> speeds = show(100);
        assertTrue(speeds.stream().anyMatch(speed -> speed < 0.9), () -> "not held up: " + speeds);
        assertTrue(speeds.stream().allMatch(speed -> speed <= 1.0201), speeds::toString);
        assertTrue(clock.delayNanos() > before + 3 * MILLI, () -> "delay is " + clock.delayNanos());
        show(2_500);
        assertEquals(before, clock.delayNanos(), 0.5 * MILLI);
    }

    /** Usually, one late state in many seconds does not. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void afterAChangeOfScaleASingleLateStateLengthensTheDelay(boolean changes) {
        show(20_000);
        physics.scale(now, changes ? Ratio.of(101, 100) : Ratio.ONE);
        show(500);
        double before = clock.delayNanos();
        physics.stall(now, 12 * MILLI);
        show(600);
        assertEquals(changes, clock.delayNanos() > before + 3 * MILLI, () -> "delay is " + clock.delayNanos());
    }

    @Test
    void repeatedStallsRaiseTheDelay() {
        physics.dropsBacklog();
        for (int i = 0; i < 10; i++) {
            show(2_000);
            physics.stall(now, 60 * MILLI);
        }
        show(2_000);
        assertEquals(
                10 + 20 + 3 - 0.2, clock.delayNanos() / MILLI, 1, "the delay is exactly what a window of 4 covers");
    }

    @Test
    void inAPauseThePictureStopsAtTheNewestState() {
        show(5_000);
        physics.pause(now + 4 * MILLI);
        List<Double> pausing = show(100);
        assertTrue(pausing.stream().allMatch(speed -> speed <= 1.0201), pausing::toString);
        assertEquals(0, pausing.get(pausing.size() - 1));
        assertEquals(5_000 * MILLI / (10 * MILLI) * 10 * MILLI, shown, 10 * MILLI);
        assertTrue(clock.isPaused());
    }

    @Test
    void afterAResumeThePictureWaitsUntilTheClockHasPassedIt() {
        show(5_000);
        physics.pause(now + 4 * MILLI);
        show(1_000);
        physics.resume(now);
        List<Double> resuming = show(100);
        assertFalse(clock.isPaused());
        assertTrue(resuming.stream().allMatch(speed -> speed <= 1.0201), resuming::toString);
        show(1_000).forEach(speed -> assertEquals(1, speed, 0.0201));
    }

    @Test
    void singleStepsAreShownAsMotionAndNotAsJumps() {
        show(5_000);
        physics.pause(now);
        show(100);
        for (int i = 0; i < 20; i++) {
            long before = shown;
            physics.step(now);
            List<Double> stepping = show(100);
            assertTrue(stepping.stream().allMatch(speed -> speed <= 1.0201), stepping::toString);
            assertEquals(before + 10 * MILLI, shown);
        }
        physics.resume(now);
        List<Double> resuming = show(200);
        assertTrue(resuming.stream().allMatch(speed -> speed <= 1.0201), resuming::toString);
    }

    @ParameterizedTest
    @CsvSource({"1, 100, 3000, 1", "1, 10, 3000, 1", "4, 1, 700, 2", "1000, 1, 2, 500"})
    void scaleChangesCauseNoJump(int scale, int by, long tickMicros, int stride) {
        show(5_000);
        double factor = (double) scale / by;
        physics.ticksCost(tickMicros * 1_000);
        physics.writesEvery(stride);
        physics.scale(now, Ratio.of(scale, by));
        within(show(200), Math.min(1, factor), Math.max(1, factor));
        within(show(3_000), factor, factor);
        assertShownByTheDelay();
        physics.ticksCost(3 * MILLI);
        physics.writesEvery(1);
        physics.scale(now, Ratio.ONE);
        within(show(200), Math.min(1, factor), Math.max(1, factor));
        within(show(3_000), 1, 1);
        assertShownByTheDelay();
    }

    private void assertShownByTheDelay() {
        long then = now - (long) clock.delayNanos();
        assertEquals(physics.timeline.anchor().simulationAt(then), shown, 2_000);
    }

    @Test
    void aReducedScaleUnderOverloadIsSmoothSlowMotion() {
        show(5_000);
        physics.ticksCost(15 * MILLI);
        physics.scale(now, Ratio.of(63, 100));
        show(5_000);
        List<Double> speeds = show(10_000);
        double sum = speeds.stream()
                .mapToDouble(speed -> (speed / 0.63 - 1) * (speed / 0.63 - 1))
                .sum();
        assertTrue(Math.sqrt(sum / speeds.size()) <= 0.03, () -> "judder " + Math.sqrt(sum / speeds.size()));
    }

    @Test
    void aPauseDoesNotChangeTheDelay() {
        physics.ticksCost(2 * MILLI);
        for (int i = 0; i < 10; i++) {
            show(500);
            physics.stall(now, 12 * MILLI);
        }
        show(1_500);
        double before = clock.delayNanos();
        physics.pause(now);
        show(40_000);
        physics.resume(now);
        show(500);
        assertEquals(before, clock.delayNanos(), 0.5 * MILLI);
    }

    @Test
    void permanentLatenessDoesNotFreezeThePicture() {
        show(5_000);
        physics.ticksCost(9_500_000);
        physics.stall(now, 1_000 * MILLI);
        show(2_000);
        long longest = 0;
        long standing = 0;
        List<Double> speeds = show(10_000);
        for (double speed : speeds) {
            standing = speed == 0 ? standing + 1 : 0;
            longest = Math.max(longest, standing);
        }
        assertTrue(longest * FRAME_NANOS < 700 * MILLI, longest + " frames");
        assertTrue(
                speeds.stream().filter(speed -> speed > 1.5).count() <= 2,
                "the picture must not be held again after it follows");
    }

    @Test
    void varyingGapsCauseNoJudder() {
        for (long seed = 0; seed < 10; seed++) {
            Random random = Seeds.random(seed);
            long[] skipped = {0};
            // Skip about one state in three, never two in a row.
            physics.writes(tick -> {
                boolean skips = random.nextInt(3) == 0 && skipped[0] != tick - 1;
                skipped[0] = skips ? tick : skipped[0];
                return !skips;
            });
            show(10_000);
            double sum = 0;
            int count = 0;
            for (double speed : show(20_000)) {
                sum += (speed - 1) * (speed - 1);
                count++;
            }
            double judder = Math.sqrt(sum / count);
            assertTrue(judder < 0.01, "seed " + seed + ": " + judder);
        }
    }

    @Test
    void latestModeShowsTheNewestState() {
        clock = new PresentationClock(FrameMode.LATEST, AllowedLateness.ADAPTIVE, true);
        show(1_000);
        assertEquals(0, shown % (10 * MILLI));
        assertEquals(now, shown, 14 * MILLI);
        assertEquals(0, clock.delayNanos());
    }

    @Test
    void extrapolationShowsATimeCloseToThePresent() {
        extrapolate();
        show(5_000);
        assertEquals(
                now - (3_300_000 + 1_250_000), shown, 0.1 * MILLI, "behind by the lateness and an eighth of a gap");
        show(5_000).forEach(speed -> assertEquals(1, speed, 0.001));
    }

    /** It prepares for a tick that is later than those of the last seconds, by half of what these differ. */
    @Test
    void extrapolationHasTimeToSpareWhereLatenessVaries() {
        extrapolate();
        for (int i = 0; i < 500; i++) {
            physics.ticksCost(i % 2 == 0 ? MILLI : 5 * MILLI);
            show(20);
        }
        assertEquals(5 + 2 + 0.3 + 1.25, clock.delayNanos() / MILLI, 0.3);
    }

    @Test
    void extrapolationSlowsDownAndStopsAfterOneGap() {
        extrapolate();
        show(5_000);
        physics.stall(now, 500 * MILLI);
        long newest = window.state(0).simulationNanos();
        List<Double> speeds = show(400);
        assertEquals(newest + 10 * MILLI, shown);
        assertTrue(speeds.stream().anyMatch(speed -> speed > 0.1 && speed < 0.9), speeds::toString);
        assertEquals(0, speeds.get(speeds.size() - 1));
    }

    @Test
    void inAPauseExtrapolationShowsThePausedTime() {
        extrapolate();
        show(5_000);
        long pausedAt = now + 4 * MILLI;
        physics.pause(pausedAt);
        List<Double> pausing = show(100);
        assertTrue(pausing.stream().allMatch(speed -> speed <= 1.0201), pausing::toString);
        assertEquals(pausedAt, shown);
        physics.resume(now);
        show(100).forEach(speed -> assertTrue(speed <= 1.0201));
        assertEquals(physics.timeline.simulationAt(now) - (3_300_000 + 1_250_000), shown, 0.5 * MILLI);
    }

    private void extrapolate() {
        clock = new PresentationClock(FrameMode.EXTRAPOLATE, AllowedLateness.ADAPTIVE, true);
    }

    @Test
    void withoutDelayAndBridgeItEqualsTheClampedAccumulator() {
        physics = new SimulatedPhysics(100, 2);
        window = physics.publisher.states().reader();
        clock = new PresentationClock(FrameMode.INTERPOLATE, 0, false);
        show(2_000);
        physics.stall(now, 100 * MILLI);
        show(1_500);
        for (int i = 0; i < 1_000; i++) {
            show(1);
            long newest = window.state(0).simulationNanos();
            assertEquals(newest - 10 * MILLI + Math.min(now - newest, 10 * MILLI), shown);
        }
    }

    @Test
    void aFixedAllowedLatenessDoesNotChange() {
        clock = new PresentationClock(FrameMode.INTERPOLATE, 15 * MILLI, true);
        show(30_000);
        assertEquals(now - 25 * MILLI, shown);
    }

    @Test
    void aFixedAllowedLatenessAppliesOnceTheWindowIsFull() {
        clock = new PresentationClock(FrameMode.INTERPOLATE, 15 * MILLI, true);
        show(80);
        show(500).forEach(speed -> assertEquals(1, speed, 1e-6));
        assertEquals(now - 25 * MILLI, shown);
    }

    @Test
    void aFixedAllowedLatenessIsCappedByTheWindow() {
        clock = new PresentationClock(FrameMode.INTERPOLATE, 500 * MILLI, true);
        show(30_000);
        assertEquals(now - (10 + 20 + 3) * MILLI, shown, MILLI);
        show(100).forEach(speed -> assertEquals(1, speed, 0.0201));
    }

    @Test
    void aPauseInACatchUpDoesNotDelayWhatIsLearnedAfterIt() {
        physics.ticksCost(7 * MILLI);
        show(12_000);
        physics.stall(now, 250 * MILLI);
        show(300);
        assertTrue(clock.isCatchingUp());
        physics.pause(now);
        show(60_000);
        physics.resume(now);
        show(15_000);
        for (int i = 0; i < 3; i++) {
            physics.stall(now, 10 * MILLI);
            show(4_000);
        }
        physics.stall(now, 10 * MILLI);
        show(200).forEach(speed -> assertEquals(1, speed, 0.02));
    }

    @ParameterizedTest
    @CsvSource({"6, 100", "3, 30"})
    void aConstantLagIsUsual(int size, long lagMillis) {
        physics = new SimulatedPhysics(100, size);
        window = physics.publisher.states().reader();
        show(2_000);
        physics.stall(now, lagMillis * MILLI);
        physics.ticksCost(10 * MILLI);
        show(8_000);
        show(1_000).forEach(speed -> assertEquals(1, speed, 0.01));
    }

    @Test
    void whatIsShownHasHappenedUnlessTimeWasDropped() {
        show(5_000);
        assertEquals(shown, clock.happened(shown));
        clock.show(now - 1_000 * MILLI, now, window, false);
        assertEquals(shown, clock.happened(shown), "a frame for an earlier time takes nothing back");
        physics.stall(now, 100 * MILLI);
        show(40);
        long newest = window.state(0).simulationNanos();
        assertTrue(shown > newest, "bridged");
        assertEquals(shown, clock.happened(shown));
        physics.fail(now);
        show(1);
        assertEquals(newest, clock.happened(shown), "the motion that was shown beyond it never comes");
    }

    @Test
    void theNewestStateHasHappenedForAnyFrameTime() {
        clock = new PresentationClock(FrameMode.LATEST, AllowedLateness.ADAPTIVE, true);
        physics.runTo(1_000 * MILLI);
        shown = clock.show(500 * MILLI, 500 * MILLI, window, window.acquire());
        assertEquals(990 * MILLI, shown);
        assertEquals(shown, clock.happened(shown));
    }

    @Test
    void aSpanOfSimulationTimeTakesLongerInSlowMotion() {
        show(1_000);
        assertEquals(10, clock.wall(10));
        physics.scale(now, Ratio.of(1, 4));
        show(100);
        assertEquals(40, clock.wall(10));
    }

    private static void within(List<Double> speeds, double least, double most) {
        assertTrue(
                speeds.stream().allMatch(speed -> speed >= 0.997 * least && speed <= 1.003 * most),
                () -> "from " + least + " to " + most + ": " + speeds);
    }

    /** Returns the speed of each frame. */
    private List<Double> show(long millis) {
        List<Double> speeds = new ArrayList<>();
        for (long end = now + millis * MILLI; now < end; ) {
            now += FRAME_NANOS;
            physics.runTo(now);
            long next = clock.show(now, now, window, window.acquire());
            assertTrue(next >= shown, "backward");
            speeds.add((double) (next - shown) / FRAME_NANOS);
            shown = next;
        }
        return speeds;
    }
}
