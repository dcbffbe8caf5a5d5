package io.github.freestep.physics.realtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import io.github.freestep.time.NanoClock;
import io.github.freestep.time.VirtualClock;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** The timer of Windows is fake. */
class WaitableTimerTest {
    private static final long MILLI = 1_000_000;

    private final VirtualClock time = new VirtualClock(0);
    private final FakeTimer fake = new FakeTimer(time);
    private final List<Long> parks = new ArrayList<>();
    private final WaitableTimer timer = fake.over(new NanoClock() {
        @Override
        public long nanoTime() {
            return time.nanoTime();
        }

        @Override
        public void park(long nanos) {
            parks.add(nanos);
            time.park(nanos);
        }
    });

    @Test
    void aParkIsOnTheTimer() {
        timer.park(3 * MILLI);
        assertEquals(3 * MILLI, timer.nanoTime());
        assertEquals(List.of("create", "set -30000 of 42", "await 103 ms of 42"), fake.called);
        assertEquals(List.of(), parks);
    }

    @Test
    void aParkIsNeverShorterThanItsTimeInUnitsOf100Nanos() {
        for (long nanos : new long[] {1, 99, 100, 101, 5_001}) {
            long since = timer.nanoTime();
            timer.park(nanos);
            assertEquals((nanos + 99) / 100 * 100, timer.nanoTime() - since);
        }
    }

    @Test
    void theTimerIsCreatedOnceAndClosedOnce() {
        timer.park(MILLI);
        timer.park(MILLI);
        timer.close();
        timer.close();
        timer.park(7 * MILLI);
        assertEquals(1, times("create"));
        assertEquals(1, times("close 42"));
        assertEquals(List.of(7 * MILLI), parks);
    }

    @Test
    void aTimerThatWasNeverUsedIsNeitherCreatedNorClosed() {
        timer.close();
        assertEquals(List.of(), fake.called);
    }

    @Test
    void withoutNativeAccessThereIsNoCall() {
        fake.isAllowed = false;
        parkTwiceOnTheClock();
        assertEquals(List.of(), fake.called);
    }

    @Test
    void aSystemWithoutSuchTimersIsAskedOnce() {
        fake.creates = false;
        parkTwiceOnTheClock();
        assertEquals(List.of("create"), fake.called);
    }

    @Test
    void aTimerThatCannotBeSetIsClosed() {
        fake.sets = false;
        parkTwiceOnTheClock();
        timer.close();
        assertEquals(List.of("create", "set -10000 of 42", "close 42"), fake.called);
    }

    @Test
    void aTimerThatDoesNotFireIsClosed() {
        fake.fires = false;
        parkTwiceOnTheClock();
        assertEquals(List.of("create", "set -10000 of 42", "await 101 ms of 42", "close 42"), fake.called);
    }

    @Test
    void callsThatCannotBeLinkedAreNotTriedAgain() {
        int[] tries = {0};
        WaitableTimer without = new WaitableTimer(time, () -> {
            tries[0]++;
            throw new UnsatisfiedLinkError("no kernel32");
        });
        without.park(MILLI);
        without.park(MILLI);
        assertEquals(2 * MILLI, time.nanoTime());
        assertEquals(1, tries[0]);
    }

    @Test
    void onlyTheSystemClockHasATimer() {
        Supplier<TimerCalls> finder = () -> fake;
        assertSame(finder, WaitableTimer.ifReal(NanoClock.system(), finder));
        assertNull(WaitableTimer.ifReal(time, finder).get());
        new WaitableTimer(time).park(3_600_000 * MILLI);
        assertEquals(3_600_000 * MILLI, time.nanoTime());
    }

    @Test
    void otherSystemsHaveNoSuchTimer() {
        assertNull(TimerCalls.find("Linux"));
        assertNull(TimerCalls.find("Darwin"));
    }

    private void parkTwiceOnTheClock() {
        timer.park(MILLI);
        timer.park(MILLI);
        assertEquals(List.of(MILLI, MILLI), parks);
    }

    private long times(String call) {
        return fake.called.stream().filter(call::equals).count();
    }
}
