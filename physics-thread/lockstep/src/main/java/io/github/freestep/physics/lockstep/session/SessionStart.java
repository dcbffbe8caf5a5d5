package io.github.freestep.physics.lockstep.session;

import io.github.freestep.internal.Inside;
import io.github.freestep.physics.CommandReader;
import io.github.freestep.physics.InlineStepper;
import io.github.freestep.physics.InputFeed;
import io.github.freestep.physics.OverloadPolicy;
import io.github.freestep.physics.Physics;
import io.github.freestep.physics.PhysicsBuilder;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.physics.SavableSimulation;
import io.github.freestep.physics.Simulation;
import io.github.freestep.physics.Tick;
import io.github.freestep.physics.journal.MatchOptions;
import io.github.freestep.physics.lockstep.link.MatchRules;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StateWriter;
import io.github.freestep.time.NanoClock;
import java.util.Objects;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Joins a match, starts the simulation, and waits until the match begins. Blocks the calling thread. */
public final class SessionStart {
    private static final long NAP_NANOS = 1_000_000;

    private static final int DEFAULT_INPUT_CAPACITY = 4_096;

    private final SessionState session;
    private final CommandReader commands;
    private final boolean hasThread;
    private final LockstepFeed.Worlds worlds = new Worlds();

    /**
     * Creates the start of a session.
     *
     * @param hasThread whether the session has a thread; otherwise nothing can be awaited
     */
    public SessionStart(SessionState session, CommandReader commands, boolean hasThread) {
        this.session = session;
        this.commands = commands;
        this.hasThread = hasThread;
    }

    /** Starts a service, see {@code LockstepSession.start}. */
    public PhysicsService service(PhysicsBuilder game, Consumer<? super PhysicsService> beforeStart) {
        // Check before joining: a refused peer would leave the match at once.
        Inside.of(Objects.requireNonNull(game, "game must not be null")).check();
        join(game);
        loadClasses();
        await(this::isAdmitted);
        PhysicsService physics = null;
        try {
            physics = prepare(game).build();
            beforeStart.accept(physics);
            attach(physics);
            physics.start();
            awaitBegin();
            return physics;
        } catch (Throwable t) {
            session.leave();
            closeAfter(t, physics);
            throw t;
        }
    }

    /** Builds a stepper, see {@code LockstepSession.inline}. */
    public InlineStepper stepper(PhysicsBuilder game) {
        join(Objects.requireNonNull(game, "game must not be null"));
        await(this::isAdmitted);
        InlineStepper stepper = null;
        try {
            stepper = buildStepper(game);
            attach(stepper);
            awaitBegin();
            return stepper;
        } catch (Throwable t) {
            session.leave();
            closeAfter(t, stepper);
            throw t;
        }
    }

    private static void closeAfter(Throwable failure, @Nullable Physics physics) {
        try {
            if (physics != null) {
                physics.close();
            }
        } catch (RuntimeException | Error e) {
            failure.addSuppressed(e);
        }
    }

    /** Begins to join, with the simulation of a builder. Once. */
    public void join(PhysicsBuilder game) {
        MatchRules rules = session.rules();
        Simulation simulation = simulation(game, rules);
        if (rules.hashesWorld() && !(simulation instanceof SavableSimulation)) {
            throw new IllegalArgumentException("the simulation must be a SavableSimulation, because"
                    + " MatchSettings.hashWorld() compares what it saves, was "
                    + simulation.getClass().getName());
        }
        if (session.joinRequest() != null) {
            throw new IllegalStateException("a session must start one simulation, was started before; open another");
        }
        session.requestJoin(simulation instanceof SavableSimulation savable && savable.restoresExactly());
    }

    /** Returns the simulation of a builder, which must leave to the match what the match decides. */
    static Simulation simulation(PhysicsBuilder game, MatchRules rules) {
        MatchOptions<Simulation> options = Inside.of(game);
        options.set().forEach(SessionStart::refuse);
        StateLayout layout = options.simulation().layout();
        if (!rules.layout().equals(layout)) {
            throw new IllegalArgumentException(
                    "the simulation must have the layout of the match, " + rules.layout() + ", had " + layout);
        }
        return options.simulation();
    }

    private static void refuse(String option) {
        String why = switch (option) {
            case "rate", "axes", "hashEvery" -> "set MatchSettings." + option;
            case "input", "inputWhilePaused" -> "pass the local player's input to LockstepSession.axis and action";
            case "feed" -> "the session's feed gives each tick the input of all players";
            case "clock" -> "set the clock of the session, LockstepSession.builder(...).clock(...)";
            case "group" -> "the service runs on its own thread, because its clock is that of the match";
            case "startAt", "from" -> "the session begins where the match is, and restores the world of another player";
            case "overloadPolicy" -> "it is neverSlip(), because no player may drop a tick";
            case "faultPolicy" -> "it is stop(), because players that go on after a fault may differ";
            default -> "the session sets it";
        };
        throw new IllegalArgumentException("the builder of a match must not set " + option
                + ", because the match decides it; " + "leave it out: " + why);
    }

    /** Whether the simulation can be built. */
    public boolean isAdmitted() {
        return session.startPoint() != null;
    }

    /** Whether the match has begun for this peer. */
    public boolean hasBegun() {
        return session.hasBegun();
    }

    /** Makes the settings of a builder those of the match. Once, when admitted. */
    public PhysicsBuilder prepare(PhysicsBuilder game) {
        MatchRules rules = session.rules();
        StartPoint start = session.startPoint();
        session.clock().hold(rules.dueNanos(start.tick()));
        LockstepFeed fed = new LockstepFeed(rules, commands, session.view(), start.tick(), worlds);
        apply(rules, session.clock(), fed, game);
        byte[] world = start.world();
        int capacity = rules.layout().capacity();
        game.startAt(
                start.tick(),
                world == null
                        ? context -> {}
                        : context -> WorldCodec.restore(
                                world, capacity, context.world(SavableSimulation.class), context.bodies()));
        Inside.of(game).take();
        session.feed(fed);
        return game;
    }

    /** Sets what a match decides. */
    static void apply(MatchRules rules, NanoClock clock, InputFeed feed, PhysicsBuilder game) {
        game.rate(rules.rate())
                .axes(rules.players() * rules.axes())
                .inputCapacity(Math.max(DEFAULT_INPUT_CAPACITY, rules.players() * (rules.actions() + 2)))
                .hashEvery(rules.hashEvery())
                .overloadPolicy(OverloadPolicy.neverSlip())
                .clock(clock)
                .feed(feed);
    }

    private final class Worlds implements LockstepFeed.Worlds {
        @Override
        public void save(long tick) {
            AttachedRun run = session.attached();
            if (run != null && tick >= session.welcomedAt()) {
                run.save(tick);
            }
        }

        @Override
        public void hash(long tick) {
            AttachedRun run = session.attached();
            if (run != null) {
                run.hashWorld(tick);
            }
        }
    }

    /** Takes the run that {@link #prepare} has prepared. Once. */
    public void attach(Physics physics) {
        session.attach(new AttachedRun(physics, session.rules()));
    }

    /** Builds a stepper to attach. It sets the world up at once, and restores a saved one. Once. */
    public InlineStepper buildStepper(PhysicsBuilder game) {
        PhysicsBuilder prepared = prepare(game);
        try {
            return prepared.inline();
        } catch (RuntimeException | Error e) {
            session.failSimulation();
            session.leave();
            throw e;
        }
    }

    /** Lets a second world run ahead, see {@code LockstepSession.predict}. */
    public AheadRun predict(PhysicsBuilder game, AheadRun.Options options) {
        return new AheadRun(session, commands, game, options);
    }

    /**
     * Builds a service that never starts. The first one of a process loads some 600 classes, which takes 0.3 s of
     * processor time. The answer of the sequencer, and the world that another player saves, are on their way meanwhile.
     */
    private static void loadClasses() {
        PhysicsService.builder(new Nothing()).build().close();
    }

    private static final class Nothing implements Simulation {
        @Override
        public StateLayout layout() {
            return StateLayout.of(1);
        }

        @Override
        public void step(Tick tick) {}

        @Override
        public void write(StateWriter state) {}
    }

    private void awaitBegin() {
        if (hasThread) {
            await(this::hasBegun);
        }
    }

    private void await(BooleanSupplier condition) {
        while (!condition.getAsBoolean()) {
            if (session.view().stage().isEnd()) {
                throw session.view().ended();
            }
            if (!hasThread) {
                throw new IllegalStateException(
                        "the session must be ready, was " + session.view().stage());
            }
            if (Thread.interrupted()) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException("the thread was interrupted while it waited for the match");
            }
            LockSupport.parkNanos(NAP_NANOS);
        }
    }
}
