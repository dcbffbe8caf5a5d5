package io.github.freestep.physics.lockstep.sequencer;

import io.github.freestep.physics.lockstep.link.InvalidMessageException;
import io.github.freestep.physics.lockstep.link.Link;
import io.github.freestep.physics.lockstep.link.Messages;
import io.github.freestep.physics.lockstep.link.Packet;
import io.github.freestep.time.Ratio;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A connection of the sequencer: reads what a peer sends, and passes it on with the player that the peer is. */
final class Peer implements Messages.ToSequencer, Link.Receiver {
    /** How long an ended connection repeats its last message. */
    private static final long LINGER_NANOS = 3_000_000_000L;

    /** How many requests a peer may make in a second on average, and at once. */
    private static final int REQUESTS_PER_SECOND = 100;

    private static final int REQUESTS_AT_ONCE = 200;

    private final Match match;
    private final Link link;
    private final long madeNanos;
    private final Consumer<ByteBuffer> sink;
    private final boolean host;
    private long address;
    private long nowNanos;
    private final Allowance requests;
    private final Allowance inputBytes;

    private boolean joining;
    private int wanted;
    private boolean exact;
    private long joinNanos;
    private boolean knowsPause;
    /** Null before the peer is a player, and after. */
    private @Nullable Seat seat;

    private boolean overflowed;
    private boolean ended;
    private long endedNanos;

    Peer(Match match, Link link, Connections.Output out, boolean host, long now) {
        this.match = match;
        this.host = host;
        this.link = link;
        madeNanos = now;
        sink = packet -> out.send(address, packet);
        requests = new Allowance(REQUESTS_PER_SECOND, REQUESTS_AT_ONCE, now);
        inputBytes = new Allowance(Messages.INPUT_BYTES_PER_SECOND, Messages.INPUT_BYTES_AT_ONCE, now);
    }

    Link link() {
        return link;
    }

    /** Whether the peer is in the process of the sequencer. */
    boolean isHost() {
        return host;
    }

    /** Sends what is due, and returns when to call again. */
    long flush(long now) {
        return link.flush(now, sink);
    }

    /** Takes a whole packet with the token of this connection. */
    void onPacket(long from, ByteBuffer packet, long now) {
        address = from;
        nowNanos = now;
        try {
            link.onPacket(packet, now, this);
        } catch (InvalidMessageException e) {
            match.punish(this, String.valueOf(e.getMessage()));
        }
    }

    @Override
    public void onMessage(ByteBuffer message) throws InvalidMessageException {
        if (!ended) {
            Messages.read(message, this);
        }
    }

    /** Sends a message up to the limit of its buffer, and leaves the position as it is. */
    void send(ByteBuffer message) {
        if (!ended && !overflowed) {
            overflowed = !link.offer(Packet.URGENT, message);
        }
    }

    /** Ends the connection if it did not take all messages. */
    void checkOverflow() {
        if (overflowed && !ended) {
            match.punish(
                    this,
                    "the connection is too slow: " + link.queuedBytes(Packet.URGENT) + " bytes wait to be delivered");
        }
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

    /** How long the peer has been connected without asking to join; 0 once it has. */
    long hesitatesNanos(long now) {
        return seat != null || joining || ended ? 0 : now - madeNanos;
    }

    boolean joining() {
        return joining;
    }

    int wanted() {
        return wanted;
    }

    boolean exact() {
        return exact;
    }

    long joinNanos() {
        return joinNanos;
    }

    /** Whether a peer that waits for a place knows that the match is paused. */
    boolean knowsPause() {
        return knowsPause;
    }

    void knowsPause(boolean knows) {
        knowsPause = knows;
    }

    @Nullable Seat seat() {
        return seat;
    }

    void seat(@Nullable Seat given) {
        seat = given;
        joining = false;
    }

    @Override
    public void join(int player, boolean restoresExactly, List<String> settings) throws InvalidMessageException {
        if (joining || seat != null) {
            throw new InvalidMessageException("a peer must ask to join once");
        }
        String differences = match.rules().differencesFrom(settings);
        if (!differences.isEmpty()) {
            match.refuse(this, differences);
        } else if (player < -1 || player >= match.rules().players()) {
            match.refuse(
                    this,
                    "player must be between 0 and " + (match.rules().players() - 1) + ", or -1 for any, was " + player);
        } else {
            wanted = player;
            exact = restoresExactly;
            joinNanos = nowNanos;
            joining = true;
        }
    }

    private Seat requireSeat() throws InvalidMessageException {
        if (seat == null) {
            throw new InvalidMessageException("a peer must join first");
        }
        return seat;
    }

    /** Limits what a peer can make the others receive, and what its requests cost. */
    private Seat requester() throws InvalidMessageException {
        if (!requests.take(1, nowNanos)) {
            throw new InvalidMessageException(
                    "a peer must make at most " + REQUESTS_PER_SECOND + " requests per second");
        }
        return requireSeat();
    }

    @Override
    public void ready() throws InvalidMessageException {
        requester().ready();
    }

    @Override
    public void input(long tick, long lateNanos, ByteBuffer body) throws InvalidMessageException {
        if (!inputBytes.take(body.remaining() - match.rules().axes() * 4 - 2, nowNanos)) {
            throw new InvalidMessageException("a player must send at most " + Messages.INPUT_BYTES_PER_SECOND
                    + " bytes of actions and commands per second");
        }
        match.input(requireSeat(), tick, lateNanos, body);
    }

    @Override
    public void hash(long tick, long hash) throws InvalidMessageException {
        match.hash(requireSeat(), tick, hash);
    }

    @Override
    public void status(long tick, long stepNanos) throws InvalidMessageException {
        match.status(requester(), tick, stepNanos);
    }

    @Override
    public void pause() throws InvalidMessageException {
        match.pause(requester());
    }

    @Override
    public void resume() throws InvalidMessageException {
        requester();
        match.resume();
    }

    @Override
    public void scale(Ratio scale) throws InvalidMessageException {
        requester();
        match.scale(scale);
    }

    @Override
    public void remove(int player) throws InvalidMessageException {
        match.requestRemoval(requester(), player);
    }

    @Override
    public void leave(boolean failed, String reason) throws InvalidMessageException {
        match.leave(requireSeat(), failed);
    }

    @Override
    public void world(long tick, int total, int offset, ByteBuffer part) throws InvalidMessageException {
        match.world(requireSeat(), tick, total, offset, part);
    }
}
