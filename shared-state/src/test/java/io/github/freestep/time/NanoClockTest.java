package io.github.freestep.time;

import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class NanoClockTest {
    @Test
    void readsTheMonotonicClockOfTheSystem() {
        long before = System.nanoTime();
        long read = NanoClock.system().nanoTime();
        long after = System.nanoTime();
        assertTrue(read - before >= 0);
        assertTrue(after - read >= 0);
    }

    /** An interrupt must reach the caller of the loop. A park that swallowed it would sleep for a day here. */
    @Test
    void parkReturnsWhenInterruptedAndLeavesTheFlag() {
        Thread.currentThread().interrupt();
        NanoClock.system().park(86_400_000_000_000L);
        assertTrue(Thread.interrupted());
    }
}
