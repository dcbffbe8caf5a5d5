package io.github.freestep.render.delay;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.internal.Inside;
import io.github.freestep.render.SimulatedPhysics;
import io.github.freestep.state.StateReader;
import io.github.freestep.testing.Seeds;
import io.github.freestep.time.Ratio;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.LongPredicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks stalls, pauses, steps, scale changes and frame times ahead of the clock: everything except a steady run. */
class PresentationClockTest {
    private static final long MILLI = SimulatedPhysics.MILLI;
    private static final long FRAME_NANOS = 1_000_000_000 / 144;

    private SimulatedPhysics physics = new SimulatedPhysics();
    private StateReader window = physics.publisher.states().reader();
    private PresentationClock clock = new PresentationClock(Motion.INTERPOLATED, AllowedLateness.ADAPTIVE, false);
    private long now;
    private long shown;

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

    /** A state that is 14 ms late, with an allowed lateness of 3.3 ms and a bridge of 10 ms: D rises by the rest. */
    @Test
    void thePictureWaitsForAStateThatComesJustAfterTheEndOfABridge() {
        show(20_000);
        double before = clock.delayNanos();
        physics.stall(now, 20_021 * MILLI - now);
        frame(20_024 * MILLI - 1);
        assertEquals(20_010 * MILLI, shown, "the bridge from the state of 20,000 ms has ended");
        within(show(10), 0.9, 1.0201);
        assertFalse(clock.isCatchingUp());
        assertEquals(before + 0.7 * MILLI, clock.delayNanos(), 0.05 * MILLI);
    }

    /**
     * After 5 s, a state of the first 3 s no longer counts. This is so just before the end of some of the catch-ups.
     */
    @ParameterizedTest
    @ValueSource(longs = {1_380, 1_400, 1_410, 1_420, 1_440})
    void aCatchUpEndsWithoutAJumpIfTheUsualDelayFalls(long millis) {
        show(2_500);
        physics.stall(now, 18 * MILLI);
        show(millis);
        physics.stall(now, 200 * MILLI);
        within(show(1_500), 0, 2.5);
        assertFalse(clock.isCatchingUp());
    }

    /** Where no time is dropped, the anchor says how fast a backlog is worked off: here by at most 162.5 ms a frame. */
    @Test
    void aFasterAnchorDoesNotLetACatchUpMoveFurtherThanTheStates() {
        physics = new SimulatedPhysics(240, 6);
        window = physics.publisher.states().reader();
        physics.writesEvery(3);
        physics.ticksCost(570_000);
        physics.scale(0, Ratio.of(3));
        show(5_000);
        physics.stall(now, 941 * MILLI);
        show(1_541);
        physics.timeline.drop(now, physics.timeline.simulatedNanos());
        physics.scale(now, Ratio.of(36, 5));
        for (int i = 0; i < 20; i++) {
            long before = shown;
            frame(now + 1_000 * MILLI / 48);
            assertTrue(shown - before <= 175 * MILLI, () -> "moves by " + (shown - before));
        }
    }

    /**
     * The second late state makes the usual delay longer than the picture has become while it waited for that state.
     */
    @Test
    void aCatchUpEndsWithoutAStopIfTheUsualDelayGrows() {
        receive(100);
        show(20_000);
        physics.stall(now, 30 * MILLI);
        show(2_000);
        double before = clock.delayNanos();
        physics.stall(now, 30 * MILLI);
        List<Double> speeds = show(3_000);
        within(speeds.subList(6, speeds.size()), 0.97, 1.3);
        assertTrue(clock.delayNanos() > before + 15 * MILLI, () -> "delay is " + clock.delayNanos());
    }

    /**
     * An outage that has come twice must not be taken for a lateness that D may follow: the catch-up would end, and the
     * picture would jump when the hole leaves the window.
     */
    @ParameterizedTest
    @CsvSource({"60, 500, 3", "144, 500, 3", "144, 1000, 6"})
    void theSecondOutageThatLosesAllStatesIsCaughtUpWithAsEvenlyAsTheFirst(int fps, int millis, double fastest) {
        double[] most = new double[2];
        openALossyLink(tick -> !isLost(tick, 5_500, millis) && !isLost(tick, 12_500, millis));
        for (int outage = 0; outage < 2; outage++) {
            for (long end = now + 10_000 * MILLI; now < end; ) {
                long before = shown;
                frame(now + 1_000 * MILLI / fps);
                most[outage] = Math.max(most[outage], (shown - before) * fps / 1e9);
            }
        }
        assertTrue(most[0] <= fastest && most[1] <= fastest, () -> most[0] + " and " + most[1]);
    }

    @Test
    void aStateThatIsLostDuringTheSecondCatchUpDoesNotLeaveThePictureOlder() {
        double[] delay = new double[2];
        for (int lost = 0; lost < 2; lost++) {
            long alone = lost * 789;
            openALossyLink(tick -> tick != alone && !isLost(tick, 5_500, 500) && !isLost(tick, 12_500, 500));
            now = 0;
            shown = 0;
            clock = new PresentationClock(Motion.INTERPOLATED, AllowedLateness.ADAPTIVE, false);
            show(13_150);
            assertTrue(clock.isCatchingUp());
            show(1_000);
            delay[lost] = clock.delayNanos() / MILLI;
        }
        assertEquals(delay[0], delay[1], 1);
    }

    private void openALossyLink(LongPredicate carries) {
        receive(60);
        physics.writes(carries);
    }

    /** Has the states of another machine, which are usually late by a millisecond. */
    private void receive(int rate) {
        physics = SimulatedPhysics.ofAnotherMachine(rate, 8);
        window = physics.publisher.states().reader();
        Inside.of(physics.publisher.bodies()).expectedLateNanos = MILLI;
    }

    private static boolean isLost(long tick, long fromMillis, long millis) {
        long at = tick * 1_000 / 60;
        return at >= fromMillis && at < fromMillis + millis;
    }

    @Test
    void aFrameTimeThatGoesBackChangesNothing() {
        show(5_000);
        physics.ticksCost(6 * MILLI);
        show(50);
        double delay = clock.delayNanos();
        assertEquals(shown, clock.chooseTime(now - 50 * MILLI, now - 50 * MILLI, window, false));
        assertEquals(delay, clock.delayNanos());
        assertEquals(shown, clock.happened(shown));
    }

    /**
     * A receiver's link carries all states again, so it counts no more how late they were in its queue. The picture
     * becomes younger so slowly that this is hardly visible. If some states were in time all along, there was no queue,
     * so what was late then comes again: the link is silent now and then.
     */
    @ParameterizedTest
    @CsvSource({"true, true", "true, false", "false, false"})
    void aLinkThatIsWholeAgainEndsTheDelayOfItsQueue(boolean isLink, boolean isQueue) {
        physics = new SimulatedPhysics(100, 8);
        window = physics.publisher.states().reader();
        show(5_000);
        double before = clock.delayNanos();
        Inside.of(physics.publisher.bodies()).expectedLateNanos = isLink ? MILLI : 0;
        Inside.of(physics.publisher.bodies()).isThinned = isLink;
        physics.writesEvery(3);
        physics.ticksCost(isQueue ? 10 * MILLI : 3 * MILLI);
        for (int i = 0; i < 5; i++) {
            show(1_000);
            if (i == 0 || !isQueue) {
                physics.stall(now, (isQueue ? 10 : 50) * MILLI);
            }
        }
        show(1_000);
        assertTrue(clock.delayNanos() > before + 20 * MILLI, () -> "delay is " + clock.delayNanos());
        physics.ticksCost(3 * MILLI);
        show(500);
        Inside.of(physics.publisher.bodies()).isThinned = false;
        physics.writesEvery(1);
        show(100);
        within(show(3_000), isQueue ? 1 : 0.98, isQueue ? 1.03 : 1.02);
        assertEquals(isQueue, clock.delayNanos() < before + MILLI, () -> "delay is " + clock.delayNanos());
    }

    /** A receiver's picture that is more than 50 ms older than necessary, and one of a service. */
    @ParameterizedTest
    @CsvSource({"true, 60, 8, 2, 80", "false, 100, 4, 3, 50"})
    void noOtherPictureBecomesYoungerSlowly(boolean isLink, int rate, int depth, int stride, int millis) {
        physics = new SimulatedPhysics(rate, depth);
        window = physics.publisher.states().reader();
        show(5_000);
        Inside.of(physics.publisher.bodies()).isThinned = isLink;
        physics.writesEvery(stride);
        for (int i = 0; i < 5; i++) {
            show(288);
            physics.stall(now, millis * MILLI);
            // The backlog stays as it is, as a queue.
            physics.ticksCost(isLink ? 1_000 * MILLI / rate : 3 * MILLI);
        }
        show(288);
        physics.ticksCost(3 * MILLI);
        show(isLink ? 500 : 0);
        Inside.of(physics.publisher.bodies()).isThinned = false;
        physics.writesEvery(1);
        show(200);
        assertTrue(clock.isCatchingUp());
        show(1_000);
        assertFalse(clock.isCatchingUp());
    }

    /** Otherwise, states that are late again and again would be left to bridges. */
    @Test
    void theDelayOfAReceiverDoesNotCountOnTheLongerPartOfABridge() {
        Inside.of(physics.publisher.bodies()).expectedLateNanos = 25 * MILLI;
        physics.ticksCost(MILLI);
        show(2_000);
        assertEquals(15.3, delay() / MILLI, 0.001);
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
    void extrapolationShowsATimeCloseToThePresent() {
        extrapolate();
        show(5_000);
        assertEquals(
                now - (3_300_000 + 1_250_000), shown, 0.1 * MILLI, "behind by the lateness and an eighth of a gap");
        show(5_000).forEach(speed -> assertEquals(1, speed, 0.001));
    }

    /** Networks lose two states in a row more often than services are two gaps late, so a receiver's is longer. */
    @ParameterizedTest
    @CsvSource({
        "service, 50, 1, 20", "service, 125, 1, 10", "service, 200, 1, 10", "service, 400, 1, 5", "service, 100, 4, 10",
        "receiver, 20, 1, 50", "receiver, 60, 1, 20", "receiver, 100, 1, 20", "receiver, 125, 1, 16",
                "receiver, 400, 1, 5"
    })
    void aBridgeLastsForTenOrTwentyMillisecondsOrAGapButNotThreeGaps(String from, int rate, int scale, long millis) {
        if (from.equals("receiver")) {
            receive(rate);
        } else {
            physics = new SimulatedPhysics(rate, 8);
            window = physics.publisher.states().reader();
            physics.scale(0, Ratio.of(scale));
        }
        physics.ticksCost(MILLI / 10);
        show(2_000);
        physics.stall(now, 200 * MILLI);
        show(150);
        assertEquals(millis, (shown - window.state(0).simulationNanos()) / 1e6, 0.001);
    }

    @ParameterizedTest
    @CsvSource({"service, 10", "receiver, 20"})
    void extrapolationSlowsDownAndStopsAtTheEndOfItsBridge(String from, long millis) {
        if (from.equals("receiver")) {
            receive(100);
        }
        extrapolate();
        show(5_000);
        physics.stall(now, 500 * MILLI);
        long newest = window.state(0).simulationNanos();
        List<Double> speeds = show(400);
        assertEquals(newest + millis * MILLI, shown);
        assertTrue(speeds.stream().anyMatch(speed -> speed > 0.1 && speed < 0.9), speeds::toString);
        assertEquals(0, speeds.get(speeds.size() - 1));
    }

    @Test
    void extrapolationGoesBeyondTheNewestStateFromTheFirstFrameOn() {
        extrapolate();
        frame(1_009 * MILLI);
        assertTrue(shown > window.state(0).simulationNanos(), "beyond the newest state");
        within(show(20), 0.98, 1.02);
    }

    /** A pause between two ticks, of which the simulation makes no state. */
    @Test
    void inAPauseExtrapolationShowsTheTimeOfThePause() {
        extrapolate();
        show(5_000);
        physics.pause(now);
        long paused = now;
        assertTrue(paused > window.state(0).simulationNanos() + 2 * MILLI, "between two ticks");
        List<Double> speeds = show(200);
        assertEquals(paused, shown);
        assertTrue(speeds.stream().allMatch(speed -> speed <= 1.0201), speeds::toString);
        assertEquals(paused, clock.currentSimulationNanos());
    }

    @Test
    void theNewestStateIsShownAsItIsAndAlsoCountsAsHappened() {
        clock = new PresentationClock(Motion.NONE, AllowedLateness.ADAPTIVE, false);
        for (int i = 0; i < 200; i++) {
            show(5);
            assertEquals(window.state(0).simulationNanos(), shown);
            assertEquals(shown + 1_000 * MILLI, clock.happened(shown + 1_000 * MILLI));
            assertEquals(now, clock.currentSimulationNanos());
            assertEquals(0, clock.delayNanos());
        }
        assertTrue(shown > 900 * MILLI);
    }

    private void extrapolate() {
        clock = new PresentationClock(Motion.EXTRAPOLATED, AllowedLateness.ADAPTIVE, false);
    }

    @Test
    void whatIsShownHasHappenedUnlessTimeWasDropped() {
        show(5_000);
        assertEquals(shown, clock.happened(shown));
        clock.chooseTime(now - 1_000 * MILLI, now, window, false);
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

    private static void within(List<Double> speeds, double least, double most) {
        assertTrue(
                speeds.stream().allMatch(speed -> speed >= 0.997 * least && speed <= 1.003 * most),
                () -> "from " + least + " to " + most + ": " + speeds);
    }

    /** Returns the speed of each frame. */
    private List<Double> show(long millis) {
        List<Double> speeds = new ArrayList<>();
        for (long end = now + millis * MILLI; now < end; ) {
            long before = shown;
            frame(now + FRAME_NANOS);
            assertTrue(shown >= before, "backward");
            long oldest = window.state(window.size() - 1).simulationNanos();
            assertTrue(clock.isCatchingUp() || shown >= oldest, "shows a time that has left the window");
            speeds.add((double) (shown - before) / FRAME_NANOS);
        }
        return speeds;
    }

    private void frame(long at) {
        physics.runTo(now = at);
        shown = clock.chooseTime(now, now, window, window.acquire());
    }

    /** The delay without the gap. */
    private double delay() {
        return clock.delayNanos() - clock.gapNanos();
    }

    @Test
    void allAnchorsBetweenTwoFramesAreUsed() {
        clock = new PresentationClock(Motion.INTERPOLATED, 15 * MILLI, false);
        now = 1_000 * MILLI;
        show(4_000);
        frame(5_000 * MILLI);
        physics.scale(5_003 * MILLI, Ratio.of(2));
        physics.scale(5_017 * MILLI, Ratio.ONE);
        frame(5_025 * MILLI);
        assertEquals(5_003 + 2 * 7 - 10, shown / MILLI, "at the scale that applied 15 ms ago");
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
    void lateStatesCountForAsLongAsWithoutAPause() {
        show(5_000);
        physics.ticksCost(9 * MILLI);
        show(8_000);
        physics.ticksCost(3 * MILLI);
        physics.pause(now);
        double delay = delay();
        show(30_000);
        physics.resume(now);
        show(2_000);
        assertEquals(delay, delay(), 0.1 * MILLI);
        show(20_000);
        assertEquals(3.3, delay() / MILLI, 0.5);
    }

    /** Until it is known as new, the delay follows it slowly, except in a pause. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aNewLeadOfFrameTimesIsAddedToTheDelay(boolean pauses) {
        show(5_000);
        if (pauses) {
            physics.pause(now);
            show(1);
        }
        double before = clock.delayNanos();
        for (int i = 0; i < 10; i++) {
            now += FRAME_NANOS;
            physics.runTo(now);
            clock.chooseTime(now + 20 * MILLI, now, window, window.acquire());
        }
        assertEquals(20, (clock.delayNanos() - before) / MILLI, pauses ? 0.001 : 5);
    }

    /** Each second frame is 8 ms earlier than the host's. Without room, 320 of 1,200 frames are off. */
    @Test
    void framesThatAreEarlierAreEvenThoughTheDelayFillsTheWindow() {
        physics.ticksCost(MILLI / 2);
        long[] even = new long[2];
        int off = 0;
        for (int i = 0; i < 2_400; i++) {
            now += 1_000_000_000 / 60;
            if (i % 30 == 0) {
                physics.stall(now, 30 * MILLI);
            }
            physics.runTo(now);
            long earlier = i % 2 * 8 * MILLI;
            clock.noteEarlier(earlier);
            shown = clock.chooseTime(now - earlier, now - earlier, window, window.acquire());
            off += i > 1_200 && Math.abs(shown - even[i % 2] - 2 * (1_000_000_000 / 60)) > MILLI ? 1 : 0;
            even[i % 2] = shown;
        }
        assertTrue(off < 50, off + " frames are off");
    }

    @Test
    void timesThatHaveLeftTheWindowAreNeverShown() {
        physics.writesEvery(5);
        physics.runTo(now = 1_000 * MILLI);
        clock = new PresentationClock(Motion.INTERPOLATED, 500 * MILLI, false);
        show(1_000);
        physics.writesEvery(1);
        show(20);
        within(show(1_000), 0.98, 1.6);
        within(show(1_000), 0.98, 1.0201);
        assertEquals(20 + 3 - 0.2, delay() / MILLI, 0.001);
    }

    @ParameterizedTest
    @CsvSource({"1, 1", "1, 100", "1, 1000", "10, 1"})
    void singleStepsAreShownSoonAtAnyPreviousScale(int scale, int by) {
        show(1_000);
        physics.scale(now, Ratio.of(scale, by));
        show(2_000);
        physics.pause(now);
        show(5_000);
        for (int i = 0; i < 20; i++) {
            long before = shown;
            physics.step(now);
            show(1);
            // As fast as before the pause, or as at scale 1 if that is faster.
            double speed = Math.max(1, (double) scale / by);
            assertEquals(Math.min(10 * MILLI, speed * FRAME_NANOS), shown - before, 0.021 * speed * FRAME_NANOS);
            show(20);
            assertEquals(physics.timeline.simulatedNanos(), shown);
        }
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

    /** A window has four states, and no stall is that short. */
    @Test
    void aLateStateThatLeftTheWindowBetweenTwoFramesLengthensTheDelay() {
        physics.ticksCost(MILLI);
        for (int i = 0; i < 50; i++) {
            frame((40 * i + 8) * MILLI);
        }
        physics.stall(now, 20 * MILLI);
        frame(now + 19 * MILLI);
        frame(now + 40 * MILLI);
        show(2_000);
        assertTrue(delay() > 10 * MILLI, () -> "delay is " + delay());
    }

    /** Without a shorter D, the picture would stand for the 40 ms that were dropped. */
    @Test
    void aDropOfTimeDoesNotStopAPictureThatHasTheStates() {
        physics = new SimulatedPhysics(100, 8);
        window = physics.publisher.states().reader();
        clock = new PresentationClock(Motion.INTERPOLATED, 50 * MILLI, false);
        show(2_000);
        physics.stall(now, 41 * MILLI);
        show(40);
        physics.timeline.drop(now, physics.timeline.simulationAt(now) - 40 * MILLI);
        physics.scale(now, Ratio.ONE);
        within(show(1_000), 0.975, 1.0201);
    }

    @Test
    void aNewReaderWithAFrameTimeBeforeAllStatesSeesTheOldest() {
        physics.runTo(1_000 * MILLI);
        shown = clock.chooseTime(500 * MILLI, 500 * MILLI, window, window.acquire());
        assertEquals(960 * MILLI, shown);
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
}
