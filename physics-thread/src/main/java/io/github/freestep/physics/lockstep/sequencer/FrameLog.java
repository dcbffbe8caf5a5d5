package io.github.freestep.physics.lockstep.sequencer;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/** The newest frames of a match, for players who join late. Bounded by bytes: drops the oldest frames. */
final class FrameLog {
    private static final int SEGMENT = 1 << 16;

    private static final class Segment {
        private final byte[] bytes;
        private final ByteBuffer view;
        private final long firstTick;
        private int used;
        private @Nullable Segment next;
        private boolean dropped;

        private Segment(int size, long firstTick) {
            bytes = new byte[size];
            view = ByteBuffer.wrap(bytes);
            this.firstTick = firstTick;
        }
    }

    /** A place in the log, which moves forwards. */
    final class Cursor {
        private Segment segment;
        private int offset;
        private long tick;

        private Cursor(Segment segment) {
            this.segment = segment;
            tick = segment.firstTick;
        }

        /** Returns the tick of the next frame. */
        long tick() {
            return tick;
        }

        /** Whether the next frame was dropped, because the log has reached its bound. */
        boolean lost() {
            return segment.dropped;
        }

        /** Returns the next frame without moving on; null if there is none yet. */
        @Nullable ByteBuffer peek() {
            if (offset == segment.used && segment.next != null) {
                segment = segment.next;
                offset = 0;
            }
            if (offset == segment.used) {
                return null;
            }
            int length = ByteBuffer.wrap(segment.bytes).getInt(offset);
            return ByteBuffer.wrap(segment.bytes, offset + 4, length);
        }

        void moveOn() {
            offset += 4 + ByteBuffer.wrap(segment.bytes).getInt(offset);
            tick++;
        }
    }

    private final long maxBytes;
    private final ArrayDeque<Segment> segments = new ArrayDeque<>();
    private long bytes;
    private long next = 1;

    FrameLog(long maxBytes) {
        this.maxBytes = maxBytes;
        add(null, SEGMENT);
    }

    /** Adds the frame of the tick after the newest one. Moves the position of the frame. */
    void append(ByteBuffer frame) {
        int length = frame.remaining();
        Segment last = segments.getLast();
        if (last.bytes.length - last.used < 4 + length) {
            last = add(last, Math.max(SEGMENT, 4 + length));
        }
        last.view.position(last.used);
        last.view.putInt(length).put(frame);
        last.used += 4 + length;
        next++;
    }

    private Segment add(@Nullable Segment last, int size) {
        Segment added = new Segment(size, next);
        if (last != null) {
            last.next = added;
        }
        segments.addLast(added);
        bytes += size;
        while (bytes > maxBytes && segments.size() > 1) {
            Segment oldest = segments.removeFirst();
            oldest.dropped = true;
            bytes -= oldest.bytes.length;
        }
        return added;
    }

    /** Returns the tick of the oldest frame. */
    long firstTick() {
        return segments.getFirst().firstTick;
    }

    /** Returns a place in the log, null if the frame is not in it. */
    @Nullable Cursor from(long tick) {
        if (tick < firstTick() || tick > next) {
            return null;
        }
        Segment segment = segments.getFirst();
        while (segment.next != null && segment.next.firstTick <= tick) {
            segment = segment.next;
        }
        Cursor cursor = new Cursor(segment);
        while (cursor.tick() < tick) {
            cursor.moveOn();
        }
        return cursor;
    }
}
