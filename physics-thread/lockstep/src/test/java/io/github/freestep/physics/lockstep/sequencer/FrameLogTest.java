package io.github.freestep.physics.lockstep.sequencer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.physics.lockstep.link.Snapshot;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

class FrameLogTest {
    private static void append(FrameLog log, long tick, int length) {
        log.append(ByteBuffer.allocate(length).putLong(0, tick));
    }

    @Test
    void readsFromAnyTickThatIsKept() {
        FrameLog log = new FrameLog(1 << 20);
        for (long tick = 1; tick <= 5_000; tick++) {
            append(log, tick, tick == 2_000 ? 100_000 : 50);
        }
        assertEquals(1, log.firstTick());
        for (long from : new long[] {1, 2, 1_999, 2_000, 2_001, 5_000}) {
            FrameLog.Cursor cursor = log.from(from);
            for (long tick = from; tick <= 5_000; tick++) {
                assertEquals(tick, cursor.tick());
                ByteBuffer frame = cursor.peek();
                assertEquals(tick, frame.getLong());
                cursor.moveOn();
            }
            assertNull(cursor.peek());
        }
        assertNull(log.from(5_002));
    }

    @Test
    void aCursorAtTheEndGoesOnWithNewFrames() {
        FrameLog log = new FrameLog(1 << 20);
        FrameLog.Cursor cursor = log.from(1);
        assertNull(cursor.peek());
        for (long tick = 1; tick <= 3_000; tick++) {
            append(log, tick, 100);
            assertEquals(tick, cursor.peek().getLong());
            cursor.moveOn();
            assertNull(cursor.peek());
        }
    }

    @Test
    void dropsTheOldestFramesAtItsBound() {
        FrameLog log = new FrameLog(200_000);
        FrameLog.Cursor slow = log.from(1);
        for (long tick = 1; tick <= 10_000; tick++) {
            append(log, tick, 96);
        }
        assertTrue(slow.lost());
        assertTrue(log.firstTick() > 10_000 - 2_000 && log.firstTick() < 10_000 - 600, "from " + log.firstTick());
        assertNull(log.from(log.firstTick() - 1));
        FrameLog.Cursor kept = log.from(log.firstTick());
        assertNotNull(kept);
        assertFalse(kept.lost());
        assertEquals(log.firstTick(), kept.peek().getLong());
    }

    @Test
    void aCursorWhoseFramesAreAllReadIsNotLost() {
        FrameLog log = new FrameLog(1 << 16);
        long second = 1 + (1 << 15) / 4_004;
        for (long tick = 1; tick <= second; tick++) {
            append(log, tick, 4_000);
        }
        FrameLog.Cursor atEnd = log.from(1);
        while (atEnd.tick() < second) {
            atEnd.moveOn();
        }
        for (long tick = second + 1; log.firstTick() < second; tick++) {
            append(log, tick, 4_000);
        }
        assertFalse(atEnd.lost(), "the next frame is the oldest that is kept");
        assertEquals(second, atEnd.peek().getLong());
    }

    @Test
    void aSavedLogHasAllFramesAndPlaces() {
        FrameLog log = new FrameLog(1 << 17);
        FrameLog.Cursor slow = log.from(1);
        for (long tick = 1; tick <= 3_000; tick++) {
            append(log, tick, 100);
        }
        FrameLog.Cursor middle = log.from(2_500);
        assertTrue(slow.lost());
        Snapshot saved = Snapshot.save();
        log.copy(saved);
        for (FrameLog.Cursor each : new FrameLog.Cursor[] {null, slow, middle}) {
            log.copy(each, saved);
        }
        Snapshot state = Snapshot.load(saved.saved());
        FrameLog loaded = new FrameLog(1 << 17);
        loaded.copy(state);
        assertEquals(log.firstTick(), loaded.firstTick());
        assertNull(loaded.copy((FrameLog.Cursor) null, state));
        FrameLog.Cursor lost = loaded.copy((FrameLog.Cursor) null, state);
        assertTrue(lost.lost() && lost.tick() == 1);
        FrameLog.Cursor cursor = loaded.copy((FrameLog.Cursor) null, state);
        append(loaded, 3_001, 100);
        for (long tick = 2_500; tick <= 3_001; tick++) {
            assertEquals(tick, cursor.peek().getLong());
            cursor.moveOn();
        }
        assertNull(cursor.peek());
    }
}
