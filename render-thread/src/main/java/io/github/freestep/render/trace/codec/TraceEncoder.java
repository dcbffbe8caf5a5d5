package io.github.freestep.render.trace.codec;

import java.io.IOException;

/** Takes records from a ring and makes blocks of entries. For one thread at a time. Allocates only to grow. */
public final class TraceEncoder {
    private static final TraceEntry.Kind[] KINDS = TraceEntry.Kind.values();
    private static final long BLOCK_NANOS = 1_000_000_000;

    /** Well below the largest payload of a block, so that the last entries fit. */
    private static final int FULL = 1 << 14;

    private final LongRing ring;
    private final Sink sink;
    private final BitWriter bits = new BitWriter();
    private final TraceCodec codec = new TraceCodec(bits);
    private final TraceEntry entry = new TraceEntry();
    private final TraceEntry other = new TraceEntry();
    private boolean begun;
    private boolean isSnapshot;
    private boolean hasEntries;
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
    public TraceEncoder(LongRing ring, Sink sink) {
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
        while (ring.hasNext()) {
            take();
            if (entry.kind == TraceEntry.Kind.SNAPSHOT) {
                begin();
            }
            if (begun) {
                put(entry);
            }
            sink.entry(entry);
            if (entry.kind == TraceEntry.Kind.FRAME) {
                frame();
            }
        }
        ring.free();
    }

    /** Adds a pause of the virtual machine. */
    public void pause(long nanos, long length) {
        if (begun) {
            other.kind = TraceEntry.Kind.PAUSE;
            other.nanos = nanos;
            other.value = Math.max(0, length);
            put(other);
        }
    }

    /** Ends the block, so that the sink has all entries so far. */
    public void flush() throws IOException {
        if (!begun || !hasEntries) {
            return;
        }
        other.kind = TraceEntry.Kind.DIGEST;
        other.value = digest & 0xFFFF_FFFFL;
        put(other);
        other.kind = TraceEntry.Kind.BLOCK_END;
        codec.code(other);
        sink.block(bits.bytes(), bits.length(), isSnapshot, frameNanos);
        next(false);
    }

    /** Begins a block with a snapshot. */
    private void begin() throws IOException {
        flush();
        begun = true;
        codec.reset();
        next(true);
    }

    private void next(boolean snapshot) {
        isSnapshot = snapshot;
        hasEntries = false;
        digest = 0;
        blockNanos = frameNanos;
        bits.begin(snapshot ? 1 : 0);
    }

    private void put(TraceEntry what) {
        codec.code(what);
        hasEntries = true;
    }

    private void frame() throws IOException {
        frames++;
        digest = ShownWords.digest(digest, entry.shown);
        frameNanos = entry.nanos;
        if (frameNanos - blockNanos >= BLOCK_NANOS || bits.length() > FULL) {
            flush();
        }
    }

    private void take() {
        entry.kind = KINDS[(int) ring.next()];
        switch (entry.kind) {
            case FRAME -> {
                entry.nanos = ring.next();
                for (int i = 0; i < ShownWords.COUNT; i++) {
                    entry.shown[i] = ring.next();
                }
            }
            case STATE, REPLACED -> {
                entry.tick = ring.next();
                entry.predecessorTick = ring.next();
                entry.simulationNanos = ring.next();
                entry.startedNanos = ring.next();
                entry.publishedNanos = ring.next();
                entry.anchor.set(ring.next(), ring.next(), ring.next(), ring.next());
            }
            case SNAPSHOT -> {
                entry.value = ring.next();
                for (int i = 0; i < entry.value; i++) {
                    entry.values[i] = ring.next();
                }
            }
            default -> {
                entry.value = ring.next();
                lost += entry.value;
            }
        }
    }
}
