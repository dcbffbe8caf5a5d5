package io.github.freestep.physics.server;

import java.nio.ByteBuffer;
import java.util.Arrays;

/** The first byte of each message says whose it is: the game's, or one that says which seat a client has. Stateless. */
final class PlayerMessages {
    static final byte GAME = 0;
    static final byte SEAT = 1;

    /** The seat of a client for which none is free. */
    static final int NO_SEAT = -1;

    private static final int SEAT_BYTES = 13;

    private PlayerMessages() {}

    static byte[] ofGame(byte[] content) {
        byte[] message = new byte[content.length + 1];
        message[0] = GAME;
        System.arraycopy(content, 0, message, 1, content.length);
        return message;
    }

    static byte[] seat(int seat, int body, int life) {
        return ByteBuffer.allocate(SEAT_BYTES)
                .put(SEAT)
                .putInt(seat)
                .putInt(body)
                .putInt(life)
                .array();
    }

    /** A client may send any bytes. */
    static boolean isOfGame(byte[] message) {
        return message.length > 0 && message[0] == GAME;
    }

    static byte[] content(byte[] message) {
        return Arrays.copyOfRange(message, 1, message.length);
    }

    static boolean isSeat(byte[] message) {
        return message.length == SEAT_BYTES && message[0] == SEAT;
    }
}
