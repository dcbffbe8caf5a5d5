package io.github.freestep.net.wire;

import io.github.freestep.net.body.DecodedBodies;
import io.github.freestep.net.body.PoseGrid;
import io.github.freestep.net.clock.RemoteClock;
import io.github.freestep.net.wire.StateRing.Entry;
import io.github.freestep.state.State;
import io.github.freestep.state.StateLayout;
import org.jspecify.annotations.Nullable;

/**
 * Decides when a state is published, and with which of its pieces. For one thread; allocates nothing once made.
 */
final class Playout {
    /**
     * If this many later states have come, a piece was lost or overtaken: the wait is the usual lateness, without a
     * single stall. Before that, it may be in a stall, so the wait is the greatest lateness of the last seconds.
     */
    private static final int LATER_STATES = 2;

    /** After this time without pieces, what is known of the bodies is too old. */
    private static final long LONG_NANOS = 1_000_000_000;

    /** After a shorter gap, motion is more even if it continues with what came. */
    private static final long OUTAGE_NANOS = 400_000_000;

    /** The longest outage after which to wait for bodies that the first state lacks. */
    private static final long MOST_WAIT_NANOS = 2_000_000_000;

    /** For how long copies are published: a sender sends a state each 100 ms, of which one may be lost. */
    private static final double REST_NANOS = 250_000_000;

    /** After a rest, the link must be measured again for so long. */
    private static final long RESTED_NANOS = 4_000_000_000L;

    /** Each copy counts for at least this long, so that there are not too many, whatever times datagrams have. */
    private static final long LEAST_STEP_NANOS = 1_000_000;

    private final RemoteClock clock;
    private final RemoteBodies remote;
    private final LocalTimes times;
    final LocalStates local;
    final ReceivedBlocks received;
    final DecodedPieces pieces = new DecodedPieces();

    /**
     * The number of the first piece that was sent after the sender began to keep what this client has; 0 if the client
     * is sent all bodies.
     */
    private long first;

    private final PendingStates pending;
    private final StateSpacing spacing = new StateSpacing();
    private final OwnStalls stalls;

    /** When a state came after which others may be left out. */
    private long restsNanos = Long.MIN_VALUE / 2;

    /** When the newest state came. */
    private long cameAtNanos;

    /** For how long states were left out, which does not count for lateness. */
    private long restedNanos;

    /** Whether all bodies are known. Until then nothing is published. */
    private boolean isWhole;

    /** The newest state that came, also if it was too close to be published, in its sender's run. */
    private long cameTick = State.NO_TICK;

    /** Its simulation time. */
    private long cameNanos;

    /** How late the newest state that came was sent; so late that no other is later, if that is not known. */
    private double sentLateNanos;

    private long pieceNanos;
    private long newestStampNanos;

    /** The number of published states that lacked pieces. For any thread. */
    volatile long incomplete;

    /** Whether the newest published state of the run lacks pieces. For any thread. */
    volatile boolean lacksBodies;

    /** The number of published states. For any thread. */
    volatile long published;

    /** The number of states that were published, or would be if they were needed: the newest one comes again. */
    long shown;

    Playout(StateLayout layout, RemoteClock clock, LocalTimes times, OwnStalls stalls) {
        this.clock = clock;
        this.times = times;
        this.stalls = stalls;
        received = new ReceivedBlocks(layout);
        DecodedBodies decoded = new DecodedBodies(layout);
        remote = new RemoteBodies(layout, decoded, received);
        local = new LocalStates(layout, clock, times, remote);
        pending = new PendingStates(received);
    }

    /** Begins another run, of which nothing is known, except whether it has the world of the run before. */
    void beginRun(PoseGrid grid, boolean continued) {
        received.beginRun(grid);
        local.grid(grid);
        pieces.clear();
        pending.clear();
        first = 0;
        forget();
        spacing.clear();
        times.beginRun(continued);
        cameTick = State.NO_TICK;
        sentLateNanos = Double.MAX_VALUE;
        times.leftOut = 0;
    }

    /**
     * Takes a piece of the current run. It is decoded and acknowledged even if its state is not shown, because later
     * ones are differences from it. But one for this client must still be of use for its bodies, because the sender
     * does not repeat what the client has.
     *
     * @return false if the piece was dropped
     */
    boolean take(PieceHeader piece, byte[] bytes, int length, long arrivedNanos) {
        if (!piece.isOfClient && !decode(piece, bytes, length)) {
            return false;
        }
        if (arrivedNanos - pieceNanos > LONG_NANOS) {
            forget();
        }
        pieceNanos = arrivedNanos;
        restsNanos = piece.rests ? arrivedNanos : restsNanos;
        if (isAstray(piece)) {
            return false;
        }
        PendingState known = pending.find(piece);
        if (known == null && piece.isOfClient && hasDecoded(piece)) {
            // Its bodies were taken, and later ones may have been.
            return true;
        }
        PendingState state = known == null ? free(arrivedNanos) : known;
        if (piece.isOfClient && !decode(piece, bytes, length)) {
            return false;
        }
        if (!state.used) {
            state.begin(bytes, length);
        }
        state.add(piece);
        return true;
    }

    private static long since(PieceHeader piece, long number) {
        return piece.isOfClient ? number - piece.since : 0;
    }

    private boolean hasDecoded(PieceHeader piece) {
        long number = pieces.number(piece.lower);
        return since(piece, number) == first && pieces.has(number);
    }

    /** Decodes a piece, unless it has come before. Returns false if it is of no use. */
    private boolean decode(PieceHeader piece, byte[] bytes, int length) {
        if (hasDecoded(piece)) {
            return true;
        }
        long number = pieces.number(piece.lower);
        long since = since(piece, number);
        if (since < first || !received.decode(bytes, length, piece)) {
            return false;
        }
        if (since != first) {
            // The sender has forgotten what this client has. So what it does not send is not there.
            first = since;
            pieces.clear();
            pending.clear();
            remote.vacate();
            isWhole = false;
        }
        pieces.add(number);
        return true;
    }

    /** Does what {@link StateFollower#thinned} says. */
    void thinned(boolean leavesOut, long nowNanos) {
        // Few pieces do not say how late others will be.
        boolean hasRested = nowNanos - restsNanos < RESTED_NANOS;
        boolean carriesLess = leavesOut || !hasRested && clock.hasBecomeFaster(nowNanos);
        boolean isWhole =
                local.isThinned && !carriesLess && !hasRested && clock.forgetLate(nowNanos, times.wallStepNanos());
        if (isWhole) {
            spacing.forgetQueues();
        }
        local.isThinned = carriesLess || local.isThinned && !isWhole;
    }

    /** Makes all bodies unknown until they come again. */
    void forget() {
        for (PendingState left = pending.oldest(); left != null; left = pending.oldest()) {
            release(left);
        }
        pending.rest.used = false;
        if (first == 0) {
            remote.forget();
        } else {
            // The sender knows what has come, and does not repeat it.
            remote.changeAll();
        }
        isWhole = false;
        lacksBodies = false;
    }

    /** A place for another state. If all are in use, the oldest is published. */
    private PendingState free(long nowNanos) {
        PendingState free = pending.free();
        if (free == null) {
            poll(nowNanos);
            free = pending.free();
        }
        return free;
    }

    /** Publishes what is due. */
    void poll(long nowNanos) {
        if (clock.isReady()) {
            local.rebase(nowNanos);
        }
        PendingState oldest = pending.oldest();
        leaveOut(oldest, nowNanos);
        while (oldest != null && isDone(oldest, nowNanos)) {
            release(oldest);
            oldest = pending.oldest();
            leaveOut(oldest, nowNanos);
        }
    }

    /**
     * Publishes copies of the newest state for the ticks that its sender has left out: when states come at the latest,
     * or when the next one has come.
     *
     * @param next the next state that has come; null if none has
     */
    private void leaveOut(@Nullable PendingState next, long nowNanos) {
        PendingState rest = pending.rest;
        // What is missing before it was lost or overtaken, and not left out.
        long end = next == null ? Long.MAX_VALUE : next.tick - times.usualTicks * (next.lower - rest.lower);
        while (rest.used && (next == null ? restsForNanos(nowNanos) <= 0 : rest.tick + times.usualTicks <= end)) {
            long step = times.wallStepNanos();
            rest.used = ++times.leftOut * Math.max(LEAST_STEP_NANOS, step) <= REST_NANOS;
            rest.isCopy = true;
            rest.tick += times.usualTicks;
            rest.simulationNanos += times.stepNanos;
            rest.stampNanos += step;
            rest.startedNanos += step;
            boolean isLater = rest.tick > times.senderTick() && !times.isAstray(rest.tick, rest.simulationNanos);
            if (rest.used && isLater) {
                publish(rest, nowNanos);
            }
        }
    }

    /**
     * The newest tick whose events may be handed out. A copy may be of a tick whose state was not left out, but is
     * late, and then what its events are about is seen later. With an event, its sender sends a state, too.
     */
    long eventTick() {
        return times.leftOut == 0 ? times.senderTick() : cameTick;
    }

    /** How long until the state after the newest one is published if none comes. */
    private double restsForNanos(long nowNanos) {
        double late = Math.max(times.wallStepNanos(), spacing.usualNanos());
        return late + sentLateNanos - times.lateNanos(pending.rest.simulationNanos, clock.at(nowNanos));
    }

    /** Whether a piece is of an earlier state than the newest one that came and that was shown, copies aside. */
    private boolean isAstray(PieceHeader piece) {
        long aheadTicks = Math.max(cameTick, times.senderTick()) - cameTick;
        long aheadNanos = times.stepNanos * (aheadTicks / times.usualTicks);
        return times.isAstray(piece.tick + aheadTicks, piece.simulationNanos + aheadNanos);
    }

    private void release(PendingState state) {
        if (state.isOfClient && !state.isTaken && !isAstray(state)) {
            // Not shown, but the sender counts on it: rare bodies may come in such states only.
            take(state);
        }
        times.leftOut = pending.release(state) ? 0 : times.leftOut;
    }

    /** Publishes a state if it is due. Returns false if there is more to wait for. */
    private boolean isDone(PendingState state, long nowNanos) {
        long senderTick = times.senderTick();
        if (isAstray(state)) {
            return true;
        }
        boolean hasCopy = pending.hasCompleteCopy(state);
        if (state.tick == senderTick || times.isAstray(state.tick, state.simulationNanos)) {
            shown += isWhole && state.isComplete() ? 1 : 0;
            if (times.leftOut > 0) {
                came(state, nowNanos);
            }
            return hasCopy || isDoneAgain(state, nowNanos);
        }
        if (isTooClose(state)) {
            shown += isWhole ? 1 : 0;
            came(state, nowNanos);
            return true;
        }
        // Its copy, too, waits for the state before it. What is decoded first would be shown in that one.
        if (!isDue(state, hasCopy, nowNanos)) {
            return false;
        }
        if (hasCopy) {
            return true;
        }
        publish(state, nowNanos);
        came(state, nowNanos);
        return true;
    }

    /** Whether a state is not needed: it is close to the one before it, and says nothing new about time. */
    private boolean isTooClose(PendingState state) {
        return !times.isNewRun
                && state.anchorNumber == times.anchorNumber
                && !state.anchor.isPaused()
                && !spacing.isFar(times.sinceNewestNanos(state));
    }

    private void came(PendingState state, long nowNanos) {
        boolean isLater = cameTick != State.NO_TICK && state.simulationNanos > cameNanos;
        if (isLater && state.tick > cameTick && (times.leftOut > 0 || published == 1)) {
            double perTick = (double) (state.simulationNanos - cameNanos) / (state.tick - cameTick);
            times.stepNanos = Math.round(times.usualTicks * perTick);
        }
        if (isLater
                && times.leftOut == 0
                && clock.isReady()
                && state.anchorNumber == times.anchorNumber
                && !state.anchor.isPaused()) {
            noteLateness(state, nowNanos);
        }
        if (times.leftOut > 0) {
            restedNanos += nowNanos - cameAtNanos;
            spacing.rested();
        }
        cameAtNanos = nowNanos;
        cameTick = state.tick;
        cameNanos = state.simulationNanos;
    }

    /** Notes how late the link was. A machine that stood still makes states late, too, but wider gaps are no help. */
    private void noteLateness(PendingState state, long nowNanos) {
        long step = times.wallStepNanos();
        double sentLate = times.lateNanos(state.simulationNanos, times.wall(state.stampNanos));
        // What is missing after a stall of the sender, or while it catches up, is no hole in the link's deliveries.
        boolean isSteady = Math.abs(sentLate - sentLateNanos) <= step;
        sentLateNanos = sentLate;
        if (isSteady) {
            double late = times.lateNanos(cameNanos, clock.at(nowNanos)) - sentLate;
            spacing.came(stalls.withoutStall(late, nowNanos, step), nowNanos - restedNanos);
        }
    }

    /**
     * The newest state has come again. If its anchor is a new one, the change is published at once. In a pause, values
     * that a command has changed, or that were missing, are published in its place. While time runs, the next state
     * will have them.
     */
    private boolean isDoneAgain(PendingState state, long nowNanos) {
        if (state.anchorNumber > times.anchorNumber) {
            local.amend(state, nowNanos);
        }
        boolean isNewest = state.anchor.isPaused() || state.tick == times.senderTick() && times.leftOut > 0;
        if (!isNewest || state.stampNanos <= newestStampNanos) {
            return true;
        }
        if (!state.isComplete() && pending.after(state) == 0 && !isLate(state, nowNanos, 0)) {
            return false;
        }
        take(state);
        if (remote.hasChanged() && isWhole && local.publishAgain(state, nowNanos)) {
            newestStampNanos = state.stampNanos;
            published = published + 1;
        }
        return true;
    }

    private boolean isDue(PendingState state, boolean hasCopy, long nowNanos) {
        if (pending.free() == null) {
            return true;
        }
        if (!state.isComplete() && !hasCopy) {
            return isLate(state, nowNanos, 0);
        }
        // If a state before this one is missing, its pieces may still come.
        return times.follows(state, Math.max(cameTick, times.senderTick()))
                || isLate(state, nowNanos, times.wallStepNanos());
    }

    /**
     * Whether to stop waiting for the pieces of a state, or of the state that was sent a time before it: if one came
     * now, it would be later than all pieces of the last seconds.
     */
    private boolean isLate(PendingState state, long nowNanos, long beforeNanos) {
        return nowNanos - latestNanos(state, nowNanos, beforeNanos) >= 0;
    }

    private long latestNanos(PendingState state, long nowNanos, long beforeNanos) {
        boolean isOvertaken = pending.after(state) >= LATER_STATES;
        return clock.latestNanos(state.stampNanos - beforeNanos, nowNanos, isOvertaken);
    }

    /** How long until {@link #poll} publishes a state if no piece comes; {@code Long.MAX_VALUE} if there is none. */
    long waitNanos(long nowNanos) {
        PendingState oldest = pending.oldest();
        if (oldest == null) {
            return pending.rest.used ? Math.max(0, (long) restsForNanos(nowNanos)) : Long.MAX_VALUE;
        }
        long beforeNanos = oldest.isComplete() ? times.wallStepNanos() : 0;
        return Math.max(0, latestNanos(oldest, nowNanos, beforeNanos) - nowNanos);
    }

    private void publish(PendingState state, long nowNanos) {
        if (take(state) && isWhole && clock.isReady() && !isOfBefore(state) && local.publish(state, nowNanos)) {
            lacksBodies = !isCovered(state);
            incomplete = incomplete + (lacksBodies ? 1 : 0);
            published = published + 1;
            if (!state.isCopy) {
                shown++;
                newestStampNanos = state.stampNanos;
            }
        }
    }

    /**
     * Whether a state lacks bodies after an outage that was longer than guesses are good for. They come within a
     * quarter of a second. Until then, the picture of before the outage stays: otherwise these bodies would seem to be
     * now where they were then. If they do not come, the state is better than none.
     */
    private boolean isOfBefore(PendingState state) {
        double gap = times.isNewRun ? 0 : times.sinceNewestNanos(state);
        double guessed = (double) BodyMotion.MOST_GUESSES * times.wallStepNanos();
        boolean isOutage = gap > Math.max(OUTAGE_NANOS, guessed) && gap <= MOST_WAIT_NANOS;
        return isOutage && !isCovered(state);
    }

    private boolean isCovered(PendingState state) {
        return state.isOfClient ? state.isComplete() : remote.isCovered();
    }

    /** Takes the values of a state. Returns whether any of its pieces has come. */
    private boolean take(PendingState state) {
        state.isTaken = true;
        Entry came = received.ring.find(state.state);
        remote.begin(state.slots);
        if (came != null && state.isOfClient) {
            received.take(came, remote, times.stepNanos);
        } else if (came != null) {
            remote.take(came, times.stepNanos);
        }
        // What a client does not have yet is in every state, so one whole state is enough.
        isWhole |= state.isOfClient ? state.isComplete() : remote.isWhole();
        return came != null;
    }
}
