package io.github.freestep.physics.nodes;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.util.zip.CRC32;

/**
 * A room as it was after a tick, and what kind of save it is. The bytes belong to the caller that made or read the
 * save, and must not be changed.
 */
record Save(RoomEvents.Kind kind, long tick, byte[] bytes) {
    /** "FSRS", and the version of the format. */
    private static final int MAGIC = 0x46535253;

    private static final int VERSION = 1;
    private static final int KEY_BYTES = 16;
    private static final int HEAD_BYTES = 4 * Integer.BYTES + Long.BYTES;

    static Save created() {
        return new Save(RoomEvents.Kind.NEW, 0, new byte[0]);
    }

    /** Creates a room that has not run yet, with a key of its own. */
    static void create(RoomStore store, int room) throws IOException {
        byte[] key = new byte[KEY_BYTES];
        new SecureRandom().nextBytes(key);
        store.create(room, key, created().toBytes());
    }

    /** Reads the newest save of a room. A room that exists always has one, so a damaged one is an error. */
    static Save newest(RoomStore store, int room) throws IOException {
        return of(store.read(room).save());
    }

    byte[] toBytes() {
        ByteBuffer all = ByteBuffer.allocate(HEAD_BYTES + bytes.length);
        all.putInt(MAGIC).putInt(VERSION).putInt(kind.ordinal()).putLong(tick);
        all.position(HEAD_BYTES).put(bytes);
        all.putInt(HEAD_BYTES - Integer.BYTES, checksum(all.array()));
        return all.array();
    }

    static Save of(byte[] all) throws IOException {
        ByteBuffer head = ByteBuffer.wrap(all);
        if (all.length < HEAD_BYTES || head.getInt() != MAGIC || head.getInt() != VERSION) {
            throw new IOException(
                    "this is not a save of a room in version " + VERSION + ", in " + all.length + " bytes");
        }
        int kind = head.getInt();
        long tick = head.getLong();
        if (head.getInt() != checksum(all) || kind < 0 || kind >= RoomEvents.Kind.values().length || tick < 0) {
            throw new IOException("this save of a room is damaged: the checksum of its " + all.length
                    + " bytes is wrong; restore the file from a backup");
        }
        byte[] rest = new byte[head.remaining()];
        head.get(rest);
        return new Save(RoomEvents.Kind.values()[kind], tick, rest);
    }

    /** The checksum of everything but its own four bytes. */
    private static int checksum(byte[] all) {
        CRC32 sum = new CRC32();
        sum.update(all, 0, HEAD_BYTES - Integer.BYTES);
        sum.update(all, HEAD_BYTES, all.length - HEAD_BYTES);
        return (int) sum.getValue();
    }
}
