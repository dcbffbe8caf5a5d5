package io.github.freestep.physics.lockstep.session;

import io.github.freestep.physics.PhysicsMetrics;
import io.github.freestep.physics.lockstep.link.InputFrame;
import io.github.freestep.physics.lockstep.link.JoinRequest;
import io.github.freestep.physics.lockstep.link.MatchRules;
import io.github.freestep.physics.lockstep.link.RecentBytes;
import io.github.freestep.physics.lockstep.link.WorldParts;
import io.github.freestep.physics.saves.CommandReader;
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
    public final MatchClock clock;

    /** The clock of this machine. */
    final NanoClock local;

    final CommandReader commands;

    public final LocalInput input;

    /** From the session's thread to the physics thread. */
    final FrameQueue frames;

    /** The newest frames, from the session's thread, for a prediction. */
    final RecentBytes newestFrames;

    /** The newest samples of the local input, from the session's thread, for a prediction. */
    final OwnInputs own = new OwnInputs();

    /** From the caller of start: asks for any player, without an identity; null until the host asks to join. */
    volatile @Nullable JoinRequest joinRequest;

    /** From the caller of start. */
    volatile @Nullable LockstepFeed feed;

    /** From the caller of start, after the feed. */
    volatile @Nullable AttachedRun attached;

    /** From the caller of predict; null if there is no prediction. */
    volatile @Nullable SecondWorld ahead;

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

    /** From the session's thread: the world stays in the state after this tick until its values are known. */
    volatile long lastTick = Long.MAX_VALUE;

    /** From any thread: whether the simulation could not be built, or has failed. */
    volatile boolean simulationFailed;

    /** From any thread: whether this peer leaves the match. */
    public volatile boolean leaves;

    /** From the session's thread, or from one that has failed: whether the session has nothing more to do. */
    public volatile boolean isOver;

    /** Makes the exception that says why the session has ended. */
    private final BiFunction<String, @Nullable Throwable, RuntimeException> ending;

    // Of the match, from the session's thread.

    public volatile int player = -1;
    public volatile Stage stage = Stage.CONNECTING;
    public volatile @Nullable RuntimeException failure;

    /** The newest tick whose frame has arrived. */
    volatile long newestTick;

    public volatile int delayTicks;
    public volatile double rate;
    public volatile long agreedTick = -1;
    public volatile long differedTick = -1;
    public volatile @Nullable String difference;

    /** For how long the sequencer has sent nothing; 0 while that is not worth a word. */
    volatile long sequencerSilenceNanos;

    private volatile long awaitedTick;
    private volatile long awaitedPlayers;
    private volatile long awaitedSinceNanos;

    /**
     * Creates the state of a session.
     *
     * @param local the clock that the session's thread reads
     * @param commands reads what the players have submitted
     * @param ending makes the exception that says why the session has ended
     */
    public SessionState(
            MatchRules rules,
            NanoClock local,
            CommandReader commands,
            BiFunction<String, @Nullable Throwable, RuntimeException> ending) {
        this.rules = rules;
        this.local = local;
        this.commands = commands;
        frames = new FrameQueue(rules);
        // A player lacks at most as many frames as its input delay, and a prediction is at most 120 ticks ahead.
        newestFrames = new RecentBytes(Math.max(256, Integer.highestOneBit(rules.maxDelay() + 2) << 1));
        this.ending = ending;
        clock = new MatchClock(rules, local, 0);
        input = new LocalInput(rules.axes, clock, local);
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

    public String inWords() {
        LockstepFeed to = feed;
        String words = inWords(to == null ? 0 : to.fedTick);
        String unreadable = to == null ? null : to.feeder.unreadable;
        return unreadable == null ? words : words + "; " + unreadable;
    }

    /** Ends the session for a reason. The first end stays. */
    void end(String why) {
        end(why, null);
    }

    /** Ends the session, because something else has failed. The first end stays. */
    void end(String why, @Nullable Throwable cause) {
        if (stage != Stage.ENDED) {
            failure = ending.apply(why, cause);
            stage = Stage.ENDED;
        }
    }

    /** Returns the exception for a caller that waits for a session that has ended. */
    RuntimeException ended() {
        RuntimeException why = failure;
        return why != null ? why : ending.apply("the session was closed", null);
    }

    void frame(InputFrame frame, double rateNow) {
        newestTick = frame.tick();
        delayTicks = frame.delay();
        rate = rateNow;
        agreedTick = Math.max(agreedTick, frame.agreedTick());
    }

    void waiting(long tick, long players, long waitedNanos, long nowNanos) {
        awaitedSinceNanos = nowNanos - waitedNanos;
        awaitedPlayers = players;
        awaitedTick = tick;
    }

    public boolean isSequencerSilent() {
        return sequencerSilenceNanos != 0;
    }

    /** Whether the next tick is known to wait for a player. */
    boolean isWaiting() {
        return awaitedTick > newestTick && awaitedPlayers != 0;
    }

    /** Returns the player that a tick waits for. */
    public int waitingFor(long tick) {
        return isWaiting() && tick > newestTick ? Long.numberOfTrailingZeros(awaitedPlayers) : PhysicsMetrics.NO_PLAYER;
    }

    /** Returns how long a tick has waited for a player; negative if it does not. */
    public long waitingNanos(long tick) {
        return isWaiting() && tick > newestTick ? Math.max(0, local.nanoTime() - awaitedSinceNanos) : -1;
    }

    String inWords(long fedTick) {
        StringBuilder words = new StringBuilder(stage.toString());
        if (player >= 0) {
            words.append(", player ").append(player);
        }
        if (newestTick > 0) {
            words.append(", tick ").append(fedTick).append(" of ").append(newestTick);
        }
        // Before the match begins, this peer itself is among those who are not ready.
        long others = stage == Stage.WAITING && player >= 0 ? awaitedPlayers & ~(1L << player) : awaitedPlayers;
        if (isWaiting() && others != 0) {
            words.append(", waiting for ")
                    .append(MatchRules.players(others))
                    .append(" for ")
                    .append(waitingNanos(Long.MAX_VALUE) / 1_000_000)
                    .append(" ms");
        }
        if (isSequencerSilent()) {
            words.append(", the sequencer has been silent for ")
                    .append(sequencerSilenceNanos / 1_000_000)
                    .append(" ms");
        }
        if (delayTicks > 0) {
            words.append(", input delay ").append(delayTicks).append(" ticks");
            if (delayTicks == rules.maxDelay() && rules.minDelay < rules.maxDelay()) {
                words.append(", as many as MatchSettings.inputDelay allows");
            }
        }
        if (rate > 0 && Math.abs(rate - 1) > 0.01) {
            words.append(", speed ").append(Math.round(rate * 100)).append(" %");
        }
        if (agreedTick >= 0) {
            words.append(", the same up to tick ").append(agreedTick);
        }
        return failure == null ? words.toString() : words + ": " + failure.getMessage();
    }
}
