package io.github.freestep.history;

import io.github.freestep.internal.Varint;
import io.github.freestep.internal.file.BlockFile;
import io.github.freestep.internal.file.BlockReader;
import io.github.freestep.net.body.PoseGrid;
import io.github.freestep.state.StateLayout;
import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * The format of clips. Stateless. A clip is a {@linkplain BlockFile file of blocks}. The fields of its header are a
 * name, the layout and the grid of poses. Its blocks are a sequence of entries. No entry continues in the next block:
 *
 * <pre>
 *   entry    u8 kind | varint length | content (length bytes)
 * </pre>
 *
 * <p>An entry of kind 1 begins a state, and has its plain fields. Entries of kind 2 go on with it: attachments, and
 * pieces of bodies, as {@link CompactStates} keeps them. An entry of kind 3 is the last one; a clip without it was cut
 * off.
 */
final class ClipFormat {
    /** The magic is that of a recording, with an H for an R. */
    static final BlockReader.Kind KIND = new BlockReader.Kind(0x0A1A0A0D48534689L, 2, 2, 1 << 18, "clip");

    static final int BEGINS = 1;
    static final int GOES_ON = 2;
    static final int ENDS = 3;

    /** The bytes of a kind and a length. */
    static final int ENTRY_BYTES = 1 + Varint.MAX_INT_BYTES;

    /** The longest name of a clip or a channel, in bytes of UTF-8. */
    static final int MOST_NAME_BYTES = 200;

    private static final int DOUBLE_POSITIONS = 1;

    private ClipFormat() {}

    /** What a header says. */
    record Header(String name, StateLayout layout, PoseGrid grid) {}

    /** Encodes a header, including its frame and checksum. */
    static ByteBuffer write(Header header) {
        ByteBuffer to = ByteBuffer.allocate(BlockFile.HEADER_FRAME + KIND.mostBytes() + BlockFile.CHECKSUM_BYTES)
                .order(ByteOrder.LITTLE_ENDIAN);
        to.putLong(KIND.magic()).putInt(KIND.mostVersion()).putInt(0);
        StateLayout layout = header.layout();
        putText(to, header.name());
        Varint.put(to, layout.capacity());
        putNames(to, layout.linearChannels());
        putNames(to, layout.steppedChannels());
        to.put((byte) (layout.hasDoublePositions() ? DOUBLE_POSITIONS : 0));
        to.putInt(header.grid().shift()).putInt(header.grid().turns());
        to.putInt(BlockFile.HEADER_FRAME - Integer.BYTES, to.position() - BlockFile.HEADER_FRAME);
        return to.putInt(BlockFile.checksum(to.duplicate().flip())).flip();
    }

    private static void putNames(ByteBuffer to, List<String> names) {
        Varint.put(to, names.size());
        names.forEach(name -> putText(to, name));
    }

    /** Checks the length of a name. */
    static String requireName(String text) {
        if (text.getBytes(StandardCharsets.UTF_8).length > MOST_NAME_BYTES) {
            throw new IllegalArgumentException("the names of a clip and of its channels must have at most "
                    + MOST_NAME_BYTES + " bytes of UTF-8, was \"" + text + '"');
        }
        return text;
    }

    private static void putText(ByteBuffer to, String text) {
        byte[] utf8 = requireName(text).getBytes(StandardCharsets.UTF_8);
        Varint.put(to, utf8.length);
        to.put(utf8);
    }

    /**
     * Decodes the fields of a header.
     *
     * @throws IOException if they are invalid; the message goes on after "the header"
     */
    static Header read(ByteBuffer from) throws IOException {
        try {
            String name = text(from);
            StateLayout layout = StateLayout.of(count(from, StateLayout.MAX_CAPACITY))
                    .linear(names(from))
                    .stepped(names(from));
            int flags = from.get();
            PoseGrid grid = PoseGrid.decoded(from.getInt(), from.getInt());
            if ((flags & ~DOUBLE_POSITIONS) != 0 || from.hasRemaining() || grid == null) {
                throw new IOException("has a value that no writer writes");
            }
            return new Header(name, flags == 0 ? layout : layout.doublePositions(), grid);
        } catch (BufferUnderflowException e) {
            throw new IOException("ends in the middle of a field");
        } catch (IllegalArgumentException e) {
            throw new IOException("has an invalid value: " + e.getMessage());
        }
    }

    private static int count(ByteBuffer from, int most) throws IOException {
        long count = Varint.get(from);
        if (count < 0 || count > most) {
            throw new IOException("must have a number from 0 to " + most + ", had " + Long.toUnsignedString(count));
        }
        return (int) count;
    }

    private static String[] names(ByteBuffer from) throws IOException {
        String[] names = new String[count(from, CompactStates.MAX_CHANNELS)];
        for (int i = 0; i < names.length; i++) {
            names[i] = text(from);
        }
        return names;
    }

    private static String text(ByteBuffer from) throws IOException {
        byte[] utf8 = new byte[count(from, MOST_NAME_BYTES)];
        from.get(utf8);
        return new String(utf8, StandardCharsets.UTF_8);
    }
}
