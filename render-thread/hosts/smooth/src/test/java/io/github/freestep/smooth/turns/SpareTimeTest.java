package io.github.freestep.smooth.turns;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class SpareTimeTest {
    @Test
    void aFrameWaitsForHalfOfWhatTheGameLeavesOfIt() {
        SpareTime spare = new SpareTime(0);
        long nowNanos = 0;
        for (int i = 0; i < 100; i++) {
            nowNanos += i % 10 == 0 ? 21_000_000 : 7_000_000; // now and then, it misses two refreshes
            spare.frameBegins(nowNanos);
            spare.turnEnds(i == 0 ? 6_000_000 : 3_000_000);
            assertEquals(i < 50 ? spare.patienceNanos() : 2_000_000, spare.patienceNanos(), 220_000);
        }
        spare.frameBegins(nowNanos); // does not wait for the display
        assertEquals(1_000_000, spare.patienceNanos());
    }
}
