package io.github.freestep.internal.time;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.testing.Seeds;
import io.github.freestep.time.NanoClock;
import io.github.freestep.time.VirtualClock;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class SlewedClockTest {
    private static final long MILLI = 1_000_000;

    private final VirtualClock source = new VirtualClock(500 * MILLI);
    private final SlewedClock clock = new SlewedClock(source, 400 * MILLI);

    @Test
    void itStandsUntilItHasALead() {
        source.advance(MILLI);
        assertEquals(400 * MILLI, clock.nanoTime());
        clock.approach(30 * MILLI);
        assertEquals(531 * MILLI, clock.nanoTime());
        assertEquals(501 * MILLI, new SlewedClock(source).nanoTime(), "without a lead, it is the other clock");
    }

    @Test
    void itDoesNotGoBack() {
        clock.lead(-200 * MILLI);
        assertEquals(400 * MILLI, clock.nanoTime());
        source.advance(150 * MILLI);
        assertEquals(450 * MILLI, clock.nanoTime());
    }

    @Test
    void itMayBeginAnywhere() {
        NanoClock late = () -> Long.MAX_VALUE - 5;
        SlewedClock wraps = new SlewedClock(late);
        wraps.lead(20);
        assertEquals(Long.MAX_VALUE - 5 + 20, wraps.nanoTime());
        wraps.lead(0);
        assertEquals(Long.MAX_VALUE - 5 + 20, wraps.nanoTime());
    }

    @Test
    void itApproachesALeadSlowly() {
        clock.approach(30 * MILLI);
        long before = clock.nanoTime();
        for (long aim : new long[] {60 * MILLI, 10 * MILLI}) {
            for (int i = 0; i < 2_000; i++) {
                source.advance(MILLI);
                clock.approach(aim);
                long passed = clock.nanoTime() - before;
                before += passed;
                assertTrue(passed >= 0.9 * MILLI && passed <= 1.1 * MILLI, "" + passed);
            }
            assertEquals(aim, clock.nanoTime() - source.nanoTime());
        }
    }

    /** The thread that changes the lead, or a reader, may be stopped anywhere. */
    @Test
    void noThreadReadsBeforeWhatAnotherOneHasRead() throws InterruptedException {
        AtomicLong now = new AtomicLong();
        SlewedClock shared = new SlewedClock(now::get);
        AtomicLong back = new AtomicLong();
        AtomicLong newest = new AtomicLong();
        CountDownLatch done = new CountDownLatch(1);
        Runnable reading = () -> {
            while (done.getCount() > 0) {
                long before = newest.get();
                long read = shared.nanoTime();
                back.addAndGet(read < before ? 1 : 0);
                newest.accumulateAndGet(read, Math::max);
            }
        };
        Thread[] readers = {new Thread(reading), new Thread(reading)};
        for (Thread reader : readers) {
            reader.start();
        }
        Random random = Seeds.random(1);
        for (int i = 0; i < 200_000; i++) {
            now.addAndGet(random.nextInt(100));
            shared.lead(random.nextInt(2_000));
        }
        done.countDown();
        for (Thread reader : readers) {
            reader.join();
        }
        assertEquals(0, back.get());
    }
}
