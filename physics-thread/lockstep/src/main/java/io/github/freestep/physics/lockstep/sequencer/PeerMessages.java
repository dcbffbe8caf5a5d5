package io.github.freestep.physics.lockstep.sequencer;

import io.github.freestep.physics.lockstep.link.InvalidMessageException;
import io.github.freestep.physics.lockstep.link.MessageReceiver;
import io.github.freestep.physics.lockstep.link.Messages;
import io.github.freestep.time.Ratio;
import java.nio.ByteBuffer;
import java.util.List;

/** Reads what a peer sends, limits it, and passes it on to the match with the place that the peer has. */
final class PeerMessages implements Messages.ToSequencer, MessageReceiver {
    /** How many requests a peer may make in a second on average, and at once. */
    private static final int REQUESTS_PER_SECOND = 100;

    private static final int REQUESTS_AT_ONCE = 200;

    private final Match match;
    private final Peer peer;
    private final Allowance requests;
    private final Allowance inputBytes;
    private long nowNanos;

    PeerMessages(Match match, Peer peer, long now) {
        this.match = match;
        this.peer = peer;
        requests = new Allowance(REQUESTS_PER_SECOND, REQUESTS_AT_ONCE, now);
        inputBytes = new Allowance(Messages.INPUT_BYTES_PER_SECOND, Messages.INPUT_BYTES_AT_ONCE, now);
    }

    Peer peer() {
        return peer;
    }

    /** Takes a whole packet with the token of the peer's connection. */
    void onPacket(long from, ByteBuffer packet, long now) {
        nowNanos = now;
        try {
            peer.onPacket(from, packet, now, this);
        } catch (InvalidMessageException e) {
            match.punish(peer, String.valueOf(e.getMessage()));
        }
    }

    @Override
    public void onMessage(ByteBuffer message) throws InvalidMessageException {
        if (!peer.ended()) {
            Messages.read(message, this);
        }
    }

    @Override
    public void position(long run, long begun) throws InvalidMessageException {
        match.position(peer, run, begun);
    }

    @Override
    public void held(ByteBuffer content) throws InvalidMessageException {
        match.held(peer, content);
    }

    @Override
    public void join(int player, boolean restoresExactly, long identity, List<String> settings)
            throws InvalidMessageException {
        if (peer.joining() || peer.hasPlace()) {
            throw new InvalidMessageException("a peer must ask to join once");
        }
        String differences = match.rules().differencesFrom(settings);
        if (!differences.isEmpty()) {
            match.refuse(peer, differences);
        } else if (player < Peer.NO_PLAYER || player >= match.rules().players()) {
            match.refuse(
                    peer,
                    "player must be between 0 and " + (match.rules().players() - 1) + ", or -1 for any, was " + player);
        } else {
            peer.join(player, restoresExactly, identity, nowNanos);
        }
    }

    private PlayerPlace requirePlace() throws InvalidMessageException {
        if (!peer.hasPlace()) {
            throw new InvalidMessageException("a peer must join first");
        }
        return match.places()[peer.player()];
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
        if (!inputBytes.take(body.remaining() - match.rules().axes() * 4 - 2, nowNanos)) {
            throw new InvalidMessageException("a player must send at most " + Messages.INPUT_BYTES_PER_SECOND
                    + " bytes of actions and commands per second");
        }
        match.input(requirePlace(), tick, body);
    }

    @Override
    public void hash(long tick, long hash) throws InvalidMessageException {
        match.hash(requirePlace(), tick, hash);
    }

    @Override
    public void status(long tick) throws InvalidMessageException {
        match.status(requester(), tick);
    }

    @Override
    public void pause() throws InvalidMessageException {
        match.pause(requester());
    }

    @Override
    public void resume() throws InvalidMessageException {
        match.resume(requester());
    }

    @Override
    public void scale(Ratio scale) throws InvalidMessageException {
        match.scale(requester(), scale);
    }

    @Override
    public void remove(int player) throws InvalidMessageException {
        match.requestRemoval(requester(), player);
    }

    @Override
    public void leave(boolean failed, String reason) throws InvalidMessageException {
        match.leave(requirePlace(), failed);
    }

    @Override
    public void world(long tick, int total, int offset, ByteBuffer part) throws InvalidMessageException {
        match.world(requirePlace(), tick, total, offset, part);
    }
}
