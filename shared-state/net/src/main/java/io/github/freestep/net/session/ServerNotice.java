package io.github.freestep.net.session;

import io.github.freestep.internal.RunHealth.Stage;
import io.github.freestep.internal.SafeText;
import io.github.freestep.net.wire.Datagrams;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A datagram by which a server says that it ends, or why no states come: what its service does, and why. It is sealed
 * like a reply, and names the run and the client's ticket, so that only this server can write one. It is repeated, so a
 * lost one does no harm.
 *
 * <p>Fields, big-endian: kind (1 byte), run id (8), the client's ticket (8), stage (1), text (UTF-8, to the end).
 *
 * @param stage what the service does; that it runs only in {@link #GONE}
 * @param text why, for people
 */
public record ServerNotice(Stage stage, String text) {
    /** The last words of a server that ends. */
    static final ServerNotice GONE = new ServerNotice(Stage.RUNS, "");

    /** Cuts the text, so that the datagram passes every path. */
    private static final int MOST_TEXT = 600;

    private static final int HEADER = 18;

    /** The stages in the order of their codes: the code of a stage is its index. */
    private static final List<Stage> STAGES = List.of(Stage.RUNS, Stage.STALLED, Stage.FAILED, Stage.CLOSED);

    /** The most bytes of a notice. */
    static final int MOST_BYTES = HEADER + MOST_TEXT;

    /** Writes a notice. */
    void write(ByteBuffer to, long run, long ticket) {
        to.clear().limit(MOST_BYTES);
        to.put(Datagrams.NOTICE).putLong(run).putLong(ticket).put((byte) STAGES.indexOf(stage));
        CharsetEncoder encoder = StandardCharsets.UTF_8.newEncoder().onMalformedInput(CodingErrorAction.REPLACE);
        // A text that is too long ends before a character that does not fit.
        CoderResult cut = encoder.encode(CharBuffer.wrap(text), to, true);
        assert cut.isUnderflow() || cut.isOverflow();
        to.flip();
    }

    /** Reads a notice to a client with a ticket of this place; null if the bytes are something else. */
    static @Nullable ServerNotice read(ByteBuffer from, long run, long ticket) {
        int at = from.position();
        boolean isOne = from.remaining() >= HEADER
                && from.remaining() <= MOST_BYTES
                && from.get(at) == Datagrams.NOTICE
                && from.getLong(at + 1) == run
                && Tickets.samePlace(from.getLong(at + 9), ticket);
        int code = isOne ? from.get(at + 17) : -1;
        if (code < 0 || code >= STAGES.size()) {
            return null;
        }
        String text = StandardCharsets.UTF_8
                .decode(from.slice(at + HEADER, from.remaining() - HEADER))
                .toString();
        // The client may write it to a log or a terminal, so it must not contain control characters.
        return new ServerNotice(STAGES.get(code), SafeText.line(text));
    }
}
