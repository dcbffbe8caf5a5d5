package io.github.freestep.physics.lockstep.sequencer;

import io.github.freestep.net.link.InvalidMessageException;
import io.github.freestep.physics.lockstep.link.JoinRequest;
import io.github.freestep.physics.lockstep.link.Messages;
import io.github.freestep.physics.saves.content.SavedParts;
import java.nio.ByteBuffer;

/** Reads what peers send, limits it, and passes it on to the match with the place of the peer. */
final class PeerReader implements Messages.ToSequencer {
    private final Match match;

    /** The peer whose packet is read. */
    Peer peer;

    PeerReader(Match match) {
        this.match = match;
    }

    /** Reads a whole packet with the token of a peer, and ends the connection if something in it is invalid. */
    void onPacket(Peer by, long from, ByteBuffer packet) {
        peer = by;
        try {
            by.onPacket(from, packet, match.now, this);
        } catch (InvalidMessageException e) {
            match.punish(by, String.valueOf(e.getMessage()));
        }
    }

    @Override
    public void join(JoinRequest asked) throws InvalidMessageException {
        if (peer.hasAsked()) {
            throw new InvalidMessageException("a peer must ask to join once");
        }
        int players = match.rules.players;
        String differences = match.rules.differencesFrom(asked.settings());
        if (!differences.isEmpty()) {
            match.refuse(peer, differences);
        } else if (asked.player() < Peer.NO_PLAYER || asked.player() >= players) {
            match.refuse(
                    peer, "player must be between 0 and " + (players - 1) + ", or -1 for any, was " + asked.player());
        } else {
            peer.asks(asked, match.now);
        }
    }

    private PlayerPlace requirePlace() throws InvalidMessageException {
        if (!peer.hasPlace()) {
            throw new InvalidMessageException("a peer must join first");
        }
        return match.places[peer.player];
    }

    /** Limits what a peer can make the others receive, and what its requests cost. */
    private PlayerPlace requester() throws InvalidMessageException {
        if (!peer.requests.take(1, match.now)) {
            throw new InvalidMessageException(
                    "a peer must make at most " + Peer.REQUESTS_PER_SECOND + " requests per second");
        }
        return requirePlace();
    }

    @Override
    public void ready() throws InvalidMessageException {
        requester().ready();
    }

    @Override
    public void input(long tick, ByteBuffer body) throws InvalidMessageException {
        if (!peer.inputBytes.take(body.remaining() - match.rules.axes * 4 - 2, match.now)) {
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
    public void leave(boolean failed) throws InvalidMessageException {
        match.leave(requirePlace(), failed);
    }

    @Override
    public void world(long tick, int total, int offset, ByteBuffer part) throws InvalidMessageException {
        if (tick != Messages.VALUES) {
            match.world(requirePlace(), tick, total, offset, part);
        } else if (peer.values != null && offset == peer.values.arrived && total <= SavedParts.MOST_BYTES) {
            peer.values.add(tick, total, offset, part);
        }
    }
}
