package io.github.freestep.physics.lockstep.cluster;

import io.aeron.ExclusivePublication;
import io.aeron.Image;
import java.nio.ByteOrder;
import org.agrona.concurrent.IdleStrategy;
import org.agrona.concurrent.UnsafeBuffer;

/** Writes a snapshot to a recording of Aeron, and reads it: its length, and then its bytes in parts. */
final class SnapshotFiles {
    /** Less than the longest message of a recording. */
    private static final int PART = 32 << 10;

    private SnapshotFiles() {}

    static void write(byte[] snapshot, ExclusivePublication to, IdleStrategy idle) {
        UnsafeBuffer length = new UnsafeBuffer(new byte[Integer.BYTES]);
        length.putInt(0, snapshot.length, ByteOrder.BIG_ENDIAN);
        write(length, 0, Integer.BYTES, to, idle);
        UnsafeBuffer bytes = new UnsafeBuffer(snapshot);
        for (int offset = 0; offset < snapshot.length; offset += PART) {
            write(bytes, offset, Math.min(PART, snapshot.length - offset), to, idle);
        }
    }

    private static void write(UnsafeBuffer from, int offset, int count, ExclusivePublication to, IdleStrategy idle) {
        idle.reset();
        while (to.offer(from, offset, count) < 0) {
            if (to.isClosed() || !to.isConnected()) {
                throw new IllegalStateException("the archive of the node has ended while a snapshot was written");
            }
            idle.idle();
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
