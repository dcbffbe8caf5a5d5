package io.github.freestep.benchmarks.app.compare.loops;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class ClientTicksTest {
    private static final long MILLI = 1_000_000;

    private static void publish(Published published, int fromMillis, int toMillis) {
        for (int at = fromMillis; at <= toMillis; at += 10) {
            published.publish(at * MILLI, (at + 1) * MILLI);
        }
    }

    private static double shown(Loop loop, long atMillis) {
        return loop.frame(atMillis * MILLI).shownNanos() / 1e6;
    }

    @Test
    void theQueueKeepsTheNewestStates() {
        Published published = new Published(2);
        assertEquals(0, published.newest().nanos());
        publish(published, 10, 50);
        assertEquals(50 * MILLI, published.newest().nanos());
        assertEquals(40 * MILLI, published.older().nanos());
        publish(published, 60, 70);
        assertEquals(60 * MILLI, published.newestAt(61 * MILLI).nanos());
        assertEquals(70 * MILLI, published.newest().nanos());
    }

    @Test
    void blendsTheLastTwoLooks() {
        Published published = new Published(120);
        Loop loop = ClientTicks.atNewest(published);
        publish(published, 10, 90);
        assertEquals(0, shown(loop, 50));
        assertEquals(20, shown(loop, 75), "half way to what was there at 50 ms");
        publish(published, 100, 140);
        assertEquals(40 + 10, shown(loop, 110), "a fifth of the way to what was there at 100 ms");
    }

    @Test
    void aFixedDelayCountsOnlyWhenNoStateComes() {
        Published published = new Published(120);
        Loop loop = ClientTicks.atFixedDelay(published);
        publish(published, 10, 50);
        shown(loop, 50);
        shown(loop, 100);
        assertEquals(40, shown(loop, 149), 1e-6, "the older of the two newest");
        shown(loop, 150);
        shown(loop, 200);
        // Stamps are a millisecond later than states, so 150 ms ago the server was at 49 ms.
        assertEquals(49, shown(loop, 249), 0.5, "150 ms behind");
        shown(loop, 250);
        assertEquals(99, shown(loop, 299), 1.5, "guesses on");
    }

    @Test
    void longPausesAreNotLookedAtOneByOne() {
        Published published = new Published(120);
        Loop loop = ClientTicks.atNewest(published);
        publish(published, 10, 50);
        shown(loop, 60_000);
        assertEquals(50, shown(loop, 60_050));
        publish(published, 60_000, 60_090);
        shown(loop, 60_100);
        assertEquals(60_090, shown(loop, 60_150), "and the next one is 50 ms later");
    }
}
