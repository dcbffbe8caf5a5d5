package io.github.freestep.physics.lockstep.cluster;

import io.aeron.ExclusivePublication;
import io.aeron.Image;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.agrona.concurrent.IdleStrategy;
import org.agrona.concurrent.UnsafeBuffer;

/** Writes a snapshot to a recording of Aeron, and reads it: its length, and then its bytes in parts. */
final class SnapshotFiles {
    /** Less than the longest message of a recording. */
    private static final int PART = 32 << 10;

    private SnapshotFiles() {}

    static void write(byte[] snapshot, ExclusivePublication to, IdleStrategy idle) {
        UnsafeBuffer part = new UnsafeBuffer(ByteBuffer.allocate(Integer.BYTES + snapshot.length));
        part.putInt(0, snapshot.length, ByteOrder.BIG_ENDIAN);
        part.putBytes(Integer.BYTES, snapshot);
        for (int offset = 0; offset < part.capacity(); offset += PART) {
            int length = Math.min(PART, part.capacity() - offset);
            idle.reset();
            while (to.offer(part, offset, length) < 0) {
                if (to.isClosed() || !to.isConnected()) {
                    throw new IllegalStateException("the archive of the node has ended while a snapshot was written");
                }
                idle.idle();
            }
        }
    }

    static byte[] read(Image from, IdleStrategy idle) {
        byte[][] snapshot = new byte[1][];
        int[] arrived = {0};
        idle.reset();
        while (snapshot[0] == null || arrived[0] < snapshot[0].length) {
            int polled = from.poll(
                    (buffer, offset, count, header) -> {
                        int skipped = 0;
                        if (snapshot[0] == null) {
                            snapshot[0] = new byte[buffer.getInt(offset, ByteOrder.BIG_ENDIAN)];
                            skipped = Integer.BYTES;
                        }
                        buffer.getBytes(offset + skipped, snapshot[0], arrived[0], count - skipped);
                        arrived[0] += count - skipped;
                    },
                    1);
            if (polled == 0 && (from.isClosed() || from.isEndOfStream())) {
                throw new IllegalStateException("a snapshot of the match is cut off after " + arrived[0] + " bytes");
            }
            idle.idle(polled);
        }
        return snapshot[0];
    }
}
