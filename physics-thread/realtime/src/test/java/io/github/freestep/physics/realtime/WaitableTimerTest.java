package io.github.freestep.physics.realtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.github.freestep.time.VirtualClock;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The timer of Windows is fake. */
class WaitableTimerTest {
    private static final long MILLI = 1_000_000;

    private final VirtualClock time = new VirtualClock(0);
    private final FakeTimer fake = new FakeTimer(time);
    private final List<Long> parks = new ArrayList<>();
    private final WaitableTimer timer = new WaitableTimer(() -> fake);

    @Test
    void aParkIsOnTheTimer() {
        park(3 * MILLI);
        assertEquals(3 * MILLI, time.nanoTime());
        assertEquals(List.of("create", "set -30000 of 42", "await 103 ms of 42"), fake.called);
        assertEquals(List.of(), parks);
    }

    @Test
    void aParkIsNeverShorterThanItsTimeInUnitsOf100Nanos() {
        for (long nanos : new long[] {1, 99, 100, 101, 5_001}) {
            long since = time.nanoTime();
            park(nanos);
            assertEquals((nanos + 99) / 100 * 100, time.nanoTime() - since);
        }
    }

    @Test
    void theTimerIsCreatedOnceAndClosedOnce() {
        park(MILLI);
        park(MILLI);
        timer.close();
        timer.close();
        park(7 * MILLI);
        assertEquals(1, times("create"));
        assertEquals(1, times("close 42"));
        assertEquals(List.of(7 * MILLI), parks);
    }

    /** After the first failure, every park is on the clock. */
    @ParameterizedTest
    @CsvSource({
        "is not allowed, ''",
        "has no such timer, create",
        "does not set it, 'create, set -10000 of 42, close 42'",
        "does not fire, 'create, set -10000 of 42, await 101 ms of 42, close 42'",
    })
    void aTimerThatFailsIsClosedAndNotTriedAgain(String system, String calls) {
        fake.isAllowed = !system.equals("is not allowed");
        fake.creates = !system.equals("has no such timer");
        fake.sets = !system.equals("does not set it");
        fake.fires = !system.equals("does not fire");
        park(MILLI);
        park(MILLI);
        timer.close();
        assertEquals(List.of(MILLI, MILLI), parks);
        assertEquals(calls, String.join(", ", fake.called));
    }

    @Test
    void callsThatCannotBeLinkedAreNotTriedAgain() {
        int[] tries = {0};
        WaitableTimer without = new WaitableTimer(() -> {
            tries[0]++;
            throw new UnsatisfiedLinkError("no kernel32");
        });
        assertFalse(without.park(MILLI));
        assertFalse(without.park(MILLI));
        assertEquals(1, tries[0]);
    }

    @Test
    void otherSystemsHaveNoSuchTimer() {
        assertNull(TimerCalls.find("Linux"));
        assertNull(TimerCalls.find("Darwin"));
    }

    /** Parks as the caller does. */
    private void park(long nanos) {
        if (!timer.park(nanos)) {
            parks.add(nanos);
            time.park(nanos);
        }
    }

    private long times(String call) {
        return fake.called.stream().filter(call::equals).count();
    }
}
