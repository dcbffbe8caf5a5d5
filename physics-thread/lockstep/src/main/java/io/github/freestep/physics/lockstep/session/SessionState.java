package io.github.freestep.physics.lockstep.session;

import io.github.freestep.physics.lockstep.link.JoinRequest;
import io.github.freestep.physics.lockstep.link.MatchRules;
import io.github.freestep.physics.lockstep.link.WorldParts;
import io.github.freestep.time.NanoClock;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * What the threads of a session share: each of these values goes from one thread to the others, and most are set once.
 * Safe for use by any number of threads.
 */
public final class SessionState {
    final MatchRules rules;
    final MatchClock clock;

    /** The clock of this machine. */
    final NanoClock local;

    private final MatchView view;
    private final LocalInput input;
    private final Requests requests = new Requests();

    /** From the session's thread to the physics thread. */
    final FrameQueue frames;

    /** From the caller of start: asks for any player, without an identity; null until the host asks to join. */
    volatile @Nullable JoinRequest joinRequest;

    /** From the caller of start. */
    volatile @Nullable LockstepFeed feed;

    /** From the caller of start, after the feed. */
    volatile @Nullable AttachedRun attached;

    /** From the caller of predict; null if there is no prediction. */
    volatile @Nullable AheadRun ahead;

    private final AtomicBoolean aheadClaimed = new AtomicBoolean();

    /**
     * From the session's thread: where the local run begins, which lets the host build its simulation. A world that is
     * not complete is set up anew.
     */
    volatile @Nullable WorldParts startPoint;

    /** From the session's thread: after this tick, controls are for this peer, and not for an earlier one. */
    volatile long welcomedAt;

    /** From the session's thread: whether the match has begun for this peer, which may act from then on. */
    volatile boolean begun;

    /** From any thread: whether the simulation could not be built, or has failed. */
    volatile boolean simulationFailed;

    /** From any thread: whether this peer leaves the match. */
    volatile boolean leaves;

    /** From the session's thread, or from one that has failed. */
    volatile boolean over;

    /**
     * Creates the state of a session.
     *
     * @param local the clock that the session's thread reads
     * @param ending makes the exception that says why the session has ended
     */
    public SessionState(
            MatchRules rules, NanoClock local, BiFunction<String, @Nullable Throwable, RuntimeException> ending) {
        this.rules = rules;
        this.local = local;
        frames = new FrameQueue(rules);
        view = new MatchView(local, rules.minDelay < rules.maxDelay() ? rules.maxDelay() : -1, ending);
        clock = new MatchClock(rules, local, 0);
        input = new LocalInput(rules.axes, clock);
    }

    public MatchView view() {
        return view;
    }

    public LocalInput input() {
        return input;
    }

    /** What this peer asks of the sequencer. */
    public Requests requests() {
        return requests;
    }

    /** Reserves the place of the prediction. Returns false if there is one. */
    boolean claimAhead() {
        return aheadClaimed.compareAndSet(false, true);
    }

    /** Frees the place of the prediction. */
    void endAhead() {
        ahead = null;
        aheadClaimed.set(false);
    }

    /** Leaves the match. */
    public void leave() {
        leaves = true;
    }

    /** Returns whether the session has nothing more to do. */
    public boolean isOver() {
        return over;
    }

    public String inWords() {
        LockstepFeed to = feed;
        String words = view.inWords(to == null ? 0 : to.fedTick());
        return to == null || to.unreadable() == null ? words : words + "; " + to.unreadable();
    }
}
