package io.github.freestep.physics.lockstep.sequencer;

import io.github.freestep.physics.lockstep.link.InvalidMessageException;
import io.github.freestep.physics.lockstep.link.Link;
import io.github.freestep.physics.lockstep.link.MessageReceiver;
import io.github.freestep.physics.lockstep.link.Packet;
import java.nio.ByteBuffer;
import java.util.function.Consumer;

/** A connection of the sequencer, and the player that its peer plays, if any. */
final class Peer {
    static final int NO_PLAYER = -1;

    /** How long an ended connection repeats its last message. */
    private static final long LINGER_NANOS = 3_000_000_000L;

    private final Link link;
    private final boolean host;
    private final long madeNanos;
    private final Consumer<ByteBuffer> sink;
    private long address;

    private boolean joining;
    private int wanted;
    private boolean exact;
    private long identity;
    private long joinNanos;
    private boolean knowsPause;
    private int player = NO_PLAYER;

    private boolean overflowed;
    private boolean ended;
    private long endedNanos;

    /** Creates a connection. {@code host} says whether its peer is in the process of the sequencer. */
    Peer(Link link, PeerOutput out, boolean host, long now) {
        this.link = link;
        this.host = host;
        madeNanos = now;
        sink = packet -> out.send(address, packet);
    }

    Link link() {
        return link;
    }

    /** Whether the peer is in the process of the sequencer. */
    boolean isHost() {
        return host;
    }

    /** Takes a whole packet with the token of this connection, and passes on its messages. */
    void onPacket(long from, ByteBuffer packet, long now, MessageReceiver messages) throws InvalidMessageException {
        address = from;
        link.onPacket(packet, now, messages);
    }

    /** Sends what is due, and returns when to call again. */
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

    boolean ended() {
        return ended;
    }

    /** Whether the connection may be forgotten. */
    boolean over(long now) {
        return ended && (link.allDelivered() || now - endedNanos >= LINGER_NANOS);
    }

    /** Asks for a place: that of a player, or any if it is {@link #NO_PLAYER}. */
    void join(int wantedPlayer, boolean restoresExactly, long ownIdentity, long now) {
        identity = ownIdentity;
        wanted = wantedPlayer;
        exact = restoresExactly;
        joinNanos = now;
        joining = true;
    }

    /** Returns how long the peer has been connected without asking to join; 0 once it has. */
    long hesitatesNanos(long now) {
        return hasPlace() || joining || ended ? 0 : now - madeNanos;
    }

    boolean joining() {
        return joining;
    }

    int wanted() {
        return wanted;
    }

    /** Whether the peer's world restores exactly. */
    boolean exact() {
        return exact;
    }

    long identity() {
        return identity;
    }

    /** Whether this peer is the same player as another one. */
    boolean isSamePlayer(Peer other) {
        return identity == other.identity;
    }

    long joinNanos() {
        return joinNanos;
    }

    /** Leaves out a time in which no peer could be heard: it counts neither as silence nor as a wait for a place. */
    void forgive(long nanos) {
        link.forgive(nanos);
        joinNanos += nanos;
    }

    /** Whether a peer that waits for a place knows that the match is paused. */
    boolean knowsPause() {
        return knowsPause;
    }

    void knowsPause(boolean knows) {
        knowsPause = knows;
    }

    /** Returns the player that the peer is; {@link #NO_PLAYER} before it has a place, and after. */
    int player() {
        return player;
    }

    boolean hasPlace() {
        return player != NO_PLAYER;
    }

    /** Gives the peer a place, or takes it away. */
    void player(int given) {
        player = given;
        joining = false;
    }
}
