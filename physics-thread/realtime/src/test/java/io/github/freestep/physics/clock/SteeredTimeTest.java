package io.github.freestep.physics.clock;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.testing.Seeds;
import io.github.freestep.testing.Thorough;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** A steered time never goes back, wherever a reader or the thread that steers is stopped. */
class SteeredTimeTest {
    private static final int TEN_PERCENT = 100_000_000;

    private final Random random = Seeds.random(70);
    private SteeredTime time;
    private long realNanos;
    private long mostRead;
    private boolean isSteering;
    private int depth;

    @Test
    void theRateIsKeptFor100MillisecondsAndThenIsThatOfTheSource() {
        time = new SteeredTime(() -> realNanos);
        time.steer(TEN_PERCENT);
        realNanos = 50_000_000;
        assertEquals(55_000_000, time.nanoTime());
        realNanos = 300_000_000;
        assertEquals(310_000_000, time.nanoTime());
        time.steer(-TEN_PERCENT);
        assertEquals(310_000_000, time.nanoTime());
        realNanos = 310_000_000;
        assertEquals(319_000_000, time.nanoTime());
    }

    /**
     * Stops a thread wherever it reads the source, and lets others read and steer meanwhile. A reading must not be
     * before one that was complete when it began.
     */
    @Test
    void noReadingIsBeforeOneThatWasCompleteWhenItBegan() {
        time = new SteeredTime(() -> {
            long now = realNanos;
            interrupt();
            return now;
        });
        for (int i = 0; i < Thorough.of(5_000, 200_000); i++) {
            act();
        }
        assertTrue(Math.abs(mostRead - realNanos) < realNanos / 9);
    }

    private void interrupt() {
        if (time != null && depth < 6) {
            depth++;
            for (int acts = random.nextInt(4); acts > 0; acts--) {
                act();
            }
            depth--;
        }
    }

    private void act() {
        realNanos += random.nextInt(3) == 0 ? random.nextInt(1_000_000) : random.nextInt(10);
        if (!isSteering && random.nextBoolean()) {
            isSteering = true;
            time.steer(random.nextInt(2 * TEN_PERCENT) - TEN_PERCENT);
            isSteering = false;
        } else {
            long earlier = mostRead;
            long read = time.nanoTime();
            assertTrue(read >= earlier, () -> read + " after " + earlier);
            mostRead = Math.max(mostRead, read);
        }
    }

    /** Also if all records are replaced while a thread reads one of them. */
    @Test
    void threadsReadWhileAnotherSteers() throws InterruptedException {
        AtomicLong real = new AtomicLong();
        SteeredTime shared = new SteeredTime(real::get);
        CountDownLatch done = new CountDownLatch(1);
        AtomicLong backwards = new AtomicLong();
        Thread reader = new Thread(() -> {
            long before = 0;
            while (done.getCount() > 0) {
                long now = shared.nanoTime();
                backwards.addAndGet(now < before ? 1 : 0);
                before = now;
            }
        });
        reader.start();
        for (int i = 0; i < 1_000_000; i++) {
            real.addAndGet(100);
            shared.steer((i & 1) == 0 ? TEN_PERCENT : -TEN_PERCENT);
        }
        done.countDown();
        reader.join();
        assertEquals(0, backwards.get());
    }
}
