package io.github.freestep.physics.nodes;

import io.github.freestep.physics.saves.content.Envelope;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.util.Arrays;

/**
 * A room as it was after a tick, and what kind of save it is. The bytes belong to the caller that made or read the
 * save, and must not be changed.
 */
record Save(RoomEvents.Kind kind, long tick, byte[] bytes) {
    /** "FSRS". */
    private static final Envelope ENVELOPE =
            new Envelope(0x46535253, 2, "save of a room", "check which file it is", "restore the file from a backup");

    private static final int KEY_BYTES = 16;
    private static final int BYTES_AT = Envelope.BYTES + Integer.BYTES + Long.BYTES;

    static Save created() {
        return new Save(RoomEvents.Kind.NEW, 0, new byte[0]);
    }

    /** Creates a room that has not run yet, with a key of its own. */
    static void create(RoomStore store, int room) throws IOException {
        byte[] key = new byte[KEY_BYTES];
        new SecureRandom().nextBytes(key);
        store.create(room, key, created().toBytes());
    }

    /**
     * Whether a save is of a newer release of Freestep. In later versions, too, the number of bits that are set stays
     * odd, so that no wrong bit makes one version of another.
     */
    static boolean isNewer(byte[] all) {
        ByteBuffer head = ByteBuffer.wrap(Arrays.copyOf(all, Envelope.BYTES));
        int mark = head.getInt();
        int version = head.getInt();
        return mark == ENVELOPE.mark() && version > ENVELOPE.version() && Integer.bitCount(version) % 2 == 1;
    }

    /** Whether a save can be read; otherwise, it is damaged. */
    static boolean isWhole(byte[] all) {
        try {
            of(all);
            return true;
        } catch (IOException damaged) {
            return false;
        }
    }

    byte[] toBytes() {
        ByteBuffer all = ByteBuffer.allocate(BYTES_AT + bytes.length);
        all.position(Envelope.BYTES).putInt(kind.ordinal()).putLong(tick).put(bytes);
        ENVELOPE.seal(all.array(), all.capacity());
        return all.array();
    }

    static Save of(byte[] all) throws IOException {
        ENVELOPE.requireWhole(all);
        if (all.length < BYTES_AT) {
            throw ENVELOPE.damaged("it has only " + all.length + " bytes");
        }
        ByteBuffer content = ByteBuffer.wrap(all).position(Envelope.BYTES);
        int kind = content.getInt();
        long tick = content.getLong();
        if (kind < 0 || kind >= RoomEvents.Kind.values().length || tick < 0) {
            throw ENVELOPE.damaged("there is no kind " + kind + ", or no tick " + tick);
        }
        return new Save(RoomEvents.Kind.values()[kind], tick, Arrays.copyOfRange(all, BYTES_AT, all.length));
    }
}
