package io.github.freestep.render.trace.codec;

import io.github.freestep.internal.file.BlockReader;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Reads a motion trace, entry by entry, and keeps one block. Returns nothing that was not written: at the first
 * damaged or missing byte the trace is over, and {@link #damage} says where. Not thread-safe.
 */
public final class TraceReader implements Closeable {
    private final BlockReader blocks;
    private final TraceCodec codec = TraceCodec.reader();
    private final TraceEntry entry = new TraceEntry();
    private final Function<String, ? extends IOException> failure;
    private ByteBuffer block = ByteBuffer.allocate(0);
    private boolean begun;
    private boolean over;
    private @Nullable String damage;

    /**
     * Opens a file.
     *
     * @param failure makes the exception for a file that is damaged, or no motion trace
     */
    public TraceReader(Path path, Function<String, ? extends IOException> failure) throws IOException {
        blocks = new BlockReader(path, TraceFormat.KIND, failure);
        this.failure = failure;
    }

    /** Returns the next entry, in an object that the next call overwrites; null at the end or at the first damage. */
    public @Nullable TraceEntry next() throws IOException {
        while (!over) {
            try {
                if (!block.hasRemaining()) {
                    block = blocks.append(block);
                    codec.read(block);
                }
                codec.code(entry);
                if (!begun && entry.kind != TraceEntry.Kind.SNAPSHOT) {
                    throw new IllegalArgumentException("a trace must begin with a snapshot");
                }
                begun = true;
                if (entry.kind != TraceEntry.Kind.END) {
                    return entry;
                }
                end();
            } catch (IllegalArgumentException e) {
                damaged("the block at byte " + (blocks.payloadPosition() - 8) + " is invalid: " + e.getMessage());
            } catch (IOException e) {
                if (!failure.apply("").getClass().isInstance(e)) {
                    throw e;
                }
                damaged(String.valueOf(e.getMessage()));
            }
        }
        return null;
    }

    /** Requires that nothing follows the end of the trace. */
    private void end() throws IOException {
        if (block.hasRemaining() || blocks.remainingBytes() > 0) {
            throw new IllegalArgumentException("something follows the end of the trace");
        }
        over = true;
    }

    private void damaged(String what) {
        over = true;
        damage = what;
    }

    /** What is damaged or missing, and where; null if the whole file was read, or what was read so far is good. */
    public @Nullable String damage() {
        return damage;
    }

    @Override
    public void close() throws IOException {
        blocks.close();
    }
}
