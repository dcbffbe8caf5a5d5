package io.github.freestep.time;

import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class NanoClockTest {
    /** An interrupt must reach the caller. If a park swallowed it, this test would sleep for a day. */
    @Test
    void parkReturnsWhenInterruptedAndKeepsTheFlag() {
        Thread.currentThread().interrupt();
        NanoClock.system().park(86_400_000_000_000L);
        assertTrue(Thread.interrupted());
    }
}
