package io.github.freestep.physics.engines;

import io.github.freestep.physics.saves.content.Envelope;
import io.github.freestep.physics.saves.content.SavedContent;
import io.github.freestep.physics.saves.content.SavedParts;
import java.io.DataInput;
import java.io.DataInputStream;
import java.io.DataOutput;
import java.io.DataOutputStream;
import java.io.IOException;

/**
 * A saved world in its {@link Envelope}, so that a truncated or damaged file is refused before it changes anything.
 * The content begins with the name of the adapter, because no other adapter can read its bodies. The buffers are kept,
 * and are as long as the longest world. Not thread-safe.
 */
final class SavedWorld {
    private static final int VERSION = 3;

    /** "FSWD". */
    private static final Envelope ENVELOPE =
            new Envelope(0x46535744, VERSION, "saved world", "pass what save has written", "use another copy");

    private static final byte[] HEAD = new byte[Envelope.BYTES];

    /** How much of an unknown name a message shows. */
    private static final int LONGEST_NAME = 100;

    private final SavedContent.Out saved = new SavedContent.Out();
    private final DataOutputStream to = new DataOutputStream(saved);
    private final SavedBytes bytes = new SavedBytes();
    private final SavedContent.In read = new SavedContent.In();
    private final DataInputStream from = new DataInputStream(read);

    /** Writes the content of a saved world. */
    interface Content {
        void write(DataOutput out) throws IOException;
    }

    /** Writes a world of an adapter. */
    void write(DataOutput out, String kind, Content content) throws IOException {
        if (out instanceof SavedParts.Names) {
            content.write(out); // The envelope would hide the names.
            return;
        }
        saved.clear();
        saved.write(HEAD, 0, HEAD.length);
        to.writeUTF(kind);
        content.write(to);
        ENVELOPE.seal(saved.array(), saved.length());
        out.write(saved.array(), 0, saved.length());
    }

    /**
     * Checks the envelope, and returns the content, which is valid until the next call. {@code kind} names the adapter
     * that is to read it.
     */
    DataInputStream read(DataInput in, String kind) throws IOException {
        int length = ENVELOPE.readLength(in);
        int checksum = in.readInt();
        bytes.read(in, length);
        ENVELOPE.requireChecksum(checksum, bytes.array(), 0, length);
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
}
