package io.github.freestep.net.link;

import java.net.SocketAddress;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Notices that nobody answers, and says what to check. For one thread, except {@link #text}. */
public final class Unanswered {
    /**
     * After this time without an answer, a person should check something, because a server that was started with its
     * clients, or starts again, mostly answers sooner.
     */
    private static final long TELL_NANOS = TimeUnit.SECONDS.toNanos(3);

    /** How often this is reported again: rarely enough that the log can still be read. */
    private static final long AGAIN_NANOS = TimeUnit.SECONDS.toNanos(10);

    /** A longer time without a call was a stop of the machine or the program, in which nobody could answer. */
    private static final long STOPPED_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final String server;

    /** Since when it asks, and nobody answers. */
    private long sinceNanos;

    /** After how long without an answer this is told next. */
    private long tellsNanos = TELL_NANOS;

    private long passedNanos;
    private volatile @Nullable String text;

    /** Begins to ask for a server, named by a word such as "sender". */
    public Unanswered(String server, long nowNanos) {
        this.server = server;
        sinceNanos = nowNanos;
        passedNanos = nowNanos;
    }

    /** Notes an answer, which may be a refusal. */
    public void answered(long nowNanos) {
        sinceNanos = nowNanos;
        tellsNanos = TELL_NANOS;
        text = null;
    }

    /** Forgets what it has said, because nothing is asked for any more. */
    public void end() {
        text = null;
    }

    /** Says that nobody answers; null as long as that need not be told. For any thread. */
    public @Nullable String text() {
        return text;
    }

    /**
     * Returns what to report now. Call it often.
     *
     * @param before begins the text; may be empty
     * @return null if there is nothing to report
     */
    public @Nullable NoAnswer next(long nowNanos, String before, List<? extends SocketAddress> asked, int room) {
        if (nowNanos - passedNanos > STOPPED_NANOS) {
            answered(nowNanos);
        }
        passedNanos = nowNanos;
        if (nowNanos - sinceNanos < tellsNanos) {
            return null;
        }
        String said = before + "no answer has come from " + Endpoints.text(asked) + ", room " + room + ", for "
                + TimeUnit.NANOSECONDS.toSeconds(tellsNanos) + " s; check the address and the port, that the " + server
                + " runs and has this room, and that no firewall drops UDP datagrams";
        tellsNanos += AGAIN_NANOS;
        text = said;
        return new NoAnswer(said);
    }
}
