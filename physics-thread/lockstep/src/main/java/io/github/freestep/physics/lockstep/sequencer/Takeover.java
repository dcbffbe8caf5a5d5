package io.github.freestep.physics.lockstep.sequencer;

import io.github.freestep.physics.lockstep.link.InputFrame;
import io.github.freestep.physics.lockstep.link.InvalidMessageException;
import io.github.freestep.physics.lockstep.link.MatchRules;
import io.github.freestep.physics.lockstep.link.Messages;
import io.github.freestep.physics.lockstep.link.Position;
import io.github.freestep.time.Ratio;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Collects what the players have of a match whose sequencer has ended, and decides where a new sequencer goes on: after
 * the newest tick whose frame a player has.
 */
final class Takeover {
    /** Of {@link #firstInput}: the player has left the match, or needs frames that no player has. */
    static final long OUT = 0;

    /** Of {@link #firstInput}: the player is in the match, and does not take part yet. */
    static final long JOINS = Long.MAX_VALUE;

    /** How long to wait for players after the start of the sequencer, and at least after the first one. */
    private static final long LIMIT_NANOS = 1_500_000_000;

    private static final long LEAST_NANOS = 500_000_000;

    private static final long MOST_FRAMES = 2L * MatchRules.MAX_DELAY;

    /** What one player has. The frames are messages. */
    private record Held(Peer peer, Position at, List<ByteBuffer> frames) {
        /** Whether all has arrived. */
        boolean isWhole() {
            return peer.joining() && !peer.ended() && at.oldest() + frames.size() == at.tick() + 1;
        }
    }

    private final MatchRules rules;
    private final InputFrame frame;
    private final List<Held> all = new ArrayList<>();
    private @Nullable Held newest;
    private long run;
    private long begun;
    private long firstNanos;

    Takeover(MatchRules rules) {
        this.rules = rules;
        frame = new InputFrame(rules);
    }

    /** Begins to take what a peer has. */
    void position(Peer peer, Position at, long now) throws InvalidMessageException {
        boolean isOrdered = at.begun() >= 0 && at.oldest() >= 1 && at.oldest() <= at.tick() + 1 && at.tick() - at.oldest() < MOST_FRAMES;
        if (!isOrdered || find(peer) != null || at.delay() < rules.minDelay() || at.delay() > rules.maxDelay()) {
            throw new InvalidMessageException("the position of a peer is " + at);
        }
        firstNanos = all.isEmpty() ? now : firstNanos;
        all.add(new Held(peer, at, new ArrayList<>()));
    }

    /** Takes the next frame that a peer has. */
    void frame(Peer peer, ByteBuffer content) throws InvalidMessageException {
        Held held = find(peer);
        frame.read(content.duplicate());
        if (held == null || held.isWhole() || frame.tick() != held.at.oldest() + held.frames.size()) {
            throw new InvalidMessageException("a frame of tick " + frame.tick() + " that a peer has comes unexpectedly");
        }
        ByteBuffer message = ByteBuffer.allocate(1 + content.remaining());
        Messages.beginFrame(message);
        held.frames.add(message.put(content).flip());
    }

    private @Nullable Held find(Peer peer) {
        return all.stream().filter(each -> each.peer == peer).findFirst().orElse(null);
    }

    /** Returns the peers that have a position. */
    List<Peer> peers() {
        return all.stream().map(Held::peer).toList();
    }

    /** Whether to wait for no further player. Then the methods below return what was decided. */
    boolean isOver(long now) {
        choose();
        return newest == null
                ? now >= (all.isEmpty() ? LIMIT_NANOS : 4 * LIMIT_NANOS)
                : allAreBack() || now >= Math.max(LIMIT_NANOS, firstNanos + LEAST_NANOS);
    }

    /** Chooses the newest run that a player knows, and the player who has the newest frame of the match. */
    private void choose() {
        run = 0;
        begun = 0;
        newest = null;
        for (Held held : all) {
            if (held.isWhole() && held.at.run() >= run) {
                begun = held.at.run() > run ? held.at.begun() : Math.min(begun, held.at.begun());
                run = held.at.run();
            }
        }
        for (Held held : all) {
            boolean canGive = held.at.tick() == 0 || !held.frames.isEmpty();
            boolean isNewer = newest == null || held.at.tick() > newest.at.tick();
            newest = isOfMatch(held) && canGive && isNewer ? held : newest;
        }
    }

    /** Whether a player was not left behind by an earlier sequencer. What it has after that is of no other player. */
    private boolean isOfMatch(Held held) {
        return held.isWhole() && (held.at.run() == run || held.at.tick() <= begun);
    }

    private boolean allAreBack() {
        int missing = tick() == 0 ? -1 : newestFrame().active();
        for (Held held : all) {
            missing &= held.isWhole() ? ~(1 << held.peer.wanted()) : -1;
        }
        return missing == 0;
    }

    /** Returns the newest tick that has a frame; 0 if the match has not begun, and a new one begins. */
    long tick() {
        return newest == null ? 0 : newest.at.tick();
    }

    /** Returns the first tick whose frame {@link #message} has. */
    long oldest() {
        return newest.at.oldest();
    }

    /** Returns the message with the frame of a tick. */
    ByteBuffer message(long tick) {
        return newest.frames.get((int) (tick - oldest())).rewind();
    }

    private InputFrame content(long tick) {
        ByteBuffer message = message(tick);
        frame.readChecked(message.slice(1, message.limit() - 1));
        return frame;
    }

    InputFrame newestFrame() {
        return content(tick());
    }

    /** Returns the time scale of the match. */
    Ratio scale() {
        InputFrame last = newestFrame();
        double scale = last.speed() > 0 ? last.rate() / last.speed() : 1;
        return Ratio.of(Math.round(Math.max(1e-3, Math.min(1e3, scale)) * 1e6), 1_000_000);
    }

    Position position(Peer peer) {
        return find(peer).at;
    }

    /** Returns the next tick for which a player must send its input, {@link #JOINS} or {@link #OUT}. */
    long firstInput(Peer peer) {
        Held held = find(peer);
        long first = held.at.firstInput() == JOINS ? JOINS : Math.max(tick() + 1, held.at.firstInput());
        if (!isOfMatch(held) || peer.wanted() < 0 || held.at.tick() > tick() || held.at.tick() + 1 < oldest()) {
            return OUT;
        }
        for (long tick = held.at.tick() + 1; tick <= tick(); tick++) {
            InputFrame next = content(tick);
            for (int i = 0; i < next.controls(); i++) {
                boolean own = next.controlPlayer(i) == peer.wanted();
                if (own && next.control(i) == InputFrame.LEFT) {
                    return OUT;
                } else if (own && next.control(i) == InputFrame.JOINED) {
                    first = tick + held.at.delay();
                }
            }
        }
        boolean isActive = (newestFrame().active() >>> peer.wanted() & 1) != 0;
        return isActive == (first != JOINS) ? first : OUT;
    }
}
