package io.github.freestep.physics.lockstep.sequencer;

import io.github.freestep.net.link.InvalidMessageException;
import io.github.freestep.net.link.Link;
import io.github.freestep.net.link.Packet;
import io.github.freestep.physics.lockstep.link.HostRequest;
import io.github.freestep.physics.lockstep.link.JoinRequest;
import io.github.freestep.physics.lockstep.link.Messages;
import io.github.freestep.physics.lockstep.link.PeerPackets;
import java.nio.ByteBuffer;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A connection of the sequencer, and the player that its peer plays, if any. Reads what the peer sends, limits it, and
 * passes it on to the match with the place that the peer has.
 */
final class Peer implements Messages.ToSequencer {
    static final int NO_PLAYER = -1;

    /** How long an ended connection repeats its last message. */
    private static final long LINGER_NANOS = 3_000_000_000L;

    /** How many requests a peer may make in a second on average, and at once. */
    private static final int REQUESTS_PER_SECOND = 100;

    private static final int REQUESTS_AT_ONCE = 200;

    private final Match match;
    final Link link;
    private final long madeNanos;
    private final Consumer<ByteBuffer> sink;
    private final Allowance requests;
    private final Allowance inputBytes;
    private long address;
    private long nowNanos;

    /** Null until the peer asks for a place. */
    private @Nullable JoinRequest request;

    /** Whether the peer is in the process of the sequencer, or named by the rules. */
    boolean isHost;

    long joinNanos;

    /** Whether a peer that waits for a place knows that the match is paused. */
    boolean knowsPause;

    /** The player that the peer is; {@link #NO_PLAYER} before it has a place, and after. */
    int player = NO_PLAYER;

    private boolean overflowed;
    private boolean ended;
    private long endedNanos;

    /** Creates a connection. {@code host} says whether its peer is in the process of the sequencer. */
    Peer(Match match, Link link, PeerPackets out, boolean host, long now) {
        this.match = match;
        this.link = link;
        isHost = host;
        madeNanos = now;
        sink = packet -> out.packet(address, packet);
        requests = new Allowance(REQUESTS_PER_SECOND, REQUESTS_AT_ONCE, now);
        inputBytes = new Allowance(Messages.INPUT_BYTES_PER_SECOND, Messages.INPUT_BYTES_AT_ONCE, now);
    }

    /** Takes a whole packet with the token of this connection, and passes on its messages. */
    void onPacket(long from, ByteBuffer packet, long now) {
        address = from;
        nowNanos = now;
        try {
            link.onPacket(packet, now);
            for (ByteBuffer message; (message = link.take()) != null; ) {
                if (!ended) {
                    Messages.read(message, this);
                }
            }
        } catch (InvalidMessageException e) {
            match.punish(this, String.valueOf(e.getMessage()));
        }
    }

    /** Sends what is due, and returns the nanoseconds until the next call. */
    long flush(long now) {
        return link.flush(now, sink);
    }

    /** Sends a message up to the limit of its buffer, and leaves the position as it is. */
    void send(ByteBuffer message) {
        if (!ended && !overflowed) {
            overflowed = !link.offer(Packet.URGENT, message);
        }
    }

    /** Whether the connection did not take all messages, and must end. */
    boolean isTooSlow() {
        return overflowed && !ended;
    }

    /** Sends a last message, and ends the connection. */
    void end(ByteBuffer last, long now) {
        if (!ended) {
            link.offer(Packet.URGENT, last);
            ended = true;
            endedNanos = now;
        }
    }

    /** Whether the connection may be forgotten. */
    boolean over(long now) {
        return ended && (link.allDelivered() || now - endedNanos >= LINGER_NANOS);
    }

    void asks(JoinRequest toJoin, long now) {
        request = toJoin;
        isHost |= match.rules.isHost(toJoin.identity());
        joinNanos = now;
    }

    /** Returns how long the peer has been connected without asking to join; 0 once it has. */
    long hesitatesNanos(long now) {
        return request != null || ended ? 0 : now - madeNanos;
    }

    /** Whether the peer waits for a place. */
    boolean joining() {
        return request != null && !hasPlace() && !ended;
    }

    /** How the peer has asked for a place. */
    JoinRequest request() {
        return Objects.requireNonNull(request);
    }

    boolean hasPlace() {
        return player != NO_PLAYER;
    }

    @Override
    public void held(ByteBuffer frame) throws InvalidMessageException {
        if (match.takeover == null) {
            throw new InvalidMessageException(Takeover.TOO_LATE);
        }
        match.takeover.frame(this, frame, nowNanos);
    }

    @Override
    public void join(JoinRequest asked) throws InvalidMessageException {
        if (request != null) {
            throw new InvalidMessageException("a peer must ask to join once");
        }
        int players = match.rules.players;
        String differences = match.rules.differencesFrom(asked.settings());
        if (!differences.isEmpty()) {
            match.refuse(this, differences);
        } else if (asked.player() < NO_PLAYER || asked.player() >= players) {
            match.refuse(
                    this, "player must be between 0 and " + (players - 1) + ", or -1 for any, was " + asked.player());
        } else {
            asks(asked, nowNanos);
        }
    }

    private PlayerPlace requirePlace() throws InvalidMessageException {
        if (!hasPlace()) {
            throw new InvalidMessageException("a peer must join first");
        }
        return match.places[player];
    }

    /** Limits what a peer can make the others receive, and what its requests cost. */
    private PlayerPlace requester() throws InvalidMessageException {
        if (!requests.take(1, nowNanos)) {
            throw new InvalidMessageException(
                    "a peer must make at most " + REQUESTS_PER_SECOND + " requests per second");
        }
        return requirePlace();
    }

    @Override
    public void ready() throws InvalidMessageException {
        requester().ready();
    }

    @Override
    public void input(long tick, ByteBuffer body) throws InvalidMessageException {
        if (!inputBytes.take(body.remaining() - match.rules.axes * 4 - 2, nowNanos)) {
            throw new InvalidMessageException("a player must send at most " + Messages.INPUT_BYTES_PER_SECOND
                    + " bytes of actions and commands per second");
        }
        match.input(requirePlace(), tick, body);
    }

    @Override
    public void hash(long tick, long hash) throws InvalidMessageException {
        match.hashes.hash(requirePlace().player, tick, hash);
    }

    @Override
    public void status(long tick) throws InvalidMessageException {
        match.status(requester(), tick);
    }

    @Override
    public void request(HostRequest request) throws InvalidMessageException {
        match.request(requester(), request);
    }

    @Override
    public void leave(boolean failed) throws InvalidMessageException {
        match.leave(requirePlace(), failed);
    }

    @Override
    public void world(long tick, int total, int offset, ByteBuffer part) throws InvalidMessageException {
        match.world(requirePlace(), tick, total, offset, part);
    }
}
