package io.github.freestep.net.session;

import io.github.freestep.net.seal.PlayerKeys;
import io.github.freestep.net.wire.ClientMemory;
import java.net.SocketAddress;
import org.jspecify.annotations.Nullable;

/**
 * The address, bytes, round trip, loss and pace of a client. Any thread may read it; only the server's thread writes
 * it. Never blocks or allocates. The server replaces it when the address of the client changes.
 */
public final class ClientStatus {
    /** Stands for what is not known yet. */
    public static final int UNKNOWN = -1;

    /** In place of a round trip that was not measured yet. */
    private static final long UNMEASURED_NANOS = 50_000_000;

    /** A round trip is averaged over about this many datagrams of the client, of which ten come each second. */
    private static final int AVERAGED = 8;

    /** Longer values are ignored. Nothing is sent to a client that was silent for that long. */
    private static final int LONGEST_MICROS = 10_000_000;

    private static final int MOST_LOSS = 1_000;

    /** A client says ten times per second what has come, so a silence looks longer by half of that. */
    private static final long HALF_REPORT_NANOS = 50_000_000;

    /** Within this time, a client is sent a state, also at rest, and says what has come. */
    private static final long REPORTS_NANOS = 200_000_000;

    /** A longer silence counts as one of this length: a client could also be silent to look as if its link were bad. */
    private static final long MOST_SILENCE_NANOS = 500_000_000;

    /** A silence becomes shorter by a 200th of the time that passes, so that it is forgotten within two minutes. */
    private static final int FORGETS = 200;

    private static final long MICRO_NANOS = 1_000;

    /** What may be repeated at once. */
    private static final int MOST_REPEATED = 512 << 10;

    /** The number of the player. */
    public final long id;

    /** Where the client is. */
    public final SocketAddress address;

    /** For the thread of the server. */
    PlayerKeys keys;

    /** The messages of the application. */
    public final MessageLane lane;

    /** Which states the client is sent. */
    public final StatePace pace;

    /** What this client is sent. For the thread of the server. */
    public final StateLoad load = new StateLoad();

    /** What the client has of the states; null before the first. For the thread of the server. */
    public @Nullable ClientMemory memory;

    /** When and which bodies are chosen; null until it is set. For the thread of the server. */
    public @Nullable ClientChoice choice;

    private boolean leavesOutBodies;

    // Written by the thread of the server, and read by any.

    /** The number of bodies that the client is sent; {@link #UNKNOWN} if it is sent all. */
    public volatile int bodyCount = UNKNOWN;

    /** The time that a datagram takes to the client and back; {@link #UNKNOWN} before the first answer. */
    public volatile long roundTripNanos = UNKNOWN;

    /** What the client says that it misses of the states; {@link #UNKNOWN} until it does. */
    public volatile int lossPerMille = UNKNOWN;

    /** The longest time lately in which no newer states have come to the client, as it says. */
    public volatile long silenceNanos;

    /** The bytes of states that were sent up to the newest one that has come, and when the client has said so. */
    private int come;

    private long comeNanos;

    /** The inputs of the client that were refused. */
    public volatile int refusedInputs;

    /** The bytes that were sent, repeats included. */
    public volatile long sentBytes;

    /** The bytes of states that were sent, with all headers, and what may be repeated. */
    private long sentOfStates;

    private int repeatable;

    /** How often the client is sent each datagram of the state; 0 for never. */
    public int sends;

    /** Whether the client was told of the run at this address. */
    public boolean knowsRun;

    /** The first datagram of the stream whose events are for this client; null until it is sent the first state. */
    public @Nullable Integer firstEvents;

    /** The newest request to repeat, and what of it is not on its way. */
    private int askedFirst;

    private long asked;
    private long askedNanos;
    private long wanted;

    /** Creates the status of a client that was just admitted. */
    public ClientStatus(PlayerKeys keys, SocketAddress address, MessageLane lane, StatePace pace) {
        this.keys = keys;
        id = keys.player;
        this.address = address;
        this.lane = lane;
        this.pace = pace;
    }

    /** Takes what a client says of its link and of what it has. */
    void heard(ClientHeader header, long nowNanos) {
        took(header.roundTripMicros);
        lost(header.lossPerMille);
        // What the client says now may be of what was sent that long ago.
        long sinceNanos = nowNanos - Math.max(0, roundTripNanos) - REPORTS_NANOS;
        boolean rests = memory != null && memory.hasRested(sinceNanos);
        if (header.acknowledges && memory != null) {
            memory.acknowledge(header.newestPiece, header.piecesBefore);
        }
        if (header.isFaster) {
            pace.link.faster();
        }
        if (rests) {
            // Few datagrams come, so silences and lateness say nothing of the link.
            comeNanos = nowNanos;
            pace.link.lost(header.lost, nowNanos);
        } else {
            came(header.sent, nowNanos);
            pace.heard(nowNanos, header.sent, header.arrived, header.lost, header.lateMicros);
        }
        if (header.missed != 0) {
            asks(header.firstMissed, header.missed, nowNanos);
        }
    }

    /** Takes how long a reply took, as the client says. Ignores impossible values. */
    void took(int micros) {
        if (micros >= 0 && micros <= LONGEST_MICROS) {
            long nanos = micros * MICRO_NANOS;
            long before = roundTripNanos;
            roundTripNanos = before == UNKNOWN ? nanos : before + (nanos - before) / AVERAGED;
        }
    }

    /** Takes how many bytes of states were sent up to the newest one that has come to the client. */
    void came(int sent, long nowNanos) {
        if (sent != come) {
            long since = come == 0 ? 0 : nowNanos - comeNanos;
            long silence = Math.min(MOST_SILENCE_NANOS, since - HALF_REPORT_NANOS);
            silenceNanos = Math.max(silence, Math.max(0, silenceNanos - since / FORGETS));
            come = sent;
            comeNanos = nowNanos;
        }
    }

    /** Takes the loss that a client reports, which may be {@link #UNKNOWN}. Ignores impossible values. */
    void lost(int perMille) {
        if (perMille >= UNKNOWN && perMille <= MOST_LOSS) {
            lossPerMille = perMille;
        }
    }

    /**
     * Counts what was sent. As many bytes may be repeated later, so repeats at most double a client's traffic. For the
     * thread of the server, as are the methods below that change something.
     */
    public void sent(int bytes) {
        // Only this thread writes the count.
        sentBytes = sentBytes + bytes;
        repeatable = Math.min(MOST_REPEATED, repeatable + bytes);
    }

    /** Counts the bytes of a datagram of a state. Returns how many were sent up to now, these included. */
    public long sentOfStates(long bytes) {
        sentOfStates += bytes;
        return sentOfStates;
    }

    /** Whether this many bytes may be repeated, which then count as repeated. */
    public boolean mayRepeat(int bytes) {
        if (bytes > repeatable) {
            return false;
        }
        repeatable -= bytes;
        sentBytes = sentBytes + bytes;
        return true;
    }

    /**
     * Takes a request to repeat datagrams of the stream. What the request before has asked for is still on its way
     * until a round trip after it.
     *
     * @param missed a bit for each datagram from the first one on, the lowest for that one
     */
    void asks(int first, long missed, long nowNanos) {
        int later = first - askedFirst;
        long roundTrip = roundTripNanos == UNKNOWN ? UNMEASURED_NANOS : roundTripNanos;
        boolean isOld = nowNanos - askedNanos >= roundTrip || later <= -Long.SIZE || later >= Long.SIZE;
        long underWay = isOld ? 0 : later >= 0 ? asked >>> later : asked << -later;
        askedFirst = first;
        asked = missed;
        wanted = missed & ~underWay;
        // Not whenever something else is missed: a repeat that was lost would then stay under way for ever.
        askedNanos = isOld ? nowNanos : askedNanos;
    }

    /** The number of the first datagram of {@link #takeWanted}. */
    public int firstWanted() {
        return askedFirst;
    }

    /** Returns a bit for each datagram to repeat, once each. */
    public long takeWanted() {
        long taken = wanted;
        wanted = 0;
        return taken;
    }

    /**
     * Decides about the next state.
     *
     * @param required whether the client must get it
     */
    public void plan(long nowNanos, boolean required) {
        if (required) {
            pace.require();
        }
        leavesOutBodies = choice != null && choice.leavesOut();
        sends = pace.next(nowNanos, load, leavesOutBodies);
    }

    /**
     * Whether the client is sent less than it could have. Copies count, too: once they are sent again, the link has
     * become wide, so how late it was before means nothing any more.
     */
    public boolean isThinned() {
        return pace.leavesOutCopies() || leavesOutBodies;
    }
}
