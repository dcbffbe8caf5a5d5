package io.github.freestep.net.wire;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class SenderRunsTest {
    @Test
    void formerRunsAreRememberedAndTheCurrentOneIsNoFormer() {
        SenderRuns runs = new SenderRuns();
        assertFalse(runs.hasBegun());
        assertFalse(runs.isCurrent(0) || runs.isCurrentHalf(0) || runs.isFormer(0));
        for (long run = 1; run <= 10; run++) {
            runs.begin(run << 32 | 100 + run);
        }
        assertTrue(runs.hasBegun());
        assertTrue(runs.isCurrent(10L << 32 | 110));
        assertFalse(runs.isCurrent(9L << 32 | 110));
        assertTrue(runs.isCurrentHalf(110));
        assertFalse(runs.isCurrentHalf(109));
        assertFalse(runs.isFormer(10L << 32 | 110));
        for (long run = 2; run < 10; run++) {
            assertTrue(runs.isFormer(run << 32 | 100 + run));
        }
        assertFalse(runs.isFormer(1L << 32 | 101), "only eight are remembered");
    }
}
