package io.github.freestep.history;

import io.github.freestep.internal.Varint;
import io.github.freestep.internal.file.BlockFile;
import io.github.freestep.internal.file.BlockWriter;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Objects;

/**
 * Saves kept states as a clip, while more are appended. Waits for the disk, and allocates. If the process is killed
 * meanwhile, the clip can be read up to its last whole block.
 */
public final class ClipWriter {
    private final CompactStates states;
    private final EntryMemory memory;
    private final BlockWriter file;

    /** The entries of one state, each with its kind and length. */
    private byte[] entries = new byte[1 << 12];

    private int length;

    private ClipWriter(CompactStates states, BlockWriter file) {
        this.states = states;
        this.file = file;
        memory = states.memory;
    }

    /**
     * Saves the states of a time span, and those before it back to the keyframe that they need. If states are dropped
     * meanwhile before they are saved, they are missing: the clip begins later, or it has a gap after the states that
     * were saved before.
     *
     * @param path a file that does not exist
     * @param fromNanos the first instant
     * @param toNanos the last instant
     * @param name what the clip shows, for its viewers; at most 200 bytes of UTF-8
     * @return the number of states in the clip
     * @throws IOException if the file exists or cannot be written. What was written before can be read
     * @throws IllegalArgumentException if no state of the time span is kept, or the name is too long
     */
    public static long save(CompactStates states, Path path, long fromNanos, long toNanos, String name)
            throws IOException {
        Objects.requireNonNull(path, "file must not be null");
        Objects.requireNonNull(name, "name must not be null");
        CompactReader reader = states.reader();
        long end = states.end();
        long first = Math.max(states.first(), reader.find(fromNanos));
        // One more, so that the motion up to the last instant is there.
        long until = Math.min(end, reader.find(toNanos) + 2);
        if (fromNanos > toNanos || first >= end || states.time(first) > toNanos) {
            throw new IllegalArgumentException("the time span must overlap that of the states, which is "
                    + (first >= end ? "empty" : states.time(states.first()) + " to " + states.time(end - 1) + " ns")
                    + ", and not be reversed, was " + fromNanos + " to " + toNanos
                    + " ns; save while the history has its states");
        }
        ByteBuffer header = ClipFormat.write(new ClipFormat.Header(name, states.layout, states.grid));
        try (BlockWriter file = new BlockWriter(path, BlockFile::newFile, header, "clip", IOException::new)) {
            long count = new ClipWriter(states, file).write(first, until);
            if (count > 0) {
                return count;
            }
        }
        Files.delete(path);
        throw new IOException(path + " was not written: the history dropped all states from " + fromNanos + " to "
                + toNanos + " ns meanwhile; let it keep more");
    }

    /** Returns a name of a clip, if it is not too long. */
    public static String requireName(String name) {
        return ClipFormat.requireName(name);
    }

    private long write(long first, long until) throws IOException {
        long count = 0;
        for (long number = Math.min(first, states.key(first)); number < until; number++) {
            length = 0;
            long key = states.key(number);
            // The key of a state that is no longer there may be that of a newer one.
            if (key <= number && copy(number) && states.isThere(key)) {
                put();
                count++;
            } else {
                // Its group was dropped. The oldest state that is still there is a keyframe.
                number = Math.max(number, states.first() - 1);
            }
        }
        length = 0;
        add(ClipFormat.ENDS, 0, 0);
        put();
        file.flush();
        return count;
    }

    /** Copies the entries of a state. Returns false if they were overwritten. */
    private boolean copy(long number) {
        long next = states.position(number);
        int count = states.entries(number);
        for (int i = 0; i < count; i++) {
            next = memory.seek(next);
            int bytes = memory.length(next);
            if (bytes < 0) {
                return false;
            }
            add(i == 0 ? ClipFormat.BEGINS : ClipFormat.GOES_ON, memory.content(next), bytes);
            next += EntryMemory.LENGTH + bytes;
        }
        return true;
    }

    private void add(int kind, int content, int bytes) {
        int needed = length + ClipFormat.ENTRY_BYTES + bytes;
        if (needed > entries.length) {
            entries = Arrays.copyOf(entries, Math.max(needed, 2 * entries.length));
        }
        entries[length++] = (byte) kind;
        length = Varint.put(entries, length, bytes);
        System.arraycopy(memory.bytes, content, entries, length, bytes);
        length += bytes;
    }

    private void put() throws IOException {
        int at = 0;
        while (at < length) {
            int content = Varint.end(entries, at + 1, length);
            int next = content + (int) Varint.get(entries, at + 1, content);
            if (!file.hasRoom(next - at)) {
                file.flush();
            }
            file.block().put(entries, at, next - at);
            at = next;
        }
    }
}
