package io.github.freestep.render.trace.codec;

import io.github.freestep.internal.file.BlockFile;
import java.io.IOException;
import java.nio.ByteBuffer;

/** Takes records from a ring and makes blocks of entries. For one thread at a time; allocates nothing. */
public final class TraceEncoder {
    private static final long BLOCK_NANOS = 1_000_000_000;

    /**
     * A block that is longer than this is ended. Well below the largest payload, because a block first takes all
     * entries of a frame, or 1,000 pauses.
     */
    private static final int FULL = 1 << 14;

    private final TraceRing ring;
    private final Sink sink;
    private final ByteBuffer block = ByteBuffer.allocate(BlockFile.MAX_PAYLOAD);
    private final TraceCodec codec = TraceCodec.writer(block);
    private final TraceEntry entry = new TraceEntry();
    private final TraceEntry other = new TraceEntry();
    private boolean begun;
    private boolean isSnapshot;
    private long blockNanos;
    private long frameNanos;
    private int digest;
    private long frames;
    private long lost;

    /** Takes blocks and frames. */
    public interface Sink {
        /** Takes the payload of a block, valid only during the call. */
        void block(byte[] payload, int length, boolean snapshot, long nanos) throws IOException;

        /** Takes each frame or state. */
        void entry(TraceEntry entry);
    }

    /** Creates an encoder that reads a ring. */
    public TraceEncoder(TraceRing ring, Sink sink) {
        this.ring = ring;
        this.sink = sink;
    }

    /** The number of frames so far. */
    public long frames() {
        return frames;
    }

    /** The number of frames that were lost because this thread did not run. */
    public long lost() {
        return lost;
    }

    /** Encodes all records in the ring. */
    public void drain() throws IOException {
        while (ring.take(entry)) {
            lost += entry.kind == TraceEntry.Kind.LOST ? entry.value : 0;
            if (entry.kind == TraceEntry.Kind.SNAPSHOT) {
                begin();
            }
            if (begun) {
                codec.code(entry);
            }
            sink.entry(entry);
            if (entry.kind == TraceEntry.Kind.FRAME) {
                frame();
            }
        }
        ring.free();
        if (block.position() > FULL) {
            flush();
        }
    }

    /** Adds a pause of the virtual machine. */
    public void pause(long nanos, long length) {
        if (begun) {
            other.kind = TraceEntry.Kind.PAUSE;
            other.nanos = nanos;
            other.value = Math.max(0, length);
            codec.code(other);
        }
    }

    /** Ends the block, so that the sink has all entries so far. */
    public void flush() throws IOException {
        if (block.position() == 0) {
            return;
        }
        other.kind = TraceEntry.Kind.DIGEST;
        other.value = digest & 0xFFFF_FFFFL;
        codec.code(other);
        sink.block(block.array(), block.position(), isSnapshot, frameNanos);
        next(false);
    }

    /** Begins a block with a snapshot. */
    private void begin() throws IOException {
        flush();
        begun = true;
        next(true);
    }

    private void next(boolean snapshot) {
        isSnapshot = snapshot;
        digest = 0;
        blockNanos = frameNanos;
        block.clear();
    }

    private void frame() throws IOException {
        frames++;
        digest = ShownWords.digest(digest, entry.shown);
        frameNanos = entry.nanos;
        if (frameNanos - blockNanos >= BLOCK_NANOS || block.position() > FULL) {
            flush();
        }
    }
}
