package io.github.freestep.physics.lockstep.sequencer;

import io.github.freestep.physics.lockstep.link.Snapshot;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * The newest frames of a match, for players who join late. Bounded by the bytes of the frames: drops the oldest ones.
 * All but the newest are kept compressed, if that is shorter, because a snapshot of the match has all of them.
 */
final class FrameLog {
    /** Compressing a segment takes about half a millisecond. */
    private static final int SEGMENT = 1 << 15;

    private static final class Segment {
        private final long firstTick;
        private final int size;
        /** Null once the segment is full and compressed. */
        private @Nullable ByteBuffer bytes;
        /** Null until then. */
        private byte @Nullable [] packed;

        private int used;
        private @Nullable Segment next;
        private boolean dropped;

        private Segment(int size, long firstTick) {
            this.size = size;
            this.firstTick = firstTick;
            bytes = ByteBuffer.allocate(size);
        }

        /** Returns the frames, of which more may follow if this is the newest segment. */
        private ByteBuffer open() {
            return bytes != null ? bytes : ByteBuffer.wrap(Compression.unpack(packed, used));
        }
    }

    /** A place in the log, which moves forwards. */
    final class Cursor {
        private Segment segment;
        private @Nullable ByteBuffer frames;
        private int offset;
        private long tick;

        private Cursor(Segment segment, long tick) {
            this.segment = segment;
            this.tick = tick;
        }

        /** Returns the tick of the next frame. */
        long tick() {
            return tick;
        }

        /** Whether the next frame was dropped, because the log has reached its bound. */
        boolean lost() {
            enter();
            return segment.dropped;
        }

        /** Moves from the end of a segment to the next one. */
        private void enter() {
            if (offset == segment.used && segment.next != null) {
                segment = segment.next;
                frames = null;
                offset = 0;
            }
        }

        private ByteBuffer frames() {
            if (frames == null) {
                frames = segment.open();
            }
            return frames;
        }

        /** Returns the next frame without moving on; null if there is none yet. */
        @Nullable ByteBuffer peek() {
            enter();
            if (offset == segment.used) {
                return null;
            }
            ByteBuffer all = frames();
            return ByteBuffer.wrap(all.array(), offset + 4, all.getInt(offset));
        }

        void moveOn() {
            offset += 4 + frames().getInt(offset);
            tick++;
        }
    }

    private final long maxBytes;
    private final Compression compression = new Compression();
    private final ArrayDeque<Segment> segments = new ArrayDeque<>();
    private long bytes;
    private long next = 1;

    FrameLog(long maxBytes) {
        this.maxBytes = maxBytes;
        add(new Segment(SEGMENT, next));
    }

    /** Adds the frame of the tick after the newest one. Moves the position of the frame. */
    void append(ByteBuffer frame) {
        int length = frame.remaining();
        Segment last = segments.getLast();
        if (last.size - last.used < 4 + length) {
            last.packed = compression.pack(last.bytes.array(), last.used);
            last.bytes = null;
            last = new Segment(Math.max(SEGMENT, 4 + length), next);
            add(last);
        }
        last.bytes.position(last.used).putInt(length).put(frame);
        last.used += 4 + length;
        next++;
    }

    private void add(Segment added) {
        if (!segments.isEmpty()) {
            segments.getLast().next = added;
        }
        segments.addLast(added);
        // Counts bytes before compression, so that nodes whose compression libraries differ drop the same frames.
        bytes += added.size;
        while (bytes > maxBytes && segments.size() > 1) {
            Segment oldest = segments.removeFirst();
            oldest.dropped = true;
            bytes -= oldest.size;
        }
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
        Cursor cursor = new Cursor(segment, segment.firstTick);
        while (cursor.tick() < tick) {
            cursor.moveOn();
        }
        return cursor;
    }

    /** Saves or loads all frames, see {@link Snapshot}. */
    void copy(Snapshot state) {
        int count = state.copy(segments.size());
        if (state.loads()) {
            segments.clear();
            bytes = 0;
            for (int i = 0; i < count; i++) {
                add(copy(new Segment(state.copy(0), state.copy(0L)), state));
            }
        } else {
            for (Segment each : segments) {
                state.copy(each.size);
                state.copy(each.firstTick);
                copy(each, state);
            }
        }
        next = state.copy(next);
    }

    private static Segment copy(Segment segment, Snapshot state) {
        segment.used = state.copy(segment.used);
        if (state.copy(segment.packed != null)) {
            byte[] packed = segment.packed != null ? segment.packed : new byte[0];
            int length = state.copy(packed.length);
            segment.packed = state.copy(packed, length);
            segment.bytes = null;
        } else {
            state.copy(segment.bytes.array(), segment.used);
        }
        return segment;
    }

    /** Saves or loads a place in this log, which may be null, see {@link Snapshot}. */
    @Nullable Cursor copy(@Nullable Cursor cursor, Snapshot state) {
        if (!state.copy(cursor != null)) {
            return null;
        }
        long tick = state.copy(cursor == null ? 0 : cursor.tick());
        boolean lost = state.copy(cursor != null && cursor.lost());
        if (cursor != null) {
            return cursor;
        }
        if (!lost) {
            return from(tick);
        }
        Segment dropped = new Segment(0, tick);
        dropped.dropped = true;
        return new Cursor(dropped, tick);
    }
}
