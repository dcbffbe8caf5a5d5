package io.github.freestep.render.server;

import io.github.freestep.render.server.past.Shot;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The first byte of each message says what it is: the game's, a seat, a shot, its answer, or a name. Stateless. */
final class PlayerMessages {
    static final byte GAME = 0;
    static final byte SEAT = 1;
    static final byte SHOT = 2;
    static final byte ANSWER = 3;
    static final byte NAME = 4;

    /** The seat of a client for which none is free. */
    static final int NO_SEAT = -1;

    /** The slot that a refused shot has hit. Its life says why: an index of the reasons, whose order must stay. */
    static final int REFUSED = -2;

    private static final List<Refused> REASONS =
            List.of(Refused.SHOT, Refused.SHOT_TIME, Refused.SHOT_PLACE, Refused.SHOT_RATE, Refused.EXCEPTION);

    /** The slot that a shot has hit whose answer cannot come any more. No message has it. */
    static final int LOST = -3;

    static final int SEAT_BYTES = 13;
    static final int SHOT_BYTES = 13 + Shot.BYTES;
    static final int ANSWER_BYTES = 21;
    private static final int NAME_START = 5;

    /** The most chars of a name. */
    private static final int MOST_NAME = 32;

    private PlayerMessages() {}

    static byte[] ofGame(byte[] content) {
        Objects.requireNonNull(content, "message must not be null");
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

    /** A shot has a number, and the time by which the client's clock is ahead of the server's. */
    static byte[] shot(int number, long ahead, byte[] content) {
        ByteBuffer shot = ByteBuffer.allocate(SHOT_BYTES).put(SHOT).putInt(number);
        return shot.putLong(ahead).put(content).array();
    }

    static int reason(Refused why) {
        return REASONS.indexOf(why);
    }

    /** The reason of a number. A later version may have more of them. */
    static Refused reason(int number) {
        return REASONS.get(number < 0 || number >= REASONS.size() ? 0 : number);
    }

    static byte[] answer(int number, long dueNanos, int slot, int life) {
        ByteBuffer answer = ByteBuffer.allocate(ANSWER_BYTES).put(ANSWER).putLong(dueNanos);
        return answer.putInt(number).putInt(slot).putInt(life).array();
    }

    /** A name, with the seat of its player; {@link Seats#NONE} from a client. */
    static byte[] name(int seat, String name) {
        byte[] text = name.substring(0, Math.min(MOST_NAME, name.length())).getBytes(StandardCharsets.UTF_8);
        return ByteBuffer.allocate(NAME_START + text.length)
                .put(NAME)
                .putInt(seat)
                .put(text)
                .array();
    }

    /** The name in a message, after its kind and its seat. */
    static String name(byte[] message) {
        String text = new String(message, NAME_START, message.length - NAME_START, StandardCharsets.UTF_8);
        return text.substring(0, Math.min(MOST_NAME, text.length()));
    }

    /** Whether a message has this kind, and the bytes that it needs. A client may send any bytes. */
    static boolean isOf(byte kind, byte[] message) {
        return message.length >= (kind == NAME ? NAME_START : 1) && message[0] == kind;
    }

    static byte[] content(byte[] message) {
        return Arrays.copyOfRange(message, 1, message.length);
    }

    /** The fields of a message of the given kind; null if it is none. */
    static @Nullable ByteBuffer fields(byte[] message, byte kind, int bytes) {
        return message.length == bytes && message[0] == kind ? ByteBuffer.wrap(message, 1, bytes - 1) : null;
    }
}
