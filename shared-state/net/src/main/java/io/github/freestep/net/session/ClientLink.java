package io.github.freestep.net.session;

import io.github.freestep.net.link.Packet;
import io.github.freestep.net.link.RoomHeader;
import io.github.freestep.net.seal.PlayerKeys;
import io.github.freestep.net.seal.ReplayWindow;
import io.github.freestep.net.seal.Sealer;
import io.github.freestep.net.wire.ClientMemory;
import io.github.freestep.net.wire.Datagrams;
import io.github.freestep.net.wire.StateFollower;
import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A client's end of a link, without the transport: opens what the server sends, and makes the datagrams that carry the
 * client's input. For one thread at a time, except {@link #input}. Never blocks, never throws because of what
 * arrives. The JDK's cipher allocates about 1 kB per datagram.
 *
 * <p>A datagram is passed on only if it is authentic, did not come before, and belongs to the run of the server that is
 * alive. A run proves that by a reply with a random number that this client drew for it. So captured datagrams of an
 * earlier run change nothing, even if the server has stopped since. The same number shows from which address the server
 * sends.
 */
public final class ClientLink {
    /** How often a datagram without new input is sent: it keeps the client's place, and asks for a new run. */
    private static final long HELLO_NANOS = 100_000_000;

    /** A server answers a client that has joined more often. */
    private static final long REFUSED_NANOS = 3_000_000_000L;

    /** How often unacknowledged inputs are repeated. */
    private static final long REPEAT_NANOS = 10_000_000;

    /** The shortest time between two datagrams. Inputs that are added within it go together. */
    private static final long GATHER_NANOS = 2_000_000;

    /** How often to look for new input, so that it does not wait longer. */
    private static final long LOOK_NANOS = 3_000_000;

    /**
     * How long after an input to look that often. Each look wakes a thread up, which takes about 20 us of CPU: 0.5 % of
     * a core in all. The first input after a longer break waits for the next datagram of the server.
     */
    private static final long ACTIVE_NANOS = 1_000_000_000;

    /** How often pieces are acknowledged. With every input, it would take most of the bytes. */
    private static final long ACKNOWLEDGE_NANOS = 40_000_000;

    /** A server sends at least ten states per second, so this is three lost ones. */
    private static final long LOST_NANOS = 300_000_000;

    private static final long MICRO_NANOS = 1_000;

    private PlayerKeys keys;
    private final Sealer sealer;

    /** The messages of the application. */
    public final MessageLane lane = new MessageLane();

    /** All receivers share the counters. 256 of them take about a thousand for each state of some datagrams. */
    private static final int COUNTERS = 65_536;

    private final ReplayWindow window = new ReplayWindow(COUNTERS);
    private final LongSupplier random;

    /** Where the program puts input. For one thread, not necessarily the link's. */
    public final ClientInput input;

    /** What the next datagram says. */
    private final ClientHeader header = new ClientHeader();

    private final ByteBuffer datagram = ByteBuffer.allocate(Sealer.MAX_PLAIN);
    private final ByteBuffer sealed = ByteBuffer.allocate(Sealer.MAX_PLAIN + 2 * Sealer.OVERHEAD);

    /** Whether the server has answered, so that it is known to be alive and to have the key. */
    boolean joined;

    /** When a datagram was sent early, because it returns another ticket. */
    private long returnedNanos;

    /** When something that goes only to where the client is has last come, as of the last datagram. */
    private long receivedNanos;

    private int salt;
    private boolean sent;
    private long sentNanos;

    /** When the newest reply came. */
    private long replyNanos;

    private boolean active;
    private long activeNanos;
    private @Nullable Refusal refusal;
    private boolean isGone;
    private @Nullable ServerNotice notice;
    private boolean mayInput = true;
    private int acknowledged;
    private long acknowledgedNanos;
    private long runs;
    private long ignored;

    /** Creates a link with given random numbers and a given first counter. */
    ClientLink(PlayerKeys keys, ClientInput input, LongSupplier random, long counter) {
        this.random = random;
        this.keys = keys;
        sealer = new Sealer((int) random.getAsLong(), counter);
        this.input = input;
        header.client = keys.player;
        input.client = header.client;
        header.challenge = random.getAsLong();
    }

    /**
     * Creates a client's link.
     *
     * @param keys those of the player, for the room
     * @param input where the program puts input; of this link only
     * @return a new link
     */
    public static ClientLink of(PlayerKeys keys, ClientInput input) {
        return new ClientLink(keys, input, new SecureRandom()::nextLong, Sealer.counterOfNow());
    }

    /**
     * Opens a datagram with a piece, of the stream, or with a packet of a match.
     *
     * @param kind which of these
     * @param received any bytes between position and limit, which stay unchanged
     * @return its content, valid until the next call; null if there is nothing to pass on
     */
    public @Nullable ByteBuffer open(byte kind, ByteBuffer received) {
        ByteBuffer plain = isAlive(received) ? unseal(kind, received) : null;
        if (plain == null) {
            ignored++;
        } else {
            // Only now: one forged counter that is far ahead would make all others replays.
            window.accept(Sealer.counterOf(received));
            header.receives = true;
        }
        return plain;
    }

    /** Opens a datagram; null if it is not authentic, or came before. */
    private @Nullable ByteBuffer unseal(byte kind, ByteBuffer received) {
        boolean isReplay = isAlive(received) && !window.isFresh(Sealer.counterOf(received));
        return isReplay ? null : sealer.open(kind, keys.toPlayer, received);
    }

    /**
     * Takes what the server sends to this client only: a reply, a refusal to let it join, or that it ends.
     *
     * @param received any bytes between position and limit, which stay unchanged
     * @param nowNanos a reading of the same clock as for {@link #next}
     * @return true if it is the answer to a datagram of this client, so that the server is at the address of its source
     */
    public boolean hear(ByteBuffer received, long nowNanos) {
        if (sent && received.remaining() == Refusal.BYTES) {
            // A refusal is not sealed, so it counts only if the server does not answer meanwhile.
            boolean answers = joined && nowNanos - replyNanos < REFUSED_NANOS;
            refusal = answers ? refusal : Refusal.read(received, sealed);
            return false;
        }
        ByteBuffer plain = unseal(RoomHeader.TO_CLIENT, received);
        boolean isCurrent = plain != null && isAlive(received);
        if (isCurrent) {
            window.accept(Sealer.counterOf(received));
        }
        ServerNotice heard = isCurrent ? ServerNotice.read(plain, header.run, header.ticket) : null;
        if (heard != null && heard.stage() == ServerNotice.GONE.stage()) {
            end();
        } else if (heard != null) {
            notice = heard;
            header.receives = true;
        }
        return heard == null && hearReply(plain, received, isCurrent, nowNanos);
    }

    /**
     * Returns whether the server has ended, and has said so. What it had not acknowledged is lost.
     *
     * @return true if it has since the last call
     */
    public boolean takeGone() {
        boolean taken = isGone;
        isGone = false;
        return taken;
    }

    /**
     * Returns what the server has said of its service.
     *
     * @return null if it has said nothing since the last call
     */
    public @Nullable ServerNotice takeNotice() {
        ServerNotice taken = notice;
        notice = null;
        return taken;
    }

    /** Sets whether the server has a run that can use input. If it has none, input is refused here at once. */
    public void mayInput(boolean canUse) {
        mayInput = canUse;
    }

    /**
     * Returns why a server has refused to let this client join.
     *
     * @return a text; null if no server has refused since the last call
     */
    public @Nullable String takeRefusal() {
        Refusal taken = refusal;
        refusal = null;
        return taken == null ? null : taken.text;
    }

    /** Whether the server has refused this client because its token has expired. */
    public boolean isExpired() {
        return refusal == Refusal.EXPIRED;
    }

    /**
     * Uses another token from now on.
     *
     * @param newer its keys, of the same player
     */
    public void renew(PlayerKeys newer) {
        if (newer.player != header.client) {
            throw new IllegalArgumentException("a new token must be of player " + header.client + ", was of "
                    + newer.player + "; start another receiver for another player");
        }
        keys = newer;
    }

    /** Takes a datagram with a message of the server's application: any bytes, which stay unchanged. */
    public void hearMessage(ByteBuffer received, long nowNanos) {
        ByteBuffer plain = open(RoomHeader.MESSAGE, received);
        if (plain != null && !lane.receive(plain, Packet.token(plain), nowNanos)) {
            ignored++;
        }
    }

    /**
     * Returns the next datagram with a message to send to the server, valid until the next call; null if none is due.
     */
    public @Nullable ByteBuffer nextMessage(long nowNanos) {
        ByteBuffer message = lane.next(nowNanos);
        return message == null ? null : sealer.seal(RoomHeader.MESSAGE, keys.toServer, message);
    }

    /**
     * Returns the next datagram to send to the server, if one is due. Call it after each datagram of the server, and
     * when {@link #waitNanos} have passed without one.
     *
     * @param nowNanos a reading of any monotonic clock, always the same one
     * @param follower follows the server's states; converts the times of inputs to the server's clock
     * @return what to send, valid until the next call; null if none is due
     */
    public @Nullable ByteBuffer next(long nowNanos, StateFollower follower) {
        follower.client(header.client);
        if (isDue(nowNanos)) {
            long late = follower.clock.takeLateNanos();
            header.lateMicros = late < 0 ? -1 : (int) Math.min(Integer.MAX_VALUE, late / MICRO_NANOS);
            header.isFaster = follower.clock.takeFaster();
        }
        pieces(joined ? follower.newestPiece(header.run) : 0, follower.piecesBefore());
        return next(nowNanos, follower.senderOffsetNanos(), mayInput && follower.takesInput(header.run));
    }

    /** Returns the next datagram of a player of a match, who is sent no states, as the other method does. */
    public @Nullable ByteBuffer next(long nowNanos) {
        return next(nowNanos, 0, false);
    }

    /**
     * Seals a packet of a match with the ticket of this client, so that it counts only for the present place.
     *
     * @param packet its bytes between position and limit, which stay unchanged
     * @return what to send, valid until the next call; null if no server has let this client join
     */
    public @Nullable ByteBuffer seal(ByteBuffer packet) {
        if (!joined) {
            return null;
        }
        datagram.clear().putLong(header.ticket);
        datagram.put(Long.BYTES, packet, packet.position(), packet.remaining());
        datagram.position(0).limit(Long.BYTES + packet.remaining());
        return sealer.seal(RoomHeader.MATCH, keys.toServer, datagram);
    }

    /** Returns the next datagram; {@code timesAreKnown} if the offset is that of the run of the server's replies. */
    @Nullable ByteBuffer next(long nowNanos, long offsetNanos, boolean timesAreKnown) {
        receivedNanos = header.receives ? nowNanos : receivedNanos;
        boolean takes = joined && timesAreKnown;
        input.connect(takes);
        if (input.hasNew()) {
            active = true;
            activeNanos = nowNanos;
        }
        if (!isDue(nowNanos)) {
            return null;
        }
        sent = true;
        sentNanos = nowNanos;
        header.firstSequence = input.firstSequence();
        header.stamp = micros(nowNanos);
        header.acknowledges =
                header.newestPiece != 0 && (acknowledged == 0 || nowNanos - acknowledgedNanos >= ACKNOWLEDGE_NANOS)
                        || isMany(header.newestPiece);
        if (header.acknowledges) {
            acknowledged = header.newestPiece;
            acknowledgedNanos = nowNanos;
        }
        header.write(datagram);
        header.missed = 0;
        header.isFaster = false;
        header.receives = false;
        // Input that is added meanwhile may make a datagram due for which the lateness was not measured.
        header.lateMicros = -1;
        if (takes) {
            input.write(datagram, offsetNanos);
        }
        return sealed();
    }

    /**
     * Returns a datagram that says that this client leaves. Send more than one, because datagrams may be lost.
     *
     * @return what to send, valid until the next call; null if no server has let this client join
     */
    public @Nullable ByteBuffer leave() {
        if (!joined) {
            return null;
        }
        header.leaves = true;
        header.acknowledges = false;
        header.write(datagram);
        header.leaves = false;
        return sealed();
    }

    private static int micros(long nanos) {
        return (int) (nanos / MICRO_NANOS);
    }

    private ByteBuffer sealed() {
        datagram.flip();
        sealed.clear().put(Datagrams.SEALED_CLIENT).put(sealer.seal(Datagrams.SEALED_CLIENT, keys.toServer, datagram));
        return keys.name(sealed).flip();
    }

    /** Sets the newest piece for this client, 0 for none, and which of those before it have come. */
    void pieces(int newest, long[] before) {
        header.newestPiece = newest;
        System.arraycopy(before, 0, header.piecesBefore, 0, before.length);
    }

    /** Returns whether the follower shows states of the run that this client has joined. */
    public boolean isShownBy(StateFollower follower) {
        return joined && follower.follows(header.run);
    }

    /**
     * Asks the server to repeat datagrams of the stream, with the next datagram, which is due now.
     *
     * @param first the number of the first one
     * @param bits a bit for each datagram from the first one on, the lowest for that one
     */
    public void misses(int first, long bits) {
        header.firstMissed = first;
        header.missed = bits;
    }

    /** Returns how many runs of servers this client has joined. Each has another stream. */
    public long runs() {
        return runs;
    }

    private boolean isDue(long nowNanos) {
        return !sent || header.missed != 0 || nowNanos - sentNanos >= interval();
    }

    /**
     * Sets how much of the states has arrived, which is reported to the server from now on.
     *
     * @param ofBytes how many bytes were sent, up to the newest datagram that has arrived
     * @param bytes how many of them have arrived
     * @param lost how many of them are lost, and not only late
     */
    public void arrived(long ofBytes, long bytes, long lost) {
        header.sent = (int) ofBytes;
        header.arrived = (int) bytes;
        header.lost = (int) lost;
    }

    /**
     * Sets how much of the states is lost, which is reported to the server from now on.
     *
     * @param perMille from 0 to 1,000; negative while it is not known
     */
    public void loss(int perMille) {
        header.lossPerMille = perMille;
    }

    /**
     * Returns how long to wait before the next call of {@link #next}: at most 3 ms while the program sends input, and
     * at most 100 ms otherwise. After 1 s without input, the first input waits for up to 100 ms if the server sends
     * nothing meanwhile.
     *
     * @param nowNanos a reading of the same clock as for {@link #next}
     * @return from 0 to 100 ms
     */
    public long waitNanos(long nowNanos) {
        long due = sent ? Math.max(0, sentNanos + interval() - nowNanos) : 0;
        boolean isActive = input.isConnected() && (active && nowNanos - activeNanos < ACTIVE_NANOS);
        return isActive ? Math.min(due, LOOK_NANOS) : due;
    }

    /**
     * Leaves the server: input is refused from now on, and what the server has not acknowledged counts as lost. A later
     * answer of a server connects again.
     */
    public void disconnect() {
        joined = false;
        // The server answers a client that does not know its ticket.
        header.ticket = 0;
        lane.begin(0);
        input.end();
    }

    /**
     * Returns the number of datagrams that were of no use: not authentic, received before, or of a run that has not
     * proved to be alive.
     *
     * @return the number since the link was created
     */
    public long ignored() {
        return ignored;
    }

    /** Whether so many pieces have come that the next acknowledgement could not name them with those that follow. */
    public boolean isMany(StateFollower follower) {
        return joined && isMany(follower.newestPiece(header.run));
    }

    private boolean isMany(int newest) {
        return newest != 0 && newest - acknowledged >= ClientMemory.ACKNOWLEDGED / 2;
    }

    private long interval() {
        if (isMany(header.newestPiece)) {
            return 0;
        }
        // A piece that has come is soon what the next ones are differences from.
        boolean isNews = header.newestPiece != 0 && header.newestPiece != acknowledged;
        long idle = isNews ? ACKNOWLEDGE_NANOS : HELLO_NANOS;
        if (!input.isConnected()) {
            return idle;
        }
        if (input.hasNew()) {
            return GATHER_NANOS;
        }
        return input.isWaiting() ? REPEAT_NANOS : idle;
    }

    /** Whether a datagram says to be of the run that has proved to be alive. */
    private boolean isAlive(ByteBuffer received) {
        return joined && Sealer.isComplete(received) && Sealer.saltOf(received) == salt;
    }

    private boolean hearReply(@Nullable ByteBuffer plain, ByteBuffer received, boolean isCurrent, long nowNanos) {
        ServerReply reply = plain == null ? null : ServerReply.read(plain);
        if (reply == null) {
            ignored++;
            return false;
        }
        boolean isOfRun = isCurrent && reply.run() == header.run;
        if (reply.challenge() != header.challenge) {
            // An earlier reply of this run is late. Another one may be a replay.
            ignored += isOfRun ? 0 : 1;
            if (isOfRun) {
                takeLate(reply.ticket(), nowNanos);
            }
            return false;
        }
        take(reply, received, nowNanos);
        header.roundTripMicros = Math.max(0, micros(nowNanos) - reply.stamp());
        input.took(header.roundTripMicros * MICRO_NANOS);
        replyNanos = nowNanos;
        return true;
    }

    private void end() {
        disconnect();
        // So that no late reply of this server seems to be one of the next.
        header.challenge = random.getAsLong();
        sent = false;
        isGone = true;
    }

    private void take(ServerReply reply, ByteBuffer received, long nowNanos) {
        long newTicket = reply.ticket();
        boolean isNewRun = !joined || reply.run() != header.run;
        boolean isNew = isNewRun || newTicket != header.ticket;
        if (isNewRun) {
            join(reply.run(), received);
            receivedNanos = nowNanos - LOST_NANOS;
        }
        use(newTicket, isNewRun, reply.applied(), reply.refused());
        input.acknowledge(reply.applied(), reply.refused());
        if (isNew) {
            // So that a captured reply of an earlier run, which contains an earlier challenge, proves nothing later.
            header.challenge = random.getAsLong();
        }
        if (isNewRun || isNew && nowNanos - returnedNanos >= HELLO_NANOS) {
            // The server keeps a client only briefly until it answers with its ticket.
            sent = false;
            returnedNanos = nowNanos;
        }
    }

    /**
     * Takes a ticket from an answer that others have overtaken. Copies that arrive before this client's datagrams are
     * answered sooner, so while nothing comes, the ticket of the client's own address may be the late one.
     */
    private void takeLate(long newTicket, long nowNanos) {
        if (Tickets.samePlace(newTicket, header.ticket) || nowNanos - receivedNanos >= LOST_NANOS) {
            // Another place knows no input of this client yet.
            use(newTicket, false, 0, 0);
        }
    }

    /**
     * Returns a ticket from now on. What the server has applied counts only if it has another place for this client.
     */
    private void use(long ticket, boolean isNewRun, int applied, int refused) {
        boolean isNewPlace = isNewRun || !Tickets.samePlace(ticket, header.ticket);
        header.ticket = ticket;
        if (isNewPlace) {
            input.end();
            input.begin(applied, refused);
            lane.begin(ticket);
        }
    }

    private void join(long newRun, ByteBuffer received) {
        joined = true;
        header.run = newRun;
        runs++;
        salt = Sealer.saltOf(received);
        window.restart(Sealer.counterOf(received));
    }
}
