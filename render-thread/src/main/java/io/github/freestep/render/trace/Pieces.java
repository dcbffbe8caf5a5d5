package io.github.freestep.render.trace;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/**
 * The blocks of the last minute or so, in memory. Drops whole spans that begin with a snapshot, so the rest can be
 * replayed. For one thread at a time. Reuses its memory, so it allocates only to grow.
 */
final class Pieces {
    private static final long MOST_BYTES = 16 << 20;

    private static final int LEAST_BYTES = 1 << 11;

    private final long spanNanos;
    private final List<Span> spans = new ArrayList<>();
    private final ArrayDeque<Span> spareSpans = new ArrayDeque<>();
    private final ArrayDeque<Piece> sparePieces = new ArrayDeque<>();
    private long bytes;

    /** A snapshot and all that follows it, up to the next one. */
    private static final class Span {
        final List<Piece> pieces = new ArrayList<>();
        long nanos;
    }

    /** A block's payload. */
    static final class Piece {
        private byte[] payload = {};
        private int length;

        /** The bytes of the payload. */
        byte[] payload() {
            return payload;
        }

        /** How many bytes it has. */
        int length() {
            return length;
        }
    }

    /** Keeps blocks for at least this long. */
    Pieces(long spanNanos) {
        this.spanNanos = spanNanos;
    }

    /** Adds a block, whose last frame was at a time, and drops those that are too old. */
    void add(byte[] payload, int length, boolean snapshot, long nanos) {
        if (snapshot) {
            Span span = spareSpans.isEmpty() ? new Span() : spareSpans.pop();
            span.nanos = nanos;
            spans.add(span);
        }
        Piece piece = sparePieces.isEmpty() ? new Piece() : sparePieces.pop();
        if (piece.payload.length < length) {
            // All of nearly the same size, so that a dropped one fits the next block.
            piece.payload = new byte[Math.max(LEAST_BYTES, 2 * Integer.highestOneBit(length))];
        }
        System.arraycopy(payload, 0, piece.payload, 0, length);
        piece.length = length;
        spans.get(spans.size() - 1).pieces.add(piece);
        bytes += length;
        while (spans.size() > 1 && (nanos - spans.get(1).nanos >= spanNanos || bytes > MOST_BYTES)) {
            drop(spans.remove(0));
        }
    }

    private void drop(Span span) {
        for (int i = 0; i < span.pieces.size(); i++) {
            bytes -= span.pieces.get(i).length;
            sparePieces.push(span.pieces.get(i));
        }
        span.pieces.clear();
        spareSpans.push(span);
    }

    /** All blocks, the oldest first. */
    List<Piece> all() {
        return spans.stream().flatMap(span -> span.pieces.stream()).toList();
    }
}
