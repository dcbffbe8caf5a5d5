package io.github.freestep.physics.lockstep.sequencer;

import io.github.freestep.physics.lockstep.link.InputFrame;
import io.github.freestep.physics.lockstep.link.InvalidMessageException;
import io.github.freestep.physics.lockstep.link.MatchRules;
import io.github.freestep.physics.lockstep.link.Messages;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Collects what the players have of a match whose sequencer has ended, and decides where a new sequencer goes on: after
 * the newest tick whose frame a player has.
 */
final class Takeover {
    /** How long to wait for players after the start of the sequencer, and at least after the first one. */
    private static final long LIMIT_NANOS = 1_500_000_000;

    private static final long LEAST_NANOS = 500_000_000;

    /** How long to wait until a player has come with a match. A wait that is too short ends that match. */
    private static final long NOBODY_NANOS = 4 * LIMIT_NANOS;

    private static final int MOST_FRAMES = 2 * MatchRules.MAX_DELAY;

    /** All held frames together have at most this many bytes, or {@link MatchRules#history} if that is more. */
    private static final long LEAST_BYTES = 64 << 20;

    /** What one player has: its newest frames, as messages. */
    private record Held(Peer peer, long run, long begun, List<ByteBuffer> frames) {
        boolean isWhole() {
            return peer.joining() && !frames.isEmpty();
        }

        long tick() {
            return frames.isEmpty() ? 0 : frames.get(frames.size() - 1).getLong(1);
        }

        long oldest() {
            return tick() - frames.size() + 1;
        }
    }

    private final InputFrame frame;
    private final long mostTick;
    private final Map<Peer, Held> all = new LinkedHashMap<>();
    private long bytesLeft;
    private long beganNanos;
    private long firstNanos;
    /** Who knows the newest run, and who has the newest frame. */
    private @Nullable Held last;

    private @Nullable Held newest;

    Takeover(MatchRules rules) {
        frame = new InputFrame(rules);
        // Later ticks must have a due time too.
        mostTick = Long.MAX_VALUE / 2 / (rules.periodNanos() + 1);
        bytesLeft = Math.max(LEAST_BYTES, rules.history);
    }

    /** Does not count a time in which no peer could be heard. */
    void forgive(long nanos) {
        beganNanos += nanos;
        firstNanos += nanos;
    }

    /** Begins to take what a peer has. */
    void position(Peer peer, long run, long begun, long now) {
        firstNanos = all.isEmpty() ? now : firstNanos;
        all.put(peer, new Held(peer, run, begun, new ArrayList<>()));
    }

    /** Takes the next frame of a peer. */
    void frame(Peer peer, ByteBuffer content) throws InvalidMessageException {
        Held held = all.get(peer);
        frame.read(content.duplicate());
        if (held == null
                || peer.joining()
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
        held.frames.add(message.put(content).flip());
    }

    /** Returns whether the wait for players is over. Then the methods below return what was decided. */
    boolean isOver(long now) {
        choose();
        if (newest == null) {
            return now >= beganNanos + NOBODY_NANOS;
        }
        int missing = newestFrame().active();
        for (Held held : all.values()) {
            missing &= held.isWhole() ? ~(1 << held.peer.request().player()) : -1;
        }
        return missing == 0 || now >= Math.max(beganNanos + LIMIT_NANOS, firstNanos + LEAST_NANOS);
    }

    private void choose() {
        last = null;
        newest = null;
        for (Held held : all.values()) {
            boolean isLater = last == null || held.run > last.run || held.run == last.run && held.begun < last.begun;
            last = held.isWhole() && isLater ? held : last;
        }
        for (Held held : all.values()) {
            newest = isOfMatch(held) && (newest == null || held.tick() > newest.tick()) ? held : newest;
        }
    }

    /** Returns whether no earlier sequencer has gone on without a player. The frames of such a player do not count. */
    private boolean isOfMatch(Held held) {
        return held.isWhole() && (held.run == last.run || held.tick() <= last.begun);
    }

    /** Returns the peers that were in a match. */
    Set<Peer> peers() {
        return all.keySet();
    }

    /** Returns the newest tick that has a frame; 0 if no player has one, and a new match begins. */
    long tick() {
        return newest == null ? 0 : newest.tick();
    }

    /** Returns the newest frame. */
    InputFrame newestFrame() {
        return frame(tick());
    }

    private ByteBuffer message(long tick) {
        return newest.frames.get((int) (tick - newest.oldest()));
    }

    private InputFrame frame(long tick) {
        ByteBuffer message = message(tick);
        frame.readChecked(message.slice(1, message.limit() - 1));
        return frame;
    }

    /**
     * Returns whether a peer can go on: it takes part in the newest tick, {@link #sendMissing} has what it lacks, and
     * no other peer has got its place meanwhile.
     */
    boolean canGoOn(Peer peer) {
        Held held = all.get(peer);
        if (newest == null || !isOfMatch(held) || held.tick() + 1 < newest.oldest()) {
            return false;
        }
        int player = peer.request().player();
        return player >= 0 && (newestFrame().active() >>> player & 1) != 0 && !changes(player, held.tick());
    }

    /** Returns whether a player has left or joined after a tick. */
    private boolean changes(int player, long since) {
        for (long tick = since + 1; tick <= tick(); tick++) {
            InputFrame missing = frame(tick);
            for (int i = 0; i < missing.controls(); i++) {
                if (missing.controlPlayer(i) == player && missing.control(i) != InputFrame.SAVE) {
                    return true;
                }
            }
        }
        return false;
    }

    /** Sends a peer the frames that it lacks. */
    void sendMissing(Peer to) {
        for (long tick = all.get(to).tick() + 1; tick <= tick(); tick++) {
            to.send(message(tick));
        }
    }
}
