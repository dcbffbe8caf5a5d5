package io.github.freestep.physics.lockstep.sequencer;

import io.github.freestep.net.link.InvalidMessageException;
import io.github.freestep.physics.lockstep.link.InputFrame;
import io.github.freestep.physics.lockstep.link.MatchRules;
import io.github.freestep.physics.lockstep.link.Messages;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Collects what the players have of a match whose sequencer has ended, and decides where a new sequencer goes on: with
 * the frames of the player with whom most players can go on. The newest frame alone does not decide, because one player
 * who invents it would end the match of all others.
 */
final class Takeover {
    /** How long to wait for players after the start of the sequencer. */
    private static final long LIMIT_NANOS = 1_500_000_000;

    /** How long to wait after the first player, who may lie, and says who else is missing. */
    private static final long LEAST_NANOS = 500_000_000;

    /** How long to wait until a player has come with a match. A wait that is too short ends that match. */
    private static final long NOBODY_NANOS = 4 * LIMIT_NANOS;

    private static final int MOST_FRAMES = 2 * MatchRules.MAX_DELAY;

    /** All held frames together have at most this many bytes, or {@link MatchRules#history} if that is more. */
    private static final long LEAST_BYTES = 64 << 20;

    /**
     * What one player has: its newest frames, as messages, the run of the sequencer that made the last one, and from
     * which tick on each player takes part in all of them.
     */
    private record Held(Peer peer, long run, List<ByteBuffer> frames, long[] since) {
        boolean isWhole() {
            return peer.joining() && !frames.isEmpty();
        }

        void add(InputFrame frame, ByteBuffer message) {
            frames.add(message);
            for (int player = 0; player < since.length; player++) {
                since[player] = (frame.active() >>> player & 1) != 0 ? since[player] : frame.tick() + 1;
            }
        }

        boolean canGoOnWith(Held other) {
            if (!isWhole()
                    || peer.request().player() < 0
                    || run > other.run
                    || !peer.request().computedBy().equals(other.peer.request().computedBy())) {
                return false;
            }
            long from = Math.max(other.oldest(), other.since[peer.request().player()]);
            return tick() >= from && tick() <= other.tick();
        }

        long tick() {
            return frames.get(frames.size() - 1).getLong(1);
        }

        long oldest() {
            return tick() - frames.size() + 1;
        }
    }

    private final InputFrame frame;
    private final int players;
    private final long mostTick;
    private final Map<Peer, Held> all = new LinkedHashMap<>();
    private long bytesLeft;
    private long firstNanos;

    /**
     * With whom most players can go on; of several, with whom a host can; of several, who has the newest frame of the
     * newest run. A run that others have left may have later ticks.
     */
    private @Nullable Held chosen;

    Takeover(MatchRules rules) {
        frame = new InputFrame(rules);
        players = rules.players;
        // Later ticks must have a due time too.
        mostTick = Long.MAX_VALUE / 2 / (rules.periodNanos() + 1);
        bytesLeft = Math.max(LEAST_BYTES, rules.history);
    }

    /** Takes the next frame of a peer. */
    void frame(Peer peer, long run, ByteBuffer content, long now) throws InvalidMessageException {
        firstNanos = all.isEmpty() ? now : firstNanos;
        Held held = all.computeIfAbsent(peer, each -> new Held(each, run, new ArrayList<>(), new long[players]));
        frame.read(content.duplicate());
        if (held.run != run
                || held.frames.size() == MOST_FRAMES
                || frame.tick() > mostTick
                || frame.agreedTick() >= frame.tick()
                || !held.frames.isEmpty() && frame.tick() != held.tick() + 1) {
            throw new InvalidMessageException("the frame of tick " + frame.tick() + " is not expected");
        }
        bytesLeft -= content.remaining();
        if (bytesLeft < 0) {
            throw new InvalidMessageException("the frames that the players have are too long");
        }
        ByteBuffer message = ByteBuffer.allocate(1 + content.remaining());
        Messages.beginFrame(message);
        held.add(frame, message.put(content).flip());
    }

    /** Returns whether the wait for players is over. Then the methods below return what was decided. */
    boolean isOver(long now) {
        choose();
        if (chosen == null) {
            return now >= NOBODY_NANOS;
        }
        int missing = newestFrame().active();
        for (Held held : all.values()) {
            missing &= held.isWhole() ? ~(1 << held.peer.request().player()) : -1;
        }
        return now >= firstNanos + LEAST_NANOS && (missing == 0 || now >= LIMIT_NANOS);
    }

    private void choose() {
        Comparator<Held> order =
                Comparator.comparingInt(this::rank).thenComparingLong(Held::run).thenComparingLong(Held::tick);
        chosen = all.values().stream().filter(Held::isWhole).max(order).orElse(null);
    }

    /** Ranks a candidate by the players who can go on with it, whatever the number of their connections. */
    private int rank(Held candidate) {
        int players = 0;
        int host = 0;
        for (Held held : all.values()) {
            if (held.canGoOnWith(candidate)) {
                players |= 1 << held.peer.request().player();
                host = held.peer.isHost ? 1 : host;
            }
        }
        return 2 * Integer.bitCount(players) + host;
    }

    /** Returns the peers that were in a match. */
    Set<Peer> peers() {
        return all.keySet();
    }

    /** Returns the newest tick of the chosen frames; 0 if no player has one, and a new match begins. */
    long tick() {
        return chosen == null ? 0 : chosen.tick();
    }

    /** Returns the newest one of the chosen frames. */
    InputFrame newestFrame() {
        ByteBuffer message = message(tick());
        frame.readChecked(message.slice(1, message.limit() - 1));
        return frame;
    }

    private ByteBuffer message(long tick) {
        return chosen.frames.get((int) (tick - chosen.oldest()));
    }

    /**
     * Returns whether a peer can go on: its player takes part in all ticks from the peer's newest one on, so no earlier
     * sequencer has gone on without it, and no other peer has got its place. {@link #sendMissing} has what it lacks.
     */
    boolean canGoOn(Peer peer) {
        return chosen != null && all.get(peer).canGoOnWith(chosen);
    }

    /** Sends a peer the frames that it lacks. */
    void sendMissing(Peer to) {
        for (long tick = all.get(to).tick() + 1; tick <= tick(); tick++) {
            to.send(message(tick));
        }
    }
}
