package io.github.freestep.physics.lockstep.session;

import io.github.freestep.internal.Inside;
import io.github.freestep.internal.time.SlewedClock;
import io.github.freestep.physics.EventReader;
import io.github.freestep.physics.InlineStepper;
import io.github.freestep.physics.Physics;
import io.github.freestep.physics.PhysicsBuilder;
import io.github.freestep.physics.PhysicsContext;
import io.github.freestep.physics.PhysicsEvent;
import io.github.freestep.physics.PhysicsEvent.Kind;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.physics.Simulation;
import io.github.freestep.physics.ValueCommand;
import io.github.freestep.physics.journal.Journal;
import io.github.freestep.physics.journal.Unrecorded;
import io.github.freestep.physics.lockstep.link.InputFrame;
import io.github.freestep.physics.lockstep.link.MatchRules;
import io.github.freestep.physics.prediction.shown.ShownOptions;
import io.github.freestep.physics.prediction.shown.ShownStates;
import io.github.freestep.physics.saves.SavableSimulation;
import io.github.freestep.state.StateReader;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The second world of a prediction, which begins as a copy of the world of the match and runs ahead of it. The
 * session's thread calls {@link #work}, {@link #arrives} and {@link #samples}; the caller of the
 * prediction calls the other methods.
 */
public final class SecondWorld {
    /** The session polls each millisecond, so a sample that is due now may be half of that late or early. */
    private static final long SAMPLED_BEFORE_NANOS = 500_000;

    private static final int EVENTS = 4_096;

    private final MatchRules rules;
    private final SessionState session;
    private final ShownOptions options;

    private final ArrivedFrames arrived;
    private final Confirmations confirmations;

    public final SlewedClock clock;
    private final EventReader events;

    /** Feeds the second world, and knows how far it is ahead. */
    public final PredictedFeed feed;

    private final PhysicsBuilder builder;

    private Physics second;

    /** What shows the states without jumps. */
    public ShownStates shown;

    /** Reads the first state; null once it is there. */
    private @Nullable StateReader first;

    private final AtomicBoolean closed = new AtomicBoolean();
    private long beyondNanos;

    /**
     * Saves the world of a match, and begins to compare its frames with the guess of a prediction. Waits for the
     * physics thread, but not for the end of a pause.
     *
     * @param world the second world
     * @param builder builds the run of the second world
     */
    SecondWorld(SessionState session, Simulation world, PhysicsBuilder builder, ShownOptions options) {
        this.session = session;
        this.builder = builder;
        this.options = options;
        rules = session.rules;
        arrived = new ArrivedFrames(rules, session.own, session.newestFrames);
        requireExact(world, "the second world");
        AttachedRun run = session.attached;
        LockstepFeed fed = session.feed;
        if (run == null || fed == null || !session.begun) {
            throw new IllegalStateException("the match must have begun, was " + session.stage
                    + "; call LockstepSession.start or inline before predict");
        }
        Journal<PhysicsContext> journal = Inside.of(run.physics.events());
        requireExact(journal.context().world(Simulation.class), "the world of the match");
        if (!session.claimAhead()) {
            throw new IllegalStateException("a session must have at most one prediction, has one; close it first");
        }
        try {
            confirmations = run.physics
                    .call((ValueCommand<Confirmations> & Unrecorded) context -> {
                        Confirmations begun =
                                Confirmations.begin(journal, rules, context.tick(), fed.feeder.levels, session.local);
                        fed.confirmations = begun;
                        return begun;
                    })
                    .join();
            PredictedFeed.requireSaves(confirmations);
        } catch (RuntimeException | Error e) {
            session.endAhead();
            throw e;
        }
        ConfirmedWorld begun = confirmations.take();
        clock = new SlewedClock(session.clock, rules.dueNanos(begun.tick));
        events = run.physics
                .events()
                .with(PhysicsEvent.STEP_KINDS.toArray(Kind[]::new))
                .capacity(EVENTS)
                .open();
        feed = new PredictedFeed(session, confirmations, arrived, clock, events, begun, options.mostTicks(rules.rate));
        SessionStart.apply(rules, clock, feed, builder);
        builder.startAt(begun.tick, begun);
    }

    private static void requireExact(Simulation world, String which) {
        if (!(world instanceof SavableSimulation savable) || !savable.restoresExactly()) {
            throw new IllegalArgumentException(which + " must restore exactly, because it is restored after each wrong"
                    + " guess, was " + world.getClass().getName()
                    + "; use JoltSimulation, or a SavableSimulation whose restoresExactly() returns true");
        }
    }

    /** Starts the world on a thread. */
    public PhysicsService start() {
        return begin(builder::build, PhysicsService::start);
    }

    /** Sets the world up for a frame loop. */
    public InlineStepper inline() {
        return begin(builder::inline, stepper -> {});
    }

    private <P extends Physics> P begin(Supplier<P> build, Consumer<P> start) {
        Consumer<P> join = physics -> {
            shown = new ShownStates(physics.states(), options);
            feed.begin(physics.states(), shown);
            Journal<PhysicsContext> journal = Inside.of(physics.events());
            journal.saves(shown);
            first = physics.states().reader();
            second = physics;
            session.ahead = this;
        };
        return SessionStart.begin(build, join.andThen(start), this::close);
    }

    /** Lets the clock run once the first state is there, and follow the input delay. */
    void work(int delayTicks) {
        Physics.Status status = second.status();
        if (status == Physics.Status.FAILED || status == Physics.Status.CLOSED) {
            close();
        }
        if (closed.get()) {
            return;
        }
        if (first != null) {
            if (!first.acquire()) {
                return;
            }
            first.close();
            first = null;
        }
        clock.approach(feed.lead(delayTicks) * rules.periodNanos());
        // The lead follows slowly, and the samples must not.
        beyondNanos = Math.max(0, delayTicks * rules.periodNanos() - clock.leadNanos());
    }

    /** Takes a frame that has arrived, before the match may step its tick. */
    void arrives(InputFrame frame) {
        if (arrived.add(frame, session.player)) {
            confirmations.isWanted = true;
        }
    }

    /** Whether the local input for a tick is to be sampled now: just before the tick is stepped. */
    boolean samples(long tick) {
        return !closed.get()
                && first == null
                && clock.nanoTime() + beyondNanos + SAMPLED_BEFORE_NANOS >= rules.dueNanos(tick);
    }

    /** Ends the comparison. A second call does nothing. */
    public void close() {
        if (closed.compareAndSet(false, true)) {
            confirmations.isClosed = true;
            events.close();
            session.endAhead();
        }
    }
}
