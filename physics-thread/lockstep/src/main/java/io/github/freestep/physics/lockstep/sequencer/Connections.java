package io.github.freestep.physics.lockstep.sequencer;

import io.github.freestep.physics.lockstep.link.InputFrame;
import io.github.freestep.physics.lockstep.link.Link;
import io.github.freestep.physics.lockstep.link.Messages;
import io.github.freestep.physics.lockstep.link.Packet;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongPredicate;
import org.jspecify.annotations.Nullable;

/** The connections of a sequencer: finds the peer of a packet, and admits, flushes and forgets peers. Bounded. */
public final class Connections {
    private static final int MAX_STRANGERS = 64;
    private static final int REMEMBERED = 256;
    private static final long STRANGER_NANOS = 5_000_000_000L;
    private static final long REPLACED_NANOS = 1_000_000_000;
    private static final long ALIVE_NANOS = 200_000_000;

    /** A peer that acknowledges late seems to be far away, and must not let others wait for its place for long. */
    private static final long MOST_ON_ITS_WAY_NANOS = 1_000_000_000;

    private final Match match;
    private final PeerOutput out;
    private final LongPredicate hosts;
    private final Packet packets = new Packet();
    private final ByteBuffer answer = ByteBuffer.allocate(Packet.MAX);
    private final List<PeerMessages> peers = new ArrayList<>();
    /** Tokens of ended connections, so that late packets don't begin them again. */
    private final long[] forgotten = new long[REMEMBERED];

    private int forgottenCount;
    private long dropped;

    public Connections(Match match, PeerOutput out, LongPredicate hosts) {
        this.match = match;
        this.out = out;
        this.hosts = hosts;
    }

    /** Returns the number of packets that were dropped because they were damaged or unexpected. */
    public long dropped() {
        return dropped;
    }

    public void onPacket(long from, ByteBuffer packet, long now) {
        long token = packets.token(packet);
        PeerMessages peer = find(token);
        if (peer == null && token != 0 && isNew(token, packet)) {
            int longest = Math.max(Messages.MAX_TO_SEQUENCER, 1 + InputFrame.maxLength(match.rules()));
            Link link = new Link(token, longest, now);
            peer = new PeerMessages(match, new Peer(link, out, hosts.test(from), now), now);
            peers.add(peer);
        }
        if (peer == null) {
            dropped++;
            if (token != 0 && !Link.isFor(token, match.run())) {
                packets.writeRun(answer, token, match.run());
                out.send(from, answer);
            }
        } else {
            peer.onPacket(from, packet, now);
        }
    }

    private @Nullable PeerMessages find(long token) {
        for (int i = 0; i < peers.size(); i++) {
            if (peers.get(i).peer().link().token() == token) {
                return peers.get(i);
            }
        }
        return null;
    }

    private boolean isNew(long token, ByteBuffer packet) {
        for (long known : forgotten) {
            if (known == token) {
                return false;
            }
        }
        return Link.isFor(token, match.run())
                && Packet.begins(packet)
                && peers.size() < match.places().length + MAX_STRANGERS;
    }

    /** Gives places to peers who ask for them, in the order of their connections, and ends those that are too slow. */
    public void admit(long now) {
        for (int i = 0; i < peers.size(); i++) {
            Peer peer = peers.get(i).peer();
            if (peer.isTooSlow()) {
                match.punish(
                        peer,
                        "the connection is too slow: " + peer.link().queuedBytes(Packet.URGENT)
                                + " bytes wait to be delivered");
            }
            if (peer.joining() && !peer.ended() && !match.isTakingOver()) {
                admit(peer, now);
            }
        }
    }

    private void admit(Peer peer, long now) {
        boolean mayComeFree = false;
        for (PlayerPlace place : match.places()) {
            if (peer.wanted() >= 0 && peer.wanted() != place.player()) {
                continue;
            }
            if (place.peer() != null && isGone(place.peer(), peer, now)) {
                match.remove(place, "player " + place.player() + " has a new connection");
            }
            if (place.state() == PlayerPlace.State.EMPTY) {
                match.admit(peer, place);
                return;
            }
            mayComeFree |= place.peer() == null || !isAlive(place.peer(), peer);
        }
        if (mayComeFree) {
            match.announcePause(peer);
        } else {
            match.refuse(
                    peer,
                    peer.wanted() < 0
                            ? "all " + match.places().length + " players are in the match already"
                            : "player " + peer.wanted() + " is in the match already");
        }
    }

    /**
     * Whether a new peer may replace a silent one. It must name its player, because otherwise one of several players in
     * a process could take the place of another. It must have the same identity, because otherwise everyone with the
     * key of the match could take any place.
     */
    private static boolean isGone(Peer old, Peer by, long now) {
        return by.wanted() >= 0 && by.isSamePlayer(old) && old.link().silentNanos(now) >= REPLACED_NANOS;
    }

    /**
     * Whether a peer keeps its place, because it was heard long enough after another peer asked for that place. What
     * was heard earlier may have been sent before the peer was killed, or before a leave that is still on its way,
     * or was lost and is sent again.
     */
    private static boolean isAlive(Peer old, Peer by) {
        long onItsWay =
                Math.min(MOST_ON_ITS_WAY_NANOS, 2 * Math.max(0, old.link().roundTripNanos()));
        return old.link().receivedNanos() - by.joinNanos() >= ALIVE_NANOS + onItsWay;
    }

    /** Sends what is due, and returns when to call again. */
    public long flush(long now) {
        long next = Long.MAX_VALUE;
        for (int i = 0; i < peers.size(); i++) {
            Peer peer = peers.get(i).peer();
            next = Math.min(next, peer.flush(now));
            if (peer.over(now) || isStranger(peer, now)) {
                forgotten[forgottenCount++ & REMEMBERED - 1] = peer.link().token();
                peers.remove(i--);
            }
        }
        return next;
    }

    /** Peers without a place must not keep the connections of those who ask for one. */
    private static boolean isStranger(Peer peer, long now) {
        return !peer.hasPlace() && peer.link().silentNanos(now) >= STRANGER_NANOS
                || peer.hesitatesNanos(now) >= STRANGER_NANOS;
    }

    public void forgive(long nanos) {
        for (int i = 0; i < peers.size(); i++) {
            peers.get(i).peer().forgive(nanos);
        }
    }

    public boolean isEmpty() {
        return peers.isEmpty();
    }

    /** Ends all connections. */
    public void end(String reason) {
        for (PeerMessages each : peers) {
            match.punish(each.peer(), reason);
        }
    }
}
