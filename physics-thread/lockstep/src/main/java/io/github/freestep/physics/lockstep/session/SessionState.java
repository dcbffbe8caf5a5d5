package io.github.freestep.physics.lockstep.session;

import io.github.freestep.physics.lockstep.link.MatchRules;
import io.github.freestep.time.NanoClock;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * What the threads of a session share: each of these values goes from one thread to the others, and most are set once.
 * Safe for use by any number of threads.
 */
public final class SessionState {
    private final MatchRules rules;
    private final MatchView view;
    private final LocalInput input;
    private final Requests requests = new Requests();
    private final MatchClock clock;
    private final NanoClock local;

    // From the caller of start.
    private volatile @Nullable Boolean joinRequest;
    private volatile @Nullable LockstepFeed feed;
    private volatile @Nullable AttachedRun attached;
    private final AtomicBoolean aheadClaimed = new AtomicBoolean();
    private volatile @Nullable AheadRun ahead;
    private volatile boolean simulationFailed;

    // From the session's thread.
    private volatile @Nullable StartPoint startPoint;
    private volatile long welcomedAt;
    private volatile boolean begun;
    private volatile long newestOfMatch;
    private volatile boolean over;

    // From any.
    private volatile boolean leaves;

    /**
     * Creates the state of a session.
     *
     * @param local the clock that the session's thread reads
     * @param ending makes the exception that says why the session has ended
     */
    public SessionState(MatchRules rules, NanoClock local, MatchView.Ending ending) {
        this.rules = rules;
        this.local = local;
        view = new MatchView(local, rules.minDelay() < rules.maxDelay() ? rules.maxDelay() : -1, ending);
        input = new LocalInput(rules.axes());
        clock = new MatchClock(rules, local, 0);
    }

    MatchRules rules() {
        return rules;
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

    /** Returns the clock of this machine. */
    NanoClock local() {
        return local;
    }

    MatchClock clock() {
        return clock;
    }

    /** Asks to join, with a simulation that restores exactly or does not. */
    void requestJoin(boolean exact) {
        joinRequest = exact;
    }

    /** Returns whether the simulation restores exactly; null until the host asks to join. */
    @Nullable Boolean joinRequest() {
        return joinRequest;
    }

    /** Notes that the sequencer has admitted this peer, at the newest tick of the match. */
    void welcomed(long newestTick) {
        newestOfMatch = newestTick;
        welcomedAt = newestTick;
    }

    /** Returns the tick after which controls are for this peer, and not for an earlier one with the same player. */
    long welcomedAt() {
        return welcomedAt;
    }

    /** Lets the host build its simulation. */
    void startAt(StartPoint point) {
        startPoint = point;
    }

    /** Returns where the local run begins; null until the simulation can be built. */
    @Nullable StartPoint startPoint() {
        return startPoint;
    }

    void feed(LockstepFeed fed) {
        feed = fed;
    }

    @Nullable LockstepFeed feed() {
        return feed;
    }

    void attach(AttachedRun run) {
        attached = run;
    }

    @Nullable AttachedRun attached() {
        return attached;
    }

    /** Reserves the place of the prediction. Returns false if there is one. */
    boolean claimAhead() {
        return aheadClaimed.compareAndSet(false, true);
    }

    void runsAhead(AheadRun run) {
        ahead = run;
    }

    /** Frees the place of the prediction. */
    void endAhead() {
        ahead = null;
        aheadClaimed.set(false);
    }

    /** Returns the prediction; null if there is none. */
    @Nullable AheadRun ahead() {
        return ahead;
    }

    /** Notes that the match has begun for this peer, which may act from now on. */
    void begin() {
        begun = true;
    }

    boolean hasBegun() {
        return begun;
    }

    /** Notes the newest tick of a match that this peer joins. */
    void newestOfMatch(long tick) {
        newestOfMatch = tick;
    }

    /** Leaves the match. */
    public void leave() {
        leaves = true;
    }

    boolean leaves() {
        return leaves;
    }

    /** Notes that the simulation could not be built, or has failed. */
    void failSimulation() {
        simulationFailed = true;
    }

    boolean hasSimulationFailed() {
        return simulationFailed;
    }

    void end() {
        over = true;
    }

    /** Returns whether the session has nothing more to do. */
    public boolean isOver() {
        return over;
    }

    /** Returns how many ticks the service is behind the match. */
    public long lagTicks() {
        LockstepFeed to = feed;
        return to == null ? 0 : Math.max(0, Math.max(view.newestTick(), newestOfMatch) - to.fedTick());
    }

    public String inWords() {
        LockstepFeed to = feed;
        String words = view.inWords(to == null ? 0 : to.fedTick());
        return to == null || to.unreadable() == null ? words : words + "; " + to.unreadable();
    }
}
