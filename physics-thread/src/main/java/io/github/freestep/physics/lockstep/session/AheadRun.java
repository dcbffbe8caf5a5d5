package io.github.freestep.physics.lockstep.session;

import io.github.freestep.physics.CommandReader;
import io.github.freestep.physics.Physics;
import io.github.freestep.physics.PhysicsBuilder;
import io.github.freestep.physics.SavableSimulation;
import io.github.freestep.physics.Simulation;
import io.github.freestep.physics.lockstep.link.MatchRules;
import io.github.freestep.state.StateReader;
import org.jspecify.annotations.Nullable;

/**
 * A world that runs ahead of the world of a match. It begins as a copy of that world, as soon as the match has stepped
 * a tick. The session's thread calls {@link #work} and {@link #samples}; the caller of the prediction calls the other
 * methods.
 */
public final class AheadRun {
    /** The session polls each millisecond, so a sample that is due now may be half of that late or early. */
    private static final long SAMPLED_BEFORE_NANOS = 500_000;

    private final MatchRules rules;
    private final SessionState session;
    private final CommandReader commands;
    private final int mostTicks;
    private final OwnInputs own = new OwnInputs();
    private final Confirmations confirmations;

    private volatile @Nullable AheadClock clock;
    private volatile @Nullable PredictedFeed feed;

    /** Reads the first state; null before the world is prepared, and once it is there. */
    private volatile @Nullable StateReader first;

    private volatile boolean closed;
    private long beyondNanos;
    private long startNanos;
    private long elapsedAt;

    /**
     * Begins to compare the frames of a match that has begun.
     *
     * @param mostTicks how far the world may run ahead
     */
    public AheadRun(SessionState session, CommandReader commands, PhysicsBuilder game, int mostTicks) {
        this.session = session;
        this.commands = commands;
        this.mostTicks = mostTicks;
        rules = session.rules();
        requireExact(SessionStart.simulation(game, rules), "the predicted world");
        AttachedRun run = session.attached();
        LockstepFeed fed = session.feed();
        if (run == null || fed == null) {
            throw new IllegalStateException("the match must have begun, was "
                    + session.view().stage() + "; call LockstepSession.start before predict");
        }
        requireExact(run.simulation(), "the world of the match");
        if (session.ahead() != null) {
            throw new IllegalStateException("a session must have one prediction, had one before");
        }
        confirmations =
                new Confirmations(run.physics(), rules, own, session.view().player());
        session.runsAhead(this);
        fed.confirm(confirmations);
    }

    private static void requireExact(Simulation world, String which) {
        if (!(world instanceof SavableSimulation savable) || !savable.restoresExactly()) {
            throw new IllegalArgumentException(which + " must restore exactly, because it is restored after each wrong"
                    + " guess, was " + world.getClass().getName()
                    + "; JoltSimulation does, and a SavableSimulation of your own");
        }
    }

    /** Whether the world of the match is there to begin with. */
    public boolean isReady() {
        if (confirmations.hasFailed()) {
            throw new IllegalStateException("the world of the match could not be saved");
        }
        return confirmations.hasNew();
    }

    /** Makes the settings of a builder those of the prediction. Once, when ready. */
    public PhysicsBuilder prepare(PhysicsBuilder game) {
        ConfirmedWorld world = confirmations.take();
        startNanos = rules.dueNanos(world.tick());
        elapsedAt = startNanos;
        AheadClock ahead = new AheadClock(session.clock(), startNanos);
        PredictedFeed predicted = new PredictedFeed(
                rules, session.view(), confirmations, own, new PlayerCommands(commands), world, mostTicks);
        SessionStart.apply(rules, ahead, predicted, game);
        game.startAt(world.tick(), world::restore);
        feed = predicted;
        clock = ahead;
        return game;
    }

    /** Takes the run that {@link #prepare} has prepared. Once. */
    public void attach(Physics physics) {
        first = physics.states().reader();
    }

    /** Lets the clock run once the first state is there, and follow the input delay. */
    void work(int delayTicks) {
        AheadClock ahead = clock;
        if (ahead == null || closed) {
            return;
        }
        StateReader reader = first;
        if (!ahead.isRunning()) {
            if (reader == null || !reader.acquire()) {
                return;
            }
            reader.close();
            first = null;
        }
        int lead = Math.min(delayTicks, mostTicks);
        beyondNanos = (delayTicks - lead) * rules.periodNanos();
        ahead.lead(lead * rules.periodNanos());
    }

    /** Whether the local input for a tick is to be sampled now: just before the tick is stepped. */
    boolean samples(long tick) {
        AheadClock ahead = clock;
        return ahead != null
                && ahead.isRunning()
                && ahead.nanoTime() + beyondNanos + SAMPLED_BEFORE_NANOS >= rules.dueNanos(tick);
    }

    /** The samples that this peer has sent. */
    OwnInputs own() {
        return own;
    }

    /** How much time of the prediction has passed since the last call, for the frame loop of a host. */
    public long elapsedNanos() {
        long now = clock.nanoTime();
        long since = elapsedAt;
        elapsedAt = now;
        return now - since;
    }

    /** Returns how many ticks the prediction is ahead of the match. */
    public int depth() {
        PredictedFeed predicted = feed;
        return predicted == null ? 0 : predicted.depth();
    }

    /** Returns how many guesses were wrong. */
    public long corrections() {
        PredictedFeed predicted = feed;
        return predicted == null ? 0 : predicted.corrections();
    }

    /** Ends the comparison. */
    public void close() {
        closed = true;
    }
}
