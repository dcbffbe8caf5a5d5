package io.github.freestep.physics;

import static io.github.freestep.state.State.NO_SLOT;

import io.github.freestep.physics.input.InputCollector;
import io.github.freestep.physics.input.PastCommand;
import io.github.freestep.physics.journal.RunLog;
import io.github.freestep.physics.journal.Unrecorded;
import io.github.freestep.physics.report.Fault;
import io.github.freestep.physics.request.Lanes.Work;
import io.github.freestep.physics.run.Claim;
import io.github.freestep.physics.run.MovableRun;
import io.github.freestep.physics.run.MovableRun.Point;
import io.github.freestep.physics.schedule.Schedule;
import io.github.freestep.physics.watch.UserCode;
import io.github.freestep.physics.watch.UserCode.Call;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The simulation of a run: sets it up, steps it, runs commands on it, passes it to another thread, and closes it.
 * Reports its faults. For the thread that steps, except for the claim and for making tasks. Allocates nothing as long
 * as nothing fails.
 */
final class World {
    /**
     * An empty command, by which a simulation prepares for a new world or thread if there is no other command to run.
     */
    private static final Command NOTHING = new Command() {
        @Override
        public void run(PhysicsContext context) {}
    };

    private final RunParts parts;
    private final Publication publication;
    private final Simulation simulation;
    private final Setup setup;
    private final PhysicsContext context;
    private final UserCode userCode;

    private final Schedule schedule;

    /** What the simulation sees of the tick that it steps. */
    private final Tick seen;

    /** By how much ticks and their times are greater for the simulation than for the run, see {@link #count}. */
    private long laterTicks;

    private long laterNanos;

    /** The thread that has run the world last; null while the world is not open. */
    private @Nullable Thread thread;

    /** Whether the world was resting after the newest step, and no command has run since then. */
    boolean resting;

    /** Whether a command has run since the newest step, or since {@link #takeEdits}. */
    private boolean edited;

    private Claim claim = Claim.NONE;

    /** Creates a world that is not set up. */
    World(RunParts parts, Publication publication) {
        this.parts = parts;
        this.publication = publication;
        setup = parts.setup();
        schedule = parts.schedule();
        userCode = parts.userCode();
        simulation = setup.simulation();
        context = parts.context();
        TickInput input = new TickInput(parts.inputs().values());
        seen = new Tick(setup.rate(), parts.publisher().bodies(), parts.output(), input);
    }

    /**
     * Claims the simulation for this run. Call it before the set-up.
     *
     * @throws IllegalStateException if another run has claimed it
     */
    void claim(String runner) {
        claim = Claim.of(simulation, this, runner);
    }

    /** Lets others run the simulation. */
    void releaseClaim() {
        claim.release();
    }

    /** Sets the simulation up, and restores the saved state if there is one. */
    void setUp() {
        long startTick = setup.startTick();
        thread = Thread.currentThread();
        try {
            context.at(startTick, schedule.timeline().simulatedNanos());
            userCode.enter(Call.SET_UP, startTick);
            simulation.setUp(context);
            simulation.run(setup.restore() == null ? NOTHING : setup.restore(), context);
        } catch (Throwable t) {
            throw parts.faults().report(Fault.SET_UP, startTick, NO_SLOT, t, startTick, 0);
        } finally {
            userCode.leave();
        }
    }

    /**
     * Steps the simulation with the {@link InputCollector#values} of the run. Returns false if the step has failed and
     * the policy is to continue; throws if the policy is to stop.
     *
     * @param to the number of the tick at which the step ends, as the run counts
     */
    boolean step(long to, long dueNanos) {
        resting = false;
        edited = false;
        begin(to, dueNanos);
        try {
            simulation.step(seen);
            resting = setup.canRest() && simulation.resting();
            return true;
        } catch (Throwable t) {
            parts.faults().handle(Fault.STEP, seen.number(), NO_SLOT, t, seen.number(), seen.simulationNanos());
            return false;
        } finally {
            userCode.leave();
        }
    }

    /** Returns what runs a command between ticks. For any thread. */
    Work<Void> task(Command command) {
        Objects.requireNonNull(command, "command must not be null; pass what is to run");
        return request -> run(command, command);
    }

    /** Returns what runs a command between ticks and returns its value. For any thread. */
    <T> Work<T> valueTask(ValueCommand<T> command) {
        Objects.requireNonNull(command, "command must not be null; pass what is to run");
        AtomicReference<T> value = new AtomicReference<>();
        // This is made here, on the requesting thread, because the physics thread must not allocate.
        Command calls = context -> value.set(command.run(context));
        return request -> {
            run(command, calls);
            request.setValue(value.get());
        };
    }

    /**
     * Runs a command between ticks, after the journal entry that records it.
     *
     * @param submitted the user's command or value command, for the entry
     * @param command the command that runs it
     */
    void run(Object submitted, Command command) throws Exception {
        resting = false;
        edited = true;
        if (!(submitted instanceof Unrecorded)) {
            parts.output().starts();
        }
        RunLog log = parts.output().log();
        if (log != null) {
            log.command(schedule.doneTick(), submitted);
        }
        if (submitted instanceof PastCommand<?, ?> past) {
            Rollback.run(past, parts, this, publication);
        } else {
            runAt(schedule.doneTick(), command);
        }
    }

    /** Runs a command as if a past tick were the newest. No journal records it. */
    void runAt(long at, Command command) throws Exception {
        userCode.enter(Call.COMMAND, at);
        try {
            simulation.run(command, context.at(number(at), simulationNanos(at)));
        } finally {
            userCode.leave();
        }
    }

    /** Steps a past tick. Its failure is that of the input stage, which has asked for it. */
    void stepAgain(long to, long dueNanos) {
        begin(to, dueNanos);
        try {
            simulation.step(seen);
        } finally {
            userCode.leave();
        }
    }

    private void begin(long to, long dueNanos) {
        seen.begin(number(to), simulationNanos(to), dueNanos);
        parts.output().openStep.begin(seen.number(), seen.simulationNanos());
        userCode.enter(Call.STEP, to);
    }

    /** Returns the number that the simulation sees of a tick of the run. */
    long number(long at) {
        return at + laterTicks;
    }

    private long simulationNanos(long at) {
        return schedule.timeline().simulationOf(number(at)) + laterNanos;
    }

    /** Sets how the simulation counts ticks from now on, as {@link Rollback#count} says. */
    void count(long ticks, long nanos) {
        laterTicks = ticks;
        laterNanos = nanos;
    }

    /** Returns whether commands may have changed the world since the newest step or call of this method. */
    boolean takeEdits() {
        boolean taken = edited;
        edited = false;
        return taken;
    }

    /** Saves the world for recorders that want a keyframe after this tick. Call it only if the step has not failed. */
    void saveKeyframes(long tick) {
        Events events = parts.output().made();
        if (events != null && events.journal.wantsKeyframe(tick)) {
            userCode.enter(Call.SAVE, tick);
            try {
                events.journal.keyframes(tick);
            } finally {
                userCode.leave();
            }
        }
    }

    /** Lets something take the world between two ticks, and the input. If it throws, the run continues. */
    <T> T leave(MovableRun.Taking<PhysicsContext, T> taking, boolean isConsistent) throws Exception {
        long tick = schedule.doneTick();
        long simulationNanos = schedule.timeline().simulatedNanos();
        InputCollector inputs = parts.inputs();
        // Time stands still from here on: what the taking needs must not become a backlog.
        Point at = new Point(isConsistent, schedule, parts.clock().nanoTime(), inputs::save);
        userCode.enter(Call.SAVE, tick);
        try {
            return taking.take(context.at(tick, simulationNanos), at);
        } catch (Throwable t) {
            inputs.queue.unseal();
            throw t;
        } finally {
            userCode.leave();
        }
    }

    /** Returns whether the world is open and another thread has run it last. */
    boolean isElsewhere() {
        return thread != null && thread != Thread.currentThread();
    }

    /**
     * Lets the calling thread run the world and publish its states. If that changes the world's thread, the world gets
     * an empty command on the new thread. This command is not recorded.
     */
    void passToCaller() {
        parts.publisher().release();
        if (isElsewhere()) {
            thread = Thread.currentThread();
            parts.output().openStep.pass();
            try {
                runAt(schedule.doneTick(), NOTHING);
            } catch (Exception e) {
                throw parts.faults().betweenTicks(Fault.PASS, e);
            }
        }
    }

    /**
     * Closes the simulation. For the thread that steps, outside a step, because a step cannot run in a closed world.
     */
    void close() {
        userCode.enter(Call.CLOSE, setup.newestTick(parts.metrics()));
        try {
            if (thread != null) {
                thread = null;
                simulation.close();
            }
        } catch (Throwable t) {
            throw parts.faults().betweenTicks(Fault.CLOSE, t);
        } finally {
            userCode.leave();
            releaseClaim();
        }
    }
}
