package io.github.freestep.net.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.testing.Seeds;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The motion over full links is tested where frames are: in FullLinkTest of the system tests. */
class StatePaceTest {
    private static final long TICK = 10_000_000;
    private static final int BYTES = 1_000;

    private final StateLoad load = new StateLoad();
    private long nowNanos;

    static LongStream seeds() {
        return Seeds.first(20);
    }

    /** Makes 100 states, one for each tick. Returns how many of them are sent. */
    private int second(StatePace pace) {
        int sent = 0;
        for (int i = 0; i < 100; i++) {
            nowNanos += TICK;
            sent += pace.next(nowNanos, load, false) > 0 ? 1 : 0;
            load.add(nowNanos, BYTES, 0, BYTES, 0);
        }
        return sent;
    }

    private StatePace settled(double budget) {
        StatePace pace = new StatePace(budget);
        for (int i = 0; i < 5; i++) {
            second(pace);
        }
        return pace;
    }

    @Test
    void aBudgetChoosesEveryNthState() {
        assertEquals(100, second(settled(Double.POSITIVE_INFINITY)));
        assertEquals(100, second(settled(110_000)), "without the copies");
        assertEquals(50, second(settled(90_000)));
        assertEquals(33, second(settled(40_000)), 1);
        assertEquals(10, second(settled(1_000)), "the least of use");
        StatePace pace = settled(90_000);
        for (int i = 0; i < 100; i++) {
            pace.next(nowNanos += TICK, load, true);
        }
        assertEquals(10, pace.statesPerSecond);
        assertEquals(9 - 1 - 0.2, pace.spare(load, 200), 0.1, "what new bodies may take");
    }

    @Test
    void copiesAreTheFirstToBeLeftOut() {
        StatePace all = new StatePace(220_000);
        StatePace fewer = new StatePace(190_000);
        for (int i = 0; i < 500; i++) {
            nowNanos += TICK;
            if (i % 100 == 0) {
                all.heard(nowNanos, 100_000 * i, 99_999 * i, i, 0);
                fewer.heard(nowNanos, 100_000 * i, 99_999 * i, i, 0);
            }
            all.next(nowNanos, load, false);
            fewer.next(nowNanos, load, false);
            load.add(nowNanos, BYTES, 0, BYTES, 0);
        }
        assertTrue(all.copies);
        assertFalse(fewer.copies);
        assertFalse(fewer.isOverloaded);
        assertEquals(100, fewer.statesPerSecond, 1);
    }

    /** They would be seen twice: when they are left out, and when they come again. */
    @Test
    void noStateIsLeftOutOnlyWhileAQueueDrains() {
        StatePace pace = settled(Double.POSITIVE_INFINITY);
        for (int bytes = 0; bytes < 60_000; bytes += 15_000) {
            pace.heard(nowNanos += 10 * TICK, bytes, bytes, 0, 150_000);
        }
        assertEquals(0.6 * 0.85 * 150_000, pace.link.bytesPerSecond(), 1, "a state takes 1,000 bytes");
        pace.next(nowNanos, load, false);
        assertFalse(pace.copies);
        assertEquals(100, pace.statesPerSecond, 1);
    }

    /** The states take 200,000 bytes per second with their copies, and what every client is sent takes 10,000. */
    @ParameterizedTest
    @CsvSource({"312000, 2", "308000, 1"})
    void aLinkThatLosesMuchIsSentPiecesTwiceIfTheBudgetAllowsIt(double budget, int times) {
        StatePace pace = new StatePace(budget);
        for (int i = 0; i < 500; i++) {
            if (i % 10 == 0) {
                pace.heard(nowNanos, 2_000 * i, 1_600 * i, 400 * i, 0);
            }
            pace.next(nowNanos += TICK, load, false);
            load.add(nowNanos, BYTES, 0, BYTES, BYTES / 10);
        }
        assertTrue(pace.link.repeats());
        assertEquals(times, pace.next(nowNanos + TICK, load, false));
    }

    /** In a pause, the newest state is encoded again every 100 ms, and a change of it must arrive. */
    @Test
    void everyStateOfAPauseIsSent() {
        StatePace pace = settled(20_000);
        for (int i = 0; i < 10; i++) {
            nowNanos += 10 * TICK;
            assertTrue(pace.next(nowNanos, load, false) > 0);
            load.add(nowNanos, BYTES, 0, BYTES, 0);
        }
    }

    /** As the first state of a pause is. */
    @Test
    void aRequiredStateIsSentAtOnce() {
        StatePace pace = settled(20_000);
        for (int i = 0; i < 3; i++) {
            nowNanos += TICK;
            pace.require();
            assertTrue(pace.next(nowNanos, load, false) > 0);
        }
        nowNanos += TICK;
        assertEquals(0, pace.next(nowNanos, load, false), "the one after it");
    }

    /** The copies take what the states leave of the rate, so that the link shows whether it carries the rate. */
    @Test
    void aProbeSendsCopiesOfTheStates() {
        StatePace pace = new StatePace(Double.POSITIVE_INFINITY);
        second(pace);
        int bytes = 0;
        long startNanos = nowNanos;
        for (int sample = 0; sample < 40; sample++) {
            bytes += 11_300;
            // A queue; none until the cut is 2 s old. Then the rate grows by 5 %, until too little arrives.
            pace.heard(nowNanos, bytes, bytes, 0, sample < 4 ? 50_000 : 0);
            for (int i = 0; i < 10; i++) {
                nowNanos += TICK;
                int times = pace.next(nowNanos, load, false);
                load.add(nowNanos, BYTES, 0, BYTES, 0);
                assertTrue(sample < 23 ? times <= 1 : times <= 3, "at " + (nowNanos - startNanos));
                assertTrue(sample < 4 || sample >= 23 || pace.spare(load, 0) == 0);
            }
        }
        assertTrue(pace.statesPerSecond < 99);
        int states = 0;
        int pieces = 0;
        for (int i = 0; i < 200; i++) {
            nowNanos += TICK;
            int times = pace.next(nowNanos, load, false);
            load.add(nowNanos, BYTES, 0, BYTES, 0);
            states += times > 0 ? 1 : 0;
            pieces += times;
        }
        assertEquals(100, states, 1);
        assertEquals(2 * 0.85 * 113 * Math.pow(1.05, 6), pieces, 3);
    }

    /** A client that lies gets fewer states, and never none. */
    @ParameterizedTest
    @MethodSource("seeds")
    void anyReportsLeaveTenStatesPerSecond(long seed) {
        SplittableRandom random = Seeds.splittable(seed);
        StatePace pace = new StatePace(Double.POSITIVE_INFINITY);
        for (int i = 0; i < 60; i++) {
            for (int report = 0; report < 10; report++) {
                int bits = random.nextInt(32);
                pace.heard(
                        nowNanos + report * 10 * TICK,
                        random.nextInt() >>> bits,
                        random.nextInt() >>> bits,
                        random.nextInt(),
                        random.nextInt() >> random.nextInt(32));
            }
            int sent = second(pace);
            assertTrue(sent >= 9, () -> "states in a second: " + sent);
        }
    }
}
