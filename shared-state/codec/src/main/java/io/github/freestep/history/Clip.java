package io.github.freestep.history;

import io.github.freestep.internal.Blocks;
import io.github.freestep.internal.Varint;
import io.github.freestep.internal.file.BlockReader;
import io.github.freestep.net.body.BodyFields;
import io.github.freestep.state.StateLayout;
import java.io.IOException;
import java.io.InputStream;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * A clip that was read into memory. All of it was decoded then, so reading a state never fails later. Safe for use by
 * any number of threads.
 */
public final class Clip {
    /** The memory of a player of a clip, in states: one is about as large as the ints of all bodies. */
    private static final int STATES_OF_PLAYER = 12;

    private final CompactStates states;
    private final String name;
    private final @Nullable String damage;
    private final long fileBytes;

    private Clip(CompactStates states, String name, @Nullable String damage, long fileBytes) {
        this.states = states;
        this.name = name;
        this.damage = damage;
        this.fileBytes = fileBytes;
    }

    /**
     * Reads a clip, up to its end or to the first damage. Takes about 0.1 ms for each state of 1,000 bodies. So the
     * states and bodies of a forged clip bound its time, too, but the size of its file does not: 50 bytes can code a
     * million bodies that all move alike, or not at all, so 1 MB can take minutes.
     *
     * <p>Allocates what its states take in memory, which is at most 11 times the size of the file, and a few states of
     * the layout. Allocates only if half of the heap has room for both.
     *
     * @throws IOException if the file cannot be read, is not a clip, has no state, or does not fit into the heap; the
     *     message is one line that names the file
     */
    public static Clip read(Path path) throws IOException {
        return read(path, Runtime.getRuntime().maxMemory());
    }

    /** @param heap the greatest size of the heap, in bytes */
    static Clip read(Path path, long heap) throws IOException {
        try (BlockReader file = new BlockReader(path, ClipFormat.KIND, IOException::new)) {
            ClipFormat.Header header;
            try {
                header = ClipFormat.read(file.fields());
            } catch (IOException e) {
                throw file.badHeader("the header " + e.getMessage());
            }
            Entries counted = new Entries(file, null);
            counted.readAll();
            String tooLarge = tooLarge(header.layout(), counted.states, counted.bytes, heap);
            if (tooLarge != null) {
                throw file.badHeader(tooLarge);
            }
            if (counted.states == 0) {
                throw file.badHeader("the clip has no state" + (counted.damage == null ? "" : "; " + counted.damage));
            }
            CompactStates states =
                    CompactStates.ofFile(header.layout(), header.grid(), (int) counted.bytes, (int) counted.states);
            file.seek(file.first());
            Entries loaded = new Entries(file, states);
            loaded.readAll();
            String bad = states.keepWhole();
            if (states.end() == 0) {
                throw file.badHeader("the clip has no state that can be read; " + bad);
            }
            return new Clip(states, header.name(), bad == null ? loaded.damage : bad, file.fileBytes());
        }
    }

    /** Whether a file begins as a clip does. */
    public static boolean isClip(Path path) throws IOException {
        if (!Files.isRegularFile(path)) {
            return false;
        }
        try (InputStream in = Files.newInputStream(path)) {
            byte[] magic = in.readNBytes(Long.BYTES);
            return magic.length == Long.BYTES
                    && ByteBuffer.wrap(magic).order(ByteOrder.LITTLE_ENDIAN).getLong() == ClipFormat.KIND.magic();
        }
    }

    /**
     * Returns why a clip cannot be read into memory; null if it can.
     *
     * @param bytes the size of its entries in memory. An entry of a few bytes takes more there than in the file
     */
    static @Nullable String tooLarge(StateLayout layout, long states, long bytes, long heap) {
        String clip = "a clip of " + states + " states and " + layout.capacity() + " bodies needs ";
        // States have entries, so there are not more of them than this.
        if (bytes > EntryMemory.MOST_SIZE) {
            return clip + bytes + " bytes for its states, but must need at most " + EntryMemory.MOST_SIZE
                    + "; save a shorter clip";
        }
        long ints = new BodyFields(layout).block * (long) Blocks.of(layout.capacity());
        long needed = Integer.BYTES * ints * (STATES_OF_PLAYER + 1) + bytes + CompactStates.INDEX_BYTES * states;
        return needed <= heap / 2
                ? null
                : clip + "about " + (needed >> 20) + " MB, but half of the heap is " + (heap / 2 >> 20)
                        + " MB; use a larger heap (-Xmx), or save a shorter clip";
    }

    public CompactStates states() {
        return states;
    }

    public StateLayout layout() {
        return states.layout;
    }

    /** What the clip shows, as its writer named it. */
    public String name() {
        return name;
    }

    /** What is wrong after the last state; null if the clip is whole. */
    public @Nullable String damage() {
        return damage;
    }

    public long fileBytes() {
        return fileBytes;
    }

    /** Goes through the entries of a file: counts them, or loads them. */
    private static final class Entries {
        private final BlockReader file;
        private final @Nullable CompactStates into;
        private ByteBuffer block = ByteBuffer.allocate(0).order(ByteOrder.LITTLE_ENDIAN);
        private long states;
        private long bytes;
        private boolean ended;
        private @Nullable String damage;

        Entries(BlockReader file, @Nullable CompactStates into) {
            this.file = file;
            this.into = into;
        }

        void readAll() throws IOException {
            while (!ended) {
                try {
                    block = file.append(block);
                    readBlock();
                } catch (BufferUnderflowException e) {
                    damage = "an entry continues beyond its block";
                } catch (FileSystemException e) {
                    throw e;
                } catch (IOException e) {
                    damage = e.getMessage();
                }
                ended |= damage != null;
            }
            if (damage == null && file.remainingBytes() > 0) {
                damage = "there are " + file.remainingBytes() + " bytes after the end";
            }
        }

        private void readBlock() throws IOException {
            while (block.hasRemaining() && !ended) {
                int kind = block.get();
                long length = Varint.get(block);
                boolean valid = kind == ClipFormat.ENDS
                        ? length == 0
                        : (kind == ClipFormat.BEGINS || kind == ClipFormat.GOES_ON && states > 0)
                                && length >= 1
                                && length <= EntryMemory.MOST;
                if (!valid) {
                    throw new IOException("an entry has kind " + kind + " and length " + Long.toUnsignedString(length)
                            + ", which no writer writes");
                }
                take(kind, (int) length);
            }
        }

        private void take(int kind, int length) {
            if (kind == ClipFormat.ENDS) {
                ended = true;
                return;
            }
            int at = block.position();
            if (length > block.remaining()) {
                throw new BufferUnderflowException();
            }
            block.position(at + length);
            states += kind == ClipFormat.BEGINS ? 1 : 0;
            bytes += EntryMemory.LENGTH + length;
            if (into != null) {
                into.load(block.array(), at, length, kind == ClipFormat.BEGINS);
            }
        }
    }
}
