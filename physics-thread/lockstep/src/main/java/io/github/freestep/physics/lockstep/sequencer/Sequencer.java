package io.github.freestep.physics.lockstep.sequencer;

import io.github.freestep.net.link.Link;
import io.github.freestep.net.link.Packet;
import io.github.freestep.physics.lockstep.link.InputFrame;
import io.github.freestep.physics.lockstep.link.MatchRules;
import io.github.freestep.physics.lockstep.link.Messages;
import io.github.freestep.physics.lockstep.link.PeerPackets;
import io.github.freestep.time.Ratio;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongPredicate;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * Decides what belongs to which tick of a lockstep match. Finds the peer of a packet, and admits, flushes and forgets
 * peers; their number is bounded. A state machine without a thread, a clock and physics: the same settings and the same
 * calls lead to the same packets. For one thread at a time. Never blocks. While the same players play, it allocates
 * nothing.
 */
public final class Sequencer {
    private static final long FORGIVEN_NANOS = 250_000_000;
    private static final int MAX_STRANGERS = 64;

    /** One that plays, and some that were killed before. */
    private static final int MOST_OF_ACCOUNT = 4;

    private static final int REMEMBERED = 256;
    private static final long STRANGER_NANOS = 5_000_000_000L;
    private static final long REPLACED_NANOS = 1_000_000_000;
    private static final long ALIVE_NANOS = 200_000_000;

    /** A peer that acknowledges late seems to be far away, and must not let others wait for its place for long. */
    private static final long MOST_ON_ITS_WAY_NANOS = 1_000_000_000;

    private final Match match;
    private final PeerReader reader;
    private final PeerPackets out;
    private final LongPredicate hosts;
    private final ByteBuffer answer = ByteBuffer.allocate(Packet.MAX);
    private final List<Peer> peers = new ArrayList<>();

    /** Tokens of ended connections, so that late packets don't begin them again. */
    private final long[] forgotten = new long[REMEMBERED];

    private int forgottenCount;

    /** Whether connections in other processes have the numbers of players, who have proved them by tokens. */
    public boolean provesPlayers;

    private boolean called;

    /**
     * The time of the first call, and all times after it in which no peer could be heard. All other times in the match
     * count from it, because a clock may begin anywhere, also below 0, and the fields that hold times begin at 0.
     */
    private long originNanos;

    private long calledNanos;

    /**
     * Creates the sequencer of one match. All players must have the same rules.
     *
     * @param rules the rules of the match
     * @param out sends the packets
     * @param hosts which connections are those of players in the sequencer's own process
     */
    public Sequencer(MatchRules rules, PeerPackets out, LongPredicate hosts) {
        match = new Match(rules);
        reader = new PeerReader(match);
        this.out = out;
        this.hosts = hosts;
    }

    /**
     * Takes a packet of a peer. Sends nothing, except to a peer that it does not know; {@link #onTime} does.
     *
     * @param peer the connection that the packet came from
     * @param packet the bytes between its position and its limit; its position is changed
     * @param nowNanos the time, not before that of any call before
     */
    public void onPacket(long peer, ByteBuffer packet, long nowNanos) {
        long now = advance(nowNanos);
        long token = Packet.token(packet);
        boolean isLocal = hosts.test(peer);
        long account = provesPlayers && !isLocal ? peer : 0;
        Peer known = find(token);
        if (known != null && known.account != account) {
            return;
        }
        if (known == null && token != 0 && isNew(token, packet) && countOf(account) < MOST_OF_ACCOUNT) {
            int longest = Math.max(Messages.MAX_TO_SEQUENCER, 1 + InputFrame.maxLength(match.rules));
            Link link = new Link(token, longest, now);
            known = new Peer(link, account, out, isLocal, now);
            peers.add(known);
        }
        if (known == null) {
            // Not to one who may connect again, because there is room for a limited number.
            if (token != 0 && !Packet.begins(packet)) {
                Packet.writeUnknown(answer, token);
                out.packet(peer, answer);
            }
        } else {
            reader.onPacket(known, peer, packet);
        }
    }

    private @Nullable Peer find(long token) {
        for (int i = 0; i < peers.size(); i++) {
            if (peers.get(i).link.token == token) {
                return peers.get(i);
            }
        }
        return null;
    }

    /** Otherwise one player could leave no room for the connections of others. */
    private int countOf(long account) {
        int count = 0;
        for (int i = 0; i < peers.size() && account != 0; i++) {
            count += peers.get(i).account == account ? 1 : 0;
        }
        return count;
    }

    private boolean isNew(long token, ByteBuffer packet) {
        return Packet.begins(packet)
                && peers.size() < match.places.length + MAX_STRANGERS
                && LongStream.of(forgotten).noneMatch(known -> known == token);
    }

    /**
     * Does what is due, and sends all packets. Call it after packets have come, and at the time that it returns.
     *
     * @param nowNanos the time, not before that of any call before
     * @return when it must be called again, at most 50 ms after {@code nowNanos}
     */
    public long onTime(long nowNanos) {
        long now = advance(nowNanos);
        admit(now);
        match.onTime();
        return nowNanos + Math.min(flush(now), match.nextTime() - now);
    }

    /** Gives places to peers who ask for them, in the order of their connections, and ends those that are too slow. */
    private void admit(long now) {
        for (int i = 0; i < peers.size(); i++) {
            Peer peer = peers.get(i);
            if (peer.isTooSlow()) {
                match.punish(
                        peer,
                        "the connection is too slow: " + peer.link.queuedBytes(Packet.URGENT)
                                + " bytes wait to be delivered");
            }
            if (peer.joining() && match.mayPlay(peer) && match.computesAlike(peer)) {
                admit(peer, now);
            }
        }
    }

    private void admit(Peer peer, long now) {
        int wanted = peer.request().player();
        boolean mayComeFree = false;
        PlayerPlace own = placeOf(peer.account);
        for (PlayerPlace place : match.places) {
            if (own != null ? own != place : wanted >= 0 && wanted != place.player) {
                continue;
            }
            if (place.peer != null && isGone(place.peer, peer, now)) {
                match.remove(place, "player " + place.player + " has a new connection");
            }
            if (place.state == PlayerPlace.State.EMPTY && (wanted < 0 || wanted == place.player)) {
                match.admit(peer, place);
                return;
            }
            mayComeFree |= place.peer == null || !isAlive(place.peer, peer);
        }
        if (mayComeFree) {
            match.announcePause(peer);
        } else {
            match.refuse(
                    peer,
                    wanted < 0
                            ? "all " + match.places.length + " players are in the match already"
                            : "player " + wanted + " is in the match already");
        }
    }

    /** The place of the player with this number, who cannot have another one; null if there is none. */
    private @Nullable PlayerPlace placeOf(long account) {
        for (PlayerPlace place : match.places) {
            if (place.peer != null && account != 0 && place.peer.account == account) {
                return place;
            }
        }
        return null;
    }

    /**
     * Whether a new peer may replace a silent one. It must be of the same player, because otherwise everyone could take
     * any place. Without a token, it must name its player, because otherwise one of several players in a process could
     * take the place of another.
     */
    private static boolean isGone(Peer old, Peer by, long now) {
        return (by.account != 0 || by.request().player() >= 0)
                && by.isSame(old)
                && old.link.silentNanos(now) >= REPLACED_NANOS;
    }

    /**
     * Whether a peer keeps its place, because it was heard long enough after another peer asked for that place. What
     * was heard earlier may have been sent before the peer was killed, or before a leave that is still on its way,
     * or was lost and is sent again.
     */
    private static boolean isAlive(Peer old, Peer by) {
        long onItsWay = Math.min(MOST_ON_ITS_WAY_NANOS, 2 * Math.max(0, old.link.roundTripNanos()));
        return old.link.receivedNanos() - by.joinNanos >= ALIVE_NANOS + onItsWay;
    }

    /** Sends what is due, and returns the nanoseconds until the next call. */
    private long flush(long now) {
        long next = Long.MAX_VALUE;
        for (int i = 0; i < peers.size(); i++) {
            Peer peer = peers.get(i);
            next = Math.min(next, peer.flush(now));
            if (peer.over(now) || isStranger(peer, now)) {
                forgotten[forgottenCount++ & REMEMBERED - 1] = peer.link.token;
                peers.remove(i--);
            }
        }
        return next;
    }

    /** Peers without a place must not keep the connections of those who ask for one. */
    private boolean isStranger(Peer peer, long now) {
        return !peer.hasPlace() && peer.values == null && peer.link.silentNanos(now) >= STRANGER_NANOS
                || peer.hesitatesNanos(now) >= STRANGER_NANOS;
    }

    /**
     * Returns the time since the first call. If there was no call for some time, because the computer slept, then no
     * peer could be heard. That time does not count for anything.
     */
    private long advance(long nowNanos) {
        if (!called) {
            called = true;
            originNanos = nowNanos;
        }
        long gap = nowNanos - originNanos - calledNanos;
        if (gap > FORGIVEN_NANOS) {
            originNanos += gap;
            match.wasDeaf();
        }
        calledNanos = nowNanos - originNanos;
        match.advance(calledNanos);
        return calledNanos;
    }

    /** Pauses the match or ends the pause, when {@link #onTime} is called next. */
    public void pause(boolean paused) {
        match.time.wantsPause = paused;
    }

    /** Sets the time scale, when {@link #onTime} is called next. */
    public void scale(Ratio scale) {
        match.time.wantedScale = scale;
    }

    /** Removes a player if it takes part, and keeps it out if a token tells it from others. */
    public void remove(int player) {
        match.keepOut(player);
    }

    /** Ends the match for all players. The next calls of {@link #onTime} send the reason. */
    public void end(String reason) {
        peers.forEach(each -> match.punish(each, reason));
    }

    /** Whether a peer is connected, or has not yet confirmed its last message. */
    public boolean hasConnections() {
        return !peers.isEmpty();
    }

    /**
     * Returns how the match stands.
     *
     * @return the status after the last call of {@link #onPacket} or {@link #onTime}; the same object until a value
     *     changes
     */
    public MatchStatus status() {
        return match.status();
    }
}
