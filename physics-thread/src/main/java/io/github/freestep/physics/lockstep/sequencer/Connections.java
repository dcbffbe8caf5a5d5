package io.github.freestep.physics.lockstep.sequencer;

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
    /** Sends packets to peers. */
    public interface Output {
        void send(long peer, ByteBuffer packet);
    }

    private static final int MAX_STRANGERS = 64;
    private static final int REMEMBERED = 256;
    private static final long STRANGER_NANOS = 5_000_000_000L;
    private static final long REPLACED_NANOS = 1_000_000_000;
    private static final long ALIVE_NANOS = 200_000_000;

    private final Match match;
    private final Output out;
    private final LongPredicate hosts;
    private final Packet packets = new Packet();
    private final List<Peer> peers = new ArrayList<>();
    /** Tokens of ended connections, so that late packets don't begin them again. */
    private final long[] forgotten = new long[REMEMBERED];

    private int forgottenCount;
    private long dropped;

    public Connections(Match match, Output out, LongPredicate hosts) {
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
        Peer peer = token == 0 ? null : find(token);
        if (peer == null && token != 0 && isNew(token, packet)) {
            peer = new Peer(match, new Link(token, Messages.MAX_TO_SEQUENCER, now), out, hosts.test(from), now);
            peers.add(peer);
        }
        if (peer == null) {
            dropped++;
        } else {
            peer.onPacket(from, packet, now);
        }
    }

    private @Nullable Peer find(long token) {
        for (int i = 0; i < peers.size(); i++) {
            if (peers.get(i).link().token() == token) {
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
        return Packet.begins(packet) && peers.size() < match.seats().length + MAX_STRANGERS;
    }

    /** Gives places to peers who ask for them, in the order of their connections, and ends those that are too slow. */
    public void admit(long now) {
        for (int i = 0; i < peers.size(); i++) {
            Peer peer = peers.get(i);
            peer.checkOverflow();
            if (peer.joining() && !peer.ended()) {
                admit(peer, now);
            }
        }
    }

    private void admit(Peer peer, long now) {
        boolean mayComeFree = false;
        for (Seat seat : match.seats()) {
            if (peer.wanted() >= 0 && peer.wanted() != seat.player()) {
                continue;
            }
            if (seat.peer() != null && isGone(seat.peer(), peer, now)) {
                match.remove(seat, "player " + seat.player() + " has a new connection");
            }
            if (seat.state() == Seat.State.EMPTY) {
                match.admit(peer, seat);
                return;
            }
            mayComeFree |= seat.peer() == null || !isAlive(seat.peer(), peer);
        }
        if (mayComeFree) {
            match.announcePause(peer);
        } else {
            match.refuse(
                    peer,
                    peer.wanted() < 0
                            ? "all " + match.seats().length + " players are in the match already"
                            : "player " + peer.wanted() + " is in the match already");
        }
    }

    /** Whether a new peer may replace a silent one. It must name its player, or it could take anyone's place. */
    private static boolean isGone(Peer old, Peer by, long now) {
        return by.wanted() >= 0 && old.link().silentNanos(now) >= REPLACED_NANOS;
    }

    private static boolean isAlive(Peer old, Peer by) {
        return old.link().receivedNanos() - by.joinNanos() >= ALIVE_NANOS;
    }

    /** Sends what is due, and returns when to call again. */
    public long flush(long now) {
        long next = Long.MAX_VALUE;
        for (int i = 0; i < peers.size(); i++) {
            Peer peer = peers.get(i);
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
        return peer.seat() == null && peer.link().silentNanos(now) >= STRANGER_NANOS
                || peer.hesitatesNanos(now) >= STRANGER_NANOS;
    }

    public void forgive(long nanos) {
        for (int i = 0; i < peers.size(); i++) {
            peers.get(i).link().forgive(nanos);
        }
    }

    public boolean isEmpty() {
        return peers.isEmpty();
    }

    /** Ends all connections. */
    public void end(String reason) {
        for (Peer peer : peers) {
            match.punish(peer, reason);
        }
    }
}
