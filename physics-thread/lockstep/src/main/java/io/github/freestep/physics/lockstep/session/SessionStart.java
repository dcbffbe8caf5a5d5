package io.github.freestep.physics.lockstep.session;

import io.github.freestep.internal.SafeText;
import io.github.freestep.physics.Command;
import io.github.freestep.physics.InlineStepper;
import io.github.freestep.physics.OverloadPolicy;
import io.github.freestep.physics.Physics;
import io.github.freestep.physics.PhysicsBuilder;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.physics.Simulation;
import io.github.freestep.physics.feed.Feeds;
import io.github.freestep.physics.feed.InputFeed;
import io.github.freestep.physics.journal.Unrecorded;
import io.github.freestep.physics.lockstep.link.JoinRequest;
import io.github.freestep.physics.lockstep.link.MatchRules;
import io.github.freestep.physics.lockstep.link.WorldParts;
import io.github.freestep.physics.prediction.shown.ShownOptions;
import io.github.freestep.physics.saves.SavableSimulation;
import io.github.freestep.physics.saves.Saves;
import io.github.freestep.state.StateLayout;
import io.github.freestep.time.NanoClock;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Joins a match with a simulation, starts it, and waits until the match begins. The builder of its run has the options
 * that a match leaves to the user, and gets those that the match decides. Blocks the calling thread.
 */
public final class SessionStart {
    private static final long NAP_NANOS = 1_000_000;

    private static final int DEFAULT_INPUT_CAPACITY = 4_096;

    private final SessionState session;
    private final Simulation simulation;
    private final PhysicsBuilder builder;

    /** Creates a start of a session. */
    public SessionStart(SessionState session, Simulation simulation, PhysicsBuilder builder) {
        this.session = session;
        this.simulation = simulation;
        this.builder = builder;
    }

    /** Starts a service, see {@code LockstepSession.start}. */
    public PhysicsService service(Consumer<PhysicsService> beforeStart) {
        join();
        return begin(() -> prepare().build(), physics -> {
            beforeStart.accept(physics);
            attach(physics);
            physics.start();
        });
    }

    /** Builds a stepper, see {@code LockstepSession.inline}. */
    public InlineStepper stepper() {
        join();
        return begin(this::buildStepper, this::attach);
    }

    private <P extends Physics> P begin(Supplier<P> build, Consumer<P> start) {
        Supplier<P> awaitAndBuild = () -> {
            await(this::isAdmitted);
            return build.get();
        };
        Consumer<P> startAndAwait = start.andThen(physics -> await(this::hasBegun));
        return begin(awaitAndBuild, startAndAwait, () -> session.leaves = true);
    }

    /** Builds a run and starts it. If that fails, undoes what came before, and closes the run. */
    static <P extends Physics> P begin(Supplier<P> build, Consumer<P> start, Runnable undo) {
        P physics = null;
        try {
            physics = build.get();
            start.accept(physics);
            return physics;
        } catch (Throwable t) {
            undo.run();
            P built = physics;
            try (built) {
                throw t;
            }
        }
    }

    /** Begins to join, with the simulation. Once. */
    public void join() {
        MatchRules rules = session.rules;
        requireLayout();
        if (session.joinRequest != null) {
            throw new IllegalStateException("a session must start one simulation, was started before; open another");
        }
        boolean exact = simulation instanceof SavableSimulation savable && savable.restoresExactly();
        String computedBy = SafeText.requireComputedBy(simulation.computedBy());
        session.joinRequest = new JoinRequest(-1, exact, 0, computedBy, rules.entries());
    }

    private void requireLayout() {
        StateLayout layout = simulation.layout();
        if (!session.rules.layout.equals(layout)) {
            throw new IllegalArgumentException(
                    "the simulation must have the layout of the match, " + session.rules.layout + ", had " + layout);
        }
    }

    /** Whether the simulation can be built. */
    public boolean isAdmitted() {
        return session.startPoint != null;
    }

    /** Whether the match has begun for this peer. */
    public boolean hasBegun() {
        return session.begun;
    }

    /** Returns the builder, with the settings of the match. Once, when admitted. */
    private PhysicsBuilder prepare() {
        MatchRules rules = session.rules;
        WorldParts start = session.startPoint;
        session.clock.hold(rules.dueNanos(start.tick));
        LockstepFeed fed = new LockstepFeed(session, start.tick);
        apply(rules, session.clock, fed, builder);
        builder.startAt(
                start.tick,
                !start.isComplete()
                        ? (Command & Unrecorded) context -> {}
                        : context ->
                                Saves.restore(context, new DataInputStream(new ByteArrayInputStream(start.bytes))));
        session.feed = fed;
        return builder;
    }

    /** Sets what a match decides. */
    static void apply(MatchRules rules, NanoClock clock, InputFeed feed, PhysicsBuilder builder) {
        Feeds.feed(builder, feed)
                .rate(rules.rate)
                .axes(rules.players * rules.axes)
                .inputCapacity(Math.max(DEFAULT_INPUT_CAPACITY, rules.players * (MatchRules.ACTIONS + 2)))
                .overloadPolicy(OverloadPolicy.neverSlip())
                .clock(clock);
    }

    /** Takes the run that {@link #prepare} has prepared. Once. */
    public void attach(Physics physics) {
        session.attached = new AttachedRun(physics);
    }

    /** Builds a stepper to attach. It sets the world up at once, and restores a saved one. Once. */
    public InlineStepper buildStepper() {
        PhysicsBuilder prepared = prepare();
        try {
            return prepared.inline();
        } catch (RuntimeException | Error e) {
            session.simulationFailed = true;
            session.leaves = true;
            throw e;
        }
    }

    /** Lets a second world run ahead, see {@code LockstepSession.predict}. */
    public SecondWorld predict(ShownOptions options) {
        requireLayout();
        return new SecondWorld(session, simulation, builder, options);
    }

    private void await(BooleanSupplier condition) {
        while (!condition.getAsBoolean()) {
            if (session.stage == Stage.ENDED) {
                throw session.ended();
            }
            if (Thread.interrupted()) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException("the thread was interrupted while it waited for the match");
            }
            LockSupport.parkNanos(NAP_NANOS);
        }
    }
}
