package io.github.freestep.physics.lockstep.sequencer;

import io.github.freestep.net.link.InvalidMessageException;
import io.github.freestep.physics.lockstep.link.InputFrame;
import io.github.freestep.physics.lockstep.link.MatchRules;
import io.github.freestep.physics.lockstep.link.Messages;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Collects what the players have of a match whose sequencer has ended, and decides where a new sequencer continues:
 * with the frames of the player with whom most players can continue. The newest frame alone does not decide, because
 * one player who invents it would end the match of all others.
 */
final class Takeover {
    static final String TOO_LATE = "a new sequencer has gone on without this player, with the frames of more players,"
            + " of a host, or with newer ones; " + Messages.JOIN_AGAIN;

    /**
     * How long to wait for players after the first one, or {@link MatchRules#maxWait} if that is longer. Not after the
     * start: a process that has just started compiles nothing yet, and its cipher alone may take a second to load.
     */
    private static final long LIMIT_NANOS = 1_500_000_000;

    /** How long to wait after the first player, who may lie, and says who else is missing. */
    private static final long LEAST_NANOS = 500_000_000;

    /** How long to wait until a player has come with a match. A wait that is too short ends that match. */
    private static final long NOBODY_NANOS = 4 * LIMIT_NANOS;

    /** All held frames together have at most this many bytes, or {@link MatchRules#history} if that is more. */
    private static final long LEAST_BYTES = 64 << 20;

    /** A frame, and its message with the least delay, because players get the same frame with different delays. */
    record Held(long tick, long active, ByteBuffer message) {}

    private final MatchRules rules;

    /** The newest frames of each peer that was in a match. */
    final Map<Peer, LinkedList<Held>> all = new LinkedHashMap<>();

    /** Equal frames are one object, because those of all peers are compared with each other. */
    private final Map<ByteBuffer, Held> held = new HashMap<>();

    private long bytesLeft;
    private long firstNanos;

    Takeover(MatchRules rules) {
        this.rules = rules;
        bytesLeft = Math.max(LEAST_BYTES, rules.history);
    }

    /** Takes the next frame of a peer, as a message. */
    void frame(Peer peer, ByteBuffer from, long now) throws InvalidMessageException {
        LinkedList<Held> frames = all.getOrDefault(peer, new LinkedList<>());
        ByteBuffer message = ByteBuffer.allocate(from.remaining()).put(from).flip();
        InputFrame frame = new InputFrame(rules);
        frame.read(message.duplicate().position(1));
        bytesLeft -= message.limit();
        if (peer.joining()
                || bytesLeft < 0
                || frames.size() > rules.maxDelay()
                || frame.agreedTick() >= frame.tick()
                // Later ticks must have a due time too.
                || frame.tick() > Long.MAX_VALUE / 2 / (rules.periodNanos() + 1)
                || !frames.isEmpty() && frame.tick() != frames.getLast().tick() + 1) {
            throw new InvalidMessageException("the frame of tick " + frame.tick() + " is not expected");
        }
        firstNanos = all.isEmpty() ? now : firstNanos;
        message.putShort(1 + InputFrame.DELAY_AT, (short) rules.minDelay);
        frames.add(held.computeIfAbsent(message, each -> new Held(frame.tick(), frame.active() & 0xFFFF_FFFFL, each)));
        all.put(peer, frames);
    }

    /** Returns whether the wait for players is over: all have come, or the limit is reached. */
    boolean isOver(long now) {
        long players = 0;
        long come = 0;
        long first = Long.MAX_VALUE;
        for (Peer peer : all.keySet()) {
            players |= all.get(peer).getLast().active();
            // Players who were still joining have no match.
            long player = peer.joining()
                    ? 1L << peer.request().player() & all.get(peer).getLast().active()
                    : 0;
            come |= player;
            first = player == 0 ? first : Math.min(first, peer.joinNanos);
        }
        if (come == 0) {
            return now >= Math.max(NOBODY_NANOS, firstNanos + LEAST_NANOS);
        }
        long limit = Math.max(LIMIT_NANOS, rules.maxWait.toNanos());
        return now - first >= ((players & ~come) == 0 ? LEAST_NANOS : limit);
    }

    /**
     * Returns the peer with whose frames most players can continue; in a tie, one with whose a host can; then the one
     * with the newest frame. Null if no player can continue.
     */
    @Nullable Peer choose() {
        return all.keySet().stream()
                .filter(Peer::joining)
                .map(each -> Map.entry(each, rank(each)))
                .filter(each -> each.getValue() > 0)
                .max(Map.Entry.<Peer, Long>comparingByValue()
                        .thenComparing(each -> all.get(each.getKey()).getLast().tick()))
                .map(Map.Entry::getKey)
                .orElse(null);
    }

    /** Ranks a candidate by the players who can continue with it, whatever the number of their connections. */
    private long rank(Peer candidate) {
        List<Peer> able = all.keySet().stream()
                .filter(each -> lacking(each, candidate) != null)
                .toList();
        long host = able.stream().filter(each -> each.isHost).limit(1).count();
        return 2 * able.stream().map(each -> each.request().player()).distinct().count() + host;
    }

    /**
     * Returns the frames of another peer that a peer lacks; null if it can't continue with them, or there is no other.
     */
    @Nullable List<Held> lacking(Peer peer, @Nullable Peer of) {
        List<Held> frames = all.getOrDefault(of, new LinkedList<>());
        int at = frames.indexOf(all.get(peer).getLast());
        // Its player takes part in all: no earlier sequencer has gone on without it, and no other peer has its place.
        boolean canGoOn = at >= 0
                && peer.joining()
                && peer.request().computedBy().equals(of.request().computedBy())
                && frames.stream()
                        .skip(at)
                        .allMatch(each -> (1L << peer.request().player() & each.active()) != 0);
        return canGoOn ? frames.subList(at + 1, frames.size()) : null;
    }
}
