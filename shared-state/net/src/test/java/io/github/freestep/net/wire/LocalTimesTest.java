package io.github.freestep.net.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.net.clock.RemoteClock;
import io.github.freestep.state.State;
import io.github.freestep.state.StateLayout;
import io.github.freestep.time.TimeAnchor;
import io.github.freestep.time.VirtualClock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Local ticks and times from those of a sender. Until the clock has a base, both sides have the same clock. */
class LocalTimesTest {
    private static final long MILLI = 1_000_000;
    private static final long SECOND = 1_000 * MILLI;

    /** No run jumps further ahead, in ticks or nanoseconds. */
    private static final long FAR = 1L << 48;

    /** Readers compute with times below this. */
    private static final long MOST = 1L << 60;

    private final RemoteClock clock = new RemoteClock(new VirtualClock(0));
    private final LocalTimes times = new LocalTimes(clock);
    private final TimeAnchor anchor = new TimeAnchor();
    private long nowNanos;

    private PendingState state(long tick, long simulationNanos) {
        PendingState state = new PendingState(new ReceivedBlocks(StateLayout.of(1)));
        state.anchor.set(anchor);
        state.tick = tick;
        state.simulationNanos = simulationNanos;
        return state;
    }

    private boolean moveTo(long tick, long simulationNanos) {
        return times.moveTo(state(tick, simulationNanos), nowNanos);
    }

    /** Moves through states of 10 ms each, the last of which has this tick. */
    private void run(long tick) {
        for (long i = Math.max(0, tick - 3); i <= tick; i++) {
            nowNanos = i * 10 * MILLI;
            assertTrue(moveTo(i, nowNanos));
        }
    }

    /** Takes a state of tick 5, in a run that began at 4 s. */
    private void moveToLater() {
        anchor.set(4 * SECOND, 0, 1, 1);
        nowNanos = 4 * SECOND + 70 * MILLI;
        assertTrue(moveTo(5, 50 * MILLI));
    }

    @Test
    void anotherRunGoesOnWhereTheOneBeforeWouldBeNow() {
        run(100);
        times.beginRun(false);
        assertEquals(State.NO_TICK, times.senderTick());
        moveToLater();
        assertEquals(5, times.senderTick());
        assertEquals(101, times.tick);
        assertEquals(4 * SECOND + 50 * MILLI, times.simulationNanos);
        assertEquals(5 * SECOND, times.anchor.simulationAt(5 * SECOND), "readers see the same in the anchor");
        assertTrue(moveTo(6, 60 * MILLI));
        assertEquals(6, times.senderTick());
        assertEquals(102, times.tick);
        assertEquals(4 * SECOND + 60 * MILLI, times.simulationNanos);
    }

    @Test
    void aTimeOfAPictureIsTheSendersInTheNewestRun() {
        assertEquals(State.NO_TICK, times.senderNanos(State.NO_TICK, 0), "no picture yet");
        run(100);
        assertEquals(SECOND + 3, times.senderNanos(100, SECOND + 3));
        times.beginRun(false);
        assertEquals(SECOND + 3, times.senderNanos(100, SECOND + 3), "the run before is the newest one that is shown");
        moveToLater();
        assertEquals(State.NO_TICK, times.senderNanos(100, 4 * SECOND));
        assertEquals(50 * MILLI + 7, times.senderNanos(times.tick, times.simulationNanos + 7));
        times.beginRun(true);
        assertFalse(times.isSameAgain(state(6, 60 * MILLI)));
        assertTrue(moveTo(6, 60 * MILLI));
        assertEquals(50 * MILLI, times.senderNanos(times.tick - 1, times.simulationNanos - 10 * MILLI), "handed over");
        assertEquals(60 * MILLI, times.senderNanos(times.tick, times.simulationNanos));
    }

    /** The next run began at once, and its first state has the time up to which the picture continues motion. */
    @Test
    void aPictureThatContinuesMotionPastTheEndOfARunIsStillOfThatRun() {
        run(100);
        times.beginRun(false);
        anchor.set(nowNanos, 0, 1, 1);
        assertTrue(moveTo(0, 0));
        assertEquals(SECOND + 10 * MILLI, times.simulationNanos);
        assertEquals(State.NO_TICK, times.senderNanos(100, SECOND + 10 * MILLI));
        assertEquals(0, times.senderNanos(101, SECOND + 10 * MILLI));
    }

    /** For example because the run before was paused, so that its time has stood still. */
    @Test
    void anotherRunIsAtLeastOneStepAfterTheOneBefore() {
        anchor.set(0, 970 * MILLI, 0, 1);
        run(97);
        times.beginRun(false);
        moveToLater();
        assertEquals(98, times.tick);
        assertEquals(980 * MILLI, times.simulationNanos);
    }

    @Test
    void aStateBeforeTheNewestOneIsAstray() {
        assertFalse(times.isAstray(-5, -5), "of the first state, nothing is known");
        run(100);
        assertFalse(times.isAstray(100, SECOND));
        assertTrue(times.isAstray(99, SECOND));
        assertTrue(times.isAstray(100, SECOND - 1));
        times.beginRun(false);
        assertFalse(times.isAstray(0, 0));
        assertTrue(moveTo(5, 50 * MILLI));
        assertFalse(times.isAstray(5, 50 * MILLI));
        assertTrue(times.isAstray(4, 50 * MILLI), "by the ticks of this run");
        assertTrue(times.isAstray(5, 49 * MILLI));
    }

    @Test
    void timesEndBeforeReadersCannotComputeWithThem() {
        anchor.set(0, 0, 0, 1);
        long tick = 0;
        long nanos = MOST / 2 - FAR;
        while (moveTo(++tick, nanos)) {
            nanos += FAR;
            assertTrue(tick < 10_000);
        }
        assertEquals(MOST, nanos);
        assertEquals(MOST - FAR, times.simulationNanos);
    }

    @Test
    void ticksEndBeforeTheyOverflow() {
        assertTrue(moveTo(Datagrams.LIMIT / 2, 0));
        long tick = Datagrams.LIMIT / 2;
        while (moveTo(tick + FAR, 0)) {
            tick += FAR;
        }
        assertEquals(Datagrams.LIMIT, tick);
        times.beginRun(false);
        assertFalse(moveTo(0, 0), "no tick is left");
    }

    /** Wall and simulation time of the anchor, its scale, and whether readers can compute with it. */
    @ParameterizedTest
    @CsvSource({
        "0, 0, 1000000000, 1000000000, true",
        "0, 0, 1000000001, 1000000000, false",
        "0, 0, 1000000000, 1000000001, false",
        // An hour later, the simulation time must still be below the limit.
        "0, 0, 320000, 1, true",
        "0, 0, 321000, 1, false",
        // The same holds now, before an anchor that is an hour ahead.
        "3600000000000, 0, 320000, 1, true",
        "3600000000000, 0, 321000, 1, false",
        "-1152900000000000000, 0, 1, 1, true",
        "-1152920000000000000, 0, 1, 1, false",
        "1152920000000000000, 0, 1, 1, true",
        "1152929000000000000, 0, 1, 1, false",
        "0, 1152921504606846720, 0, 1, true",
        "0, 1152921504606846976, 0, 1, false",
        "0, -1152921504606846976, 0, 1, false",
        // Wall times of the next second, and of what came before, must be below the limit as well.
        "-1152917904606846976, 0, 1, 1, false",
        "0, 0, 1, 1000000000, true",
        "0, 160000000, 1, 1000000000, false",
        "0, -160000000, 1, 1000000000, false",
        "0, 1000000000000000, 1, 1000, true",
        "0, 1200000000000000, 1, 1000, false",
        "0, 1098511627775, 1, 1048576, true",
        "0, 1098511627776, 1, 1048576, false"
    })
    void anAnchorIsTakenOnlyIfReadersCanComputeWithIt(
            long wallNanos, long simulationNanos, long numerator, long denominator, boolean isSane) {
        anchor.set(wallNanos, simulationNanos, numerator, denominator);
        assertEquals(isSane, moveTo(0, 0));
        assertEquals(!isSane, times.isNewRun);
        LocalTimes other = new LocalTimes(clock);
        PendingState first = new PendingState(new ReceivedBlocks(StateLayout.of(1)));
        assertTrue(other.moveTo(first, 0));
        assertEquals(isSane, other.amend(state(0, 0), 0));
        assertEquals(isSane, other.anchor.same(anchor), "a refused anchor changes nothing");
    }

    /** An anchor counts from where the simulation is, and a step from where it was. */
    @Test
    void readersComputeWithDistancesInTime() {
        anchor.set(0, 1_000 * SECOND, 1, 1_000_000);
        assertTrue(moveTo(0, 1_000 * SECOND));
        assertTrue(moveTo(1, 1_500 * SECOND));
        assertFalse(moveTo(2, 1_900 * SECOND));
        anchor.set(0, 1_500 * SECOND, 1, 1_000_000);
        assertTrue(moveTo(2, 1_900 * SECOND));
    }

    @Test
    void aStepIsPartOfWhatReadersComputeWith() {
        anchor.set(0, 0, 1, 1_000_000);
        assertTrue(moveTo(0, 0));
        // The anchor is a second away, and the state before it as well.
        assertFalse(moveTo(1, SECOND * 576));
        assertTrue(moveTo(1, SECOND * 575));
    }

    @Test
    void aStateFollowsIfItIsTheUsualStepAway() {
        assertTrue(times.follows(state(9, 0), times.senderTick()), "the first one");
        run(100);
        assertTrue(times.follows(state(101, 0), times.senderTick()));
        assertFalse(times.follows(state(102, 0), times.senderTick()));
        assertEquals(10 * MILLI, times.stepNanos);
        long tick = 100;
        for (int i = 0; i < 7; i++) {
            tick += 2;
            assertTrue(moveTo(tick, tick * 10 * MILLI));
        }
        assertFalse(times.follows(state(tick + 2, 0), times.senderTick()), "every other tick may have been lost");
        assertEquals(10 * MILLI, times.stepNanos);
        tick += 2;
        assertTrue(moveTo(tick, tick * 10 * MILLI));
        assertTrue(times.follows(state(tick + 2, 0), times.senderTick()), "eight in a row are usual");
        assertFalse(times.follows(state(tick + 3, 0), times.senderTick()));
        assertEquals(20 * MILLI, times.stepNanos);
        tick++;
        assertTrue(moveTo(tick, tick * 10 * MILLI));
        assertFalse(times.follows(state(tick + 2, 0), times.senderTick()), "a shorter step is usual at once");
        assertEquals(10 * MILLI, times.stepNanos);
    }
}
