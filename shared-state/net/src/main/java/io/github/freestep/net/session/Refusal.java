package io.github.freestep.net.session;

import io.github.freestep.net.wire.Datagrams;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Why a server does not let a client join. The datagram is not sealed, because the two may have different keys. It
 * repeats bytes of the client's own datagram, so that only who has seen that one can forge it. A forged one changes
 * nothing but the text.
 *
 * <p>Fields: kind (1 byte), reason (1), the {@value #ECHO} bytes after the first of the client's datagram. A reason is
 * a number. This format and the numbers are the same in all versions, so a reason that goes leaves its number unused.
 */
enum Refusal {
    VERSION(1, "the server has another version of Freestep; use the same on both"),
    KEY_DIFFERS(
            4,
            "the token is missing or of another key than that of the server; let your login make it by"
                    + " PlayerToken.issue(...) with the server's key, or on one machine, set neither key nor token"),
    FULL(5, "the server has as many clients as it can have, " + Clients.CAPACITY + "; wait until one leaves"),
    DROPPED(6, "the server has dropped this client; ask its operator"),
    ADDRESS_TAKEN(
            8, "the server has another client at this address; close that one, or wait for 5 s if it has crashed"),
    EXPIRED(9, "the token has expired; get another one from your login"),
    JOINED_AGAIN(10, "the same player has joined again, with a token of the same number; play in one place at a time");

    private static final int ECHO = 8;

    static final int BYTES = 2 + ECHO;

    /** The shortest datagram of a client in any version. */
    private static final int LEAST = 41;

    private static final Refusal[] REASONS = values();

    private final byte number;

    /** What the client reports. */
    final String text;

    Refusal(int number, String text) {
        this.number = (byte) number;
        this.text = text;
    }

    /** What the server reports. */
    String toServer(SocketAddress client) {
        return "the client at " + client + " was refused, and told: " + text;
    }

    /** Writes the answer to a client's datagram, unless that is too short to be one. */
    @Nullable ByteBuffer write(ByteBuffer to, ByteBuffer datagram) {
        if (datagram.remaining() < LEAST) {
            return null;
        }
        to.clear();
        to.put(Datagrams.REFUSAL).put(number);
        to.put(2, datagram, datagram.position() + 1, ECHO);
        return to.position(0).limit(BYTES);
    }

    /** Reads an answer to the given datagram of this client; null if it is none. */
    static @Nullable Refusal read(ByteBuffer from, ByteBuffer datagram) {
        int at = from.position();
        if (from.remaining() != BYTES || !Datagrams.isRefusal(from.get(at))) {
            return null;
        }
        if (!from.slice(at + 2, ECHO).equals(datagram.slice(datagram.position() + 1, ECHO))) {
            return null;
        }
        for (Refusal each : REASONS) {
            if (each.number == from.get(at + 1)) {
                return each;
            }
        }
        return VERSION;
    }
}
