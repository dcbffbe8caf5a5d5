package io.github.freestep.physics.lockstep.sequencer;

import io.github.freestep.net.link.Allowance;
import io.github.freestep.net.link.InvalidMessageException;
import io.github.freestep.net.link.Link;
import io.github.freestep.net.link.Packet;
import io.github.freestep.physics.lockstep.link.JoinRequest;
import io.github.freestep.physics.lockstep.link.Messages;
import io.github.freestep.physics.lockstep.link.PeerPackets;
import io.github.freestep.physics.lockstep.link.WorldParts;
import java.nio.ByteBuffer;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A connection of the sequencer, and the player that its peer plays, if any. */
final class Peer {
    static final int NO_PLAYER = -1;

    /** How long an ended connection repeats its last message. */
    private static final long LINGER_NANOS = 3_000_000_000L;

    /** How many requests a peer may make in a second on average, and at once. */
    static final int REQUESTS_PER_SECOND = 100;

    private static final int REQUESTS_AT_ONCE = 200;

    final Link link;

    /** The number of the player, which a token has proved; 0 without one. */
    final long account;

    private final long madeNanos;
    private final Consumer<ByteBuffer> sink;
    final Allowance requests;
    final Allowance inputBytes;
    private long address;

    /** Null until the peer asks for a place. */
    private @Nullable JoinRequest request;

    /** Whether the peer is in the process of the sequencer. */
    final boolean isHost;

    long joinNanos;

    /** Whether a peer that waits for a place knows that the match is paused. */
    boolean knowsPause;

    /** The player that the peer is; {@link #NO_PLAYER} before it has a place, and after. */
    int player = NO_PLAYER;

    /** The values of the peer's world, which are compared, as far as they have arrived; null if none are wanted. */
    @Nullable WorldParts values;

    private boolean overflowed;
    private boolean ended;
    private long endedNanos;

    /** Creates a connection. {@code host} says whether its peer is in the process of the sequencer. */
    Peer(Link link, long account, PeerPackets out, boolean host, long now) {
        this.link = link;
        this.account = account;
        isHost = host;
        madeNanos = now;
        sink = packet -> out.packet(address, packet);
        requests = new Allowance(REQUESTS_PER_SECOND, REQUESTS_AT_ONCE, now);
        inputBytes = new Allowance(Messages.INPUT_BYTES_PER_SECOND, Messages.INPUT_BYTES_AT_ONCE, now);
    }

    /** Takes a whole packet with the token of this connection, and passes on its messages. */
    void onPacket(long from, ByteBuffer packet, long now, Messages.ToSequencer to) throws InvalidMessageException {
        address = from;
        link.onPacket(packet, now);
        for (ByteBuffer message; (message = link.take()) != null; ) {
            if (!ended && (hasPlace() || values == null || Messages.isWorld(message))) {
                Messages.read(message, to);
            }
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
        joinNanos = now;
    }

    boolean hasAsked() {
        return request != null;
    }

    /** Returns how long the peer has been connected without asking to join; 0 once it has. */
    long hesitatesNanos(long now) {
        return hasAsked() || ended ? 0 : now - madeNanos;
    }

    /** Whether another peer is of the same player. Without a token, the player says so. */
    boolean isSame(Peer other) {
        return account == other.account
                && (account != 0 || request().identity() == other.request().identity());
    }

    /** Whether the peer waits for a place. */
    boolean joining() {
        return hasAsked() && !hasPlace() && !ended && values == null;
    }

    /** How the peer has asked for a place. */
    JoinRequest request() {
        return Objects.requireNonNull(request);
    }

    boolean hasPlace() {
        return player != NO_PLAYER;
    }
}
