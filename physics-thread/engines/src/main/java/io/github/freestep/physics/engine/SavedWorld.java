package io.github.freestep.physics.engine;

import io.github.freestep.physics.saves.content.SavedContent;
import java.io.DataInput;
import java.io.DataInputStream;
import java.io.DataOutput;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.zip.CRC32;

/**
 * The envelope of a saved world: its length and a checksum. So a truncated or damaged file is refused before it
 * changes anything. Keeps its buffers, which are as long as the longest world. Not thread-safe.
 */
final class SavedWorld {
    /** "FSWD", and the version of the format. */
    private static final int MAGIC = 0x46535744;

    private static final int VERSION = 3;

    /** How much of an unknown name a message shows. */
    private static final int LONGEST_NAME = 100;

    private final SavedContent.Out saved = new SavedContent.Out();
    private final DataOutputStream to = new DataOutputStream(saved);
    private final SavedBytes bytes = new SavedBytes();
    private final SavedContent.In read = new SavedContent.In();
    private final DataInputStream from = new DataInputStream(read);
    private final CRC32 crc = new CRC32();

    /** Writes the content of a saved world. */
    interface Content {
        void write(DataOutput out) throws IOException;
    }

    /**
     * Writes a world.
     *
     * @param kind names the adapter, whose bodies no other one can read
     */
    void write(DataOutput out, String kind, Content content) throws IOException {
        saved.clear();
        to.writeUTF(kind);
        content.write(to);
        out.writeInt(MAGIC);
        out.writeInt(VERSION);
        out.writeInt(saved.length());
        out.writeInt(checksum(saved.array(), saved.length()));
        out.write(saved.array(), 0, saved.length());
    }

    /**
     * Checks the envelope, and returns the content, which is valid until the next call. {@code kind} names the adapter
     * that is to read it.
     */
    DataInputStream read(DataInput in, String kind) throws IOException {
        int magic = in.readInt();
        int version = in.readInt();
        if (magic != MAGIC) {
            throw new IOException("this is not a saved world: it begins with " + Integer.toHexString(magic) + " "
                    + version + "; pass what save has written");
        }
        if (version != VERSION) {
            throw new IOException("this world was saved in version " + version + " of the format, and version "
                    + VERSION + " can be read; use the release of Freestep that saved it");
        }
        int length = in.readInt();
        int checksum = in.readInt();
        bytes.read(in, length);
        if (checksum(bytes.array(), length) != checksum) {
            throw new IOException(
                    "this saved world is damaged: the checksum of its " + length + " bytes is wrong; use another copy");
        }
        read.begin(bytes.array(), bytes.length());
        requireKind(from.readUTF(), kind);
        return from;
    }

    private static void requireKind(String saved, String kind) throws IOException {
        if (!saved.equals(kind)) {
            // The name in a forged save can be any text.
            String name = saved.replaceAll("\\W", "?");
            throw new IOException("the saved world must be restored by "
                    + name.substring(0, Math.min(name.length(), LONGEST_NAME)) + ", was restored by " + kind
                    + "; use the same engine, or another save");
        }
    }

    private int checksum(byte[] body, int length) {
        crc.reset();
        crc.update(body, 0, length);
        return (int) crc.getValue();
    }
}
