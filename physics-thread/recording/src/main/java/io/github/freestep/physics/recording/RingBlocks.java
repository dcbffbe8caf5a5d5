package io.github.freestep.physics.recording;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/** Keeps the blocks of the last ticks in memory, from a keyframe or the beginning of the run on. Not thread-safe. */
final class RingBlocks extends EntryBlocks {
    private final RecordingHeader header;
    private final long keptTicks;
    private final long mostBytes;
    private final Deque<Part> parts = new ArrayDeque<>();
    private long bytes;

    /** A keyframe, or null for the beginning of the run, and the blocks after it. */
    private static final class Part {
        final long tick;
        final byte @Nullable [] keyframe;
        final List<byte[]> blocks = new ArrayList<>();
        long bytes;

        Part(long tick, byte @Nullable [] keyframe) {
            this.tick = tick;
            this.keyframe = keyframe;
            bytes = keyframe == null ? 0 : keyframe.length;
        }
    }

    /** @param hasBeginning whether the first entries are those of the run's first tick */
    RingBlocks(RecordingHeader header, long keptTicks, long mostBytes, boolean hasBeginning) {
        this.header = header;
        this.keptTicks = keptTicks;
        this.mostBytes = mostBytes;
        if (hasBeginning) {
            parts.add(new Part(0, null));
        }
        begin(0);
    }

    @Override
    void flush() {
        int length = payload();
        if (length > 0 && !parts.isEmpty()) {
            byte[] content = new byte[length];
            block.flip().position(Block.FRAME).get(content);
            parts.getLast().blocks.add(content);
            parts.getLast().bytes += length;
            bytes += length;
            limit();
        }
        begin(length);
    }

    @Override
    void keyframe(long tick, byte[] content, int length) {
        removeBefore(tick - keptTicks);
        bytes += length;
        // Before the copy, so that the limit holds meanwhile, too.
        limit();
        parts.add(new Part(tick, Arrays.copyOf(content, length)));
        begin(0);
    }

    /** Removes the parts before the newest one that begins at a tick or earlier. */
    private void removeBefore(long tick) {
        Part first = parts.poll();
        while (!parts.isEmpty() && parts.getFirst().tick <= tick) {
            bytes -= first.bytes;
            first = parts.remove();
        }
        if (first != null) {
            parts.addFirst(first);
        }
    }

    /** Without the oldest blocks, no later ones could be replayed, so a part goes as a whole. */
    private void limit() {
        while (bytes > mostBytes) {
            bytes -= parts.remove().bytes;
        }
    }

    /** Returns the tick that the oldest part begins with. */
    long firstTick() {
        return parts.isEmpty() ? 0 : parts.getFirst().tick;
    }

    /**
     * Checks that something is kept from which a replay can begin. Call it after {@link #flush}, because the newest
     * block may be what no longer fits.
     *
     * @param notSaved why no world is saved any more, and what to do; null if worlds are saved
     */
    void requireKept(@Nullable String notSaved) throws RecordingException {
        if (parts.isEmpty()) {
            throw new RecordingException("no saved world is kept from which a replay could begin: "
                    + (notSaved != null
                            ? notSaved
                            : "none was saved yet, or more has entered the run since than fits into memory; try again"
                                    + " in " + RecordingRing.SAVES_EVERY.toSeconds() + " s"));
        }
    }

    /**
     * Returns what is kept, up to the newest flush, as a recording, without a copy. It has only the first keyframe,
     * because the others would be most of it.
     *
     * @param failedTicks how many ticks after the newest one a step has failed; 0 for none
     * @param why the reason of its end, of at most 100 ASCII characters
     */
    InputStream recording(long failedTicks, String why) {
        List<InputStream> all = new ArrayList<>();
        ByteBuffer first = HeaderFormat.write(header);
        all.add(new ByteArrayInputStream(first.array(), 0, first.limit()));
        Chain chain = new Chain(all, first.getInt(first.limit() - Format.CHECKSUM_BYTES));
        byte[] begin = parts.getFirst().keyframe;
        if (begin != null) {
            chain.add(parts.getFirst().tick, begin);
        }
        parts.forEach(part -> part.blocks.forEach(each -> chain.add(0, each)));
        ByteBuffer end = ByteBuffer.allocate(1 << 8);
        if (failedTicks > 0) {
            end.put((byte) (EntryKind.TICK.code() | (failedTicks > 1 ? Entry.SKIPS : 0)));
            if (failedTicks > 1) {
                Varint.put(end, failedTicks);
            }
        }
        Format.putText(end.put((byte) (EntryKind.END.code() | Entry.COMPLETE)), why);
        chain.add(0, Arrays.copyOf(end.array(), end.position()));
        return new SequenceInputStream(Collections.enumeration(all));
    }

    /** Frames blocks, each with the checksum of the one before. */
    private static final class Chain {
        private final List<InputStream> to;
        private final CRC32C crc = new CRC32C();
        private int number;
        private int sum;

        Chain(List<InputStream> to, int sum) {
            this.to = to;
            this.sum = sum;
        }

        void add(long tick, byte[] content) {
            ByteBuffer frame = ByteBuffer.allocate(Block.FRAME).order(ByteOrder.LITTLE_ENDIAN);
            int contentSum = Format.checksum(ByteBuffer.wrap(content));
            sum = Block.write(frame, ++number, content.length, tick, contentSum, sum, crc);
            to.add(new ByteArrayInputStream(frame.array()));
            to.add(new ByteArrayInputStream(content));
        }
    }
}
