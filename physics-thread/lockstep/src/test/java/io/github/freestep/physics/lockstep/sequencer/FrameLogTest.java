package io.github.freestep.physics.lockstep.sequencer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

class FrameLogTest {
    private static final long NONE = Long.MAX_VALUE;

    private final FrameLog log = new FrameLog(10_000);

    private void append(long tick, long needed) {
        log.append(tick, ByteBuffer.allocate(100).putLong(0, tick), needed);
    }

    @Test
    void keepsNothingThatNoOneNeeds() {
        for (long tick = 1; tick <= 10; tick++) {
            append(tick, NONE);
            assertNull(log.frame(tick));
            assertTrue(log.isLost(tick));
        }
    }

    @Test
    void keepsWhatIsNeeded() {
        append(1, NONE);
        for (long tick = 2; tick <= 50; tick++) {
            append(tick, 2);
        }
        assertEquals(2, log.frame(2).getLong());
        assertEquals(50, log.frame(50).getLong());
        assertNull(log.frame(51), "not yet");
        assertFalse(log.isLost(51));
        append(51, 40);
        assertTrue(log.isLost(39));
        assertNull(log.frame(39));
        assertEquals(40, log.frame(40).getLong());
        append(52, NONE);
        assertTrue(log.isLost(52));
        append(53, 53);
        assertEquals(53, log.frame(53).getLong());
    }

    @Test
    void dropsTheOldestFramesAtItsBound() {
        for (long tick = 1; tick <= 150; tick++) {
            append(tick, 1);
        }
        assertTrue(log.isLost(50));
        assertFalse(log.isLost(51));
        assertEquals(51, log.frame(51).getLong());
        log.append(151, ByteBuffer.allocate(20_000), 1);
        assertTrue(log.isLost(151), "a single frame may be too large");
    }
}
