package io.github.freestep.render.trace.codec;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class TraceRingTest {
    private final TraceRing ring = new TraceRing();
    private final TraceEntry entry = new TraceEntry();

    private void frame(long nanos) {
        ring.frame(nanos, nanos + 7, nanos + 1, nanos + 2, nanos, nanos + 3, (int) nanos);
    }

    private void assertFrame(long nanos) {
        assertEquals(TraceEntry.Kind.FRAME, entry.kind);
        assertEquals(nanos, entry.nanos);
        assertEquals(nanos + 1, entry.shown[ShownWords.SHOWN]);
        assertEquals(nanos + 3, entry.shown[ShownWords.DELAY]);
        assertEquals(nanos, entry.shown[ShownWords.FLAGS]);
    }

    @Test
    void aRecordIsHandedOverWithItsFrame() {
        ring.snapshot(new long[] {5, 6, 7}, 2);
        assertFalse(ring.take(entry));
        frame(9);
        assertTrue(ring.take(entry));
        assertEquals(TraceEntry.Kind.SNAPSHOT, entry.kind);
        assertEquals(2, entry.value);
        assertEquals(6, entry.values[1]);
        assertTrue(ring.take(entry));
        assertFrame(9);
        assertFalse(ring.take(entry));
    }

    @Test
    void aFullRingHasRoomAgainWhenItsRecordsAreFreed() {
        long frames = 0;
        while (ring.hasRoom()) {
            frame(frames++);
        }
        ring.lose();
        ring.lose();
        for (long i = 0; i < frames; i++) {
            assertTrue(ring.take(entry));
            assertFrame(i);
        }
        assertFalse(ring.hasRoom());
        ring.free();
        assertTrue(ring.hasRoom());
        ring.lost();
        ring.lost();
        assertTrue(ring.take(entry));
        assertEquals(TraceEntry.Kind.LOST, entry.kind);
        assertEquals(2, entry.value);
        assertFalse(ring.take(entry));
    }

    @Test
    void allRecordsArriveWholeAndInOrderOnAnotherThread() {
        int frames = 200_000;
        CompletableFuture<Void> writer = CompletableFuture.runAsync(() -> {
            for (int frame = 0; frame < frames; ) {
                if (ring.hasRoom()) {
                    frame(frame++);
                } else {
                    Thread.onSpinWait();
                }
            }
        });
        for (int frame = 0; frame < frames; ) {
            if (ring.take(entry)) {
                assertFrame(frame++);
            } else {
                ring.free();
                Thread.onSpinWait();
            }
        }
        writer.join();
    }
}
