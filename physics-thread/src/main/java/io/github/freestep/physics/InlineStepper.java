package io.github.freestep.physics;

import io.github.freestep.internal.time.Timeline;
import io.github.freestep.state.Bodies;
import io.github.freestep.state.StateBuffer;
import io.github.freestep.time.NanoClock;
import io.github.freestep.time.Ratio;
import io.github.freestep.time.VirtualClock;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * Steps a simulation inside a host's frame loop, for hosts with a single thread: the loop with the accumulator, without
 * its pitfalls. Never waits; allocates nothing. Input can be pushed, and states and events read, by any thread, as with
 * a {@link PhysicsService}.
 *
 * <p>A stepper belongs to the first thread that advances it. If another thread calls {@link #advance}, {@link #tick},
 * {@link #refresh} or {@link #hash}, the call throws and changes nothing. If the owning thread ends, the stepper passes
 * to the next thread that advances it. {@link #close} follows the same rule: another thread may close a stepper only if
 * it was never advanced or its owning thread has ended. Before the first advance, another thread may prepare the
 * stepper, for example a loader, provided it hands the stepper over safely.
 *
 * <p>Commands and changes of time are carried out before the call returns, so their futures are complete then. If
 * another thread than the owner asks, they wait for the owner's next call, and their callbacks run at the end of that
 * call. Requests that wait come before one that the owner makes.
 *
 * <p>A step or command must not advance or control its own stepper. It may close it, and a command may submit another,
 * which runs at once.
 *
 * <p>Time passes when the host says so, and its unit is the nanosecond, so there is no accumulator that could drift.
 * How many ticks one call steps at most is the overload policy: {@link OverloadPolicy#slipAfter}. A fault ends the stepper
 * and is thrown to the host, unless the fault policy is to go on.
 *
 * <p>Steps that are too heavy do not make frames longer and longer. The stepper measures them by the builder's clock:
 * {@link #advance} and {@link #refresh} end once they have stepped for 28 ms besides their longest step, and the
 * backlog waits for the next call. If steps stay so heavy that frames would take more than 45 ms, simulation time is
 * slowed until they take about 36 ms, or twice what the host itself takes for them if that is more.
 * {@link PhysicsMetrics#sustainedScale} says by how much, and states carry the slower scale, so samplers show even slow motion. A host
 * whose own work is slow is not slowed, and slips in each frame if its policy catches up with less than a frame. Under
 * {@link OverloadPolicy#neverSlip} nothing is slowed but the picture, and a call ends after 12 ms besides its longest step.
 * {@link #tick} and {@link #step} always take all their steps. So do all calls of a host whose time runs more than
 * twice as fast as that clock, such as a test or a fast-forward: it has no frames to keep short.
 *
 * <p>There are three ways to call it, to be chosen by the host: {@link #advance}, with the time of the frame;
 * {@link #tick}, for frames of one tick each, however long they take; {@link #refresh}, for a display whose refreshes are
 * counted.
 */
public final class InlineStepper implements Physics {
    /** Two times that differ by less than this count as the same. */
    private static final long SAME_NANOS = 1_000;

    private final VirtualClock clock;
    /** The clock that runs while steps compute. */
    private final NanoClock stopwatch;

    private final FrameShare share;
    private final Core core;
    private final RunSettings settings;
    private final Refreshes refreshes = new Refreshes();
    private final Ownership owner = new Ownership();

    private final CommandCallbacks callbacks;
    private final TimeControls controls;
    private final Commands commands;
    private final long commandBudgetNanos;
    private final IllegalStateException closed = new IllegalStateException("it was closed");

    /** When the call before began, on the stopwatch. */
    private long calledNanos;

    /** Why it does not step any more. Volatile: any thread may ask. */
    private volatile @Nullable Throwable ended;

    /** Whether a step or a command is running. */
    private boolean working;

    private boolean inCommand;

    InlineStepper(Setup setup) {
        clock = new VirtualClock(setup.clock().nanoTime());
        stopwatch = setup.clock();
        calledNanos = stopwatch.nanoTime();
        share = new FrameShare(setup.overloadPolicy().slips());
        core = new Core(setup, clock, stopwatch);
        settings = setup.run();
        callbacks = CommandCallbacks.of(owner, 2 * setup.commandCapacity());
        controls = new TimeControls(callbacks);
        commands = new Commands(setup.commandCapacity(), callbacks, core);
        commandBudgetNanos = setup.commandBudgetNanos();
        core.claim("an InlineStepper of thread " + Thread.currentThread().getName());
        try {
            core.start();
            // Another thread may build it than the one that uses it.
            core.publisher().release();
        } catch (Throwable t) {
            fail(t);
            throw t;
        }
    }

    /**
     * Lets time pass, in nanoseconds of wall time, and steps what falls due.
     *
     * @param elapsedNanos nanoseconds since the last call
     * @return how many steps were taken
     * @throws IllegalArgumentException if negative, or so large that time could no longer be counted; that is 146
     *     years, divided by a scale above 1
     * @throws IllegalStateException if it was closed, has failed before, belongs to another thread, or is in a step or
     *     command
     * @throws PhysicsException if a step fails, and the policy is to stop
     */
    public int advance(long elapsedNanos) {
        enter(true);
        long most = core.schedule().countableNanos(clock.nanoTime());
        if (elapsedNanos < 0 || elapsedNanos > most) {
            throw new IllegalArgumentException("elapsedNanos must be from 0 to " + most + " ns here, was "
                    + elapsedNanos + "; pass the time since the last call");
        }
        return frame(elapsedNanos);
    }

    /**
     * Steps within a frame of the host, which took this long; learns from it what the host can hold, and bounds
     * its steps.
     */
    private int frame(long nanos) {
        try {
            return steps(nanos);
        } finally {
            callbacks.completeAll();
        }
    }

    private int steps(long nanos) {
        Schedule schedule = core.schedule();
        long began = stopwatch.nanoTime();
        boolean real = nanos / 2 <= began - calledNanos;
        calledNanos = began;
        if (!real) {
            share.forget();
        } else if (share.frame(nanos, schedule.askedTickNanos())) {
            schedule.hold(clock.nanoTime(), share.share());
        }
        long limitNanos = real ? share.callLimitNanos() : Long.MAX_VALUE;
        long since = clock.nanoTime();
        clock.advance(nanos);
        schedule.rested(since, clock.nanoTime());
        long tick = schedule.doneTick();
        long last = began;
        long longest = 0;
        int steps = 0;
        while (ended == null && work()) {
            steps++;
            long now = stopwatch.nanoTime();
            longest = Math.max(longest, now - last);
            last = now;
            if (last - began - longest > limitNanos && schedule.inBatch()) {
                core.interrupted();
                break;
            }
        }
        share.call(last - began, longest, schedule.doneTick() - tick);
        return steps;
    }

    private int pass(long nanos) {
        long since = clock.nanoTime();
        clock.advance(nanos);
        // What the host did since the last call is none of the simulation's time.
        core.schedule().rested(since, clock.nanoTime());
        int steps = 0;
        try {
            while (ended == null && work()) {
                steps++;
            }
            return steps;
        } finally {
            callbacks.completeAll();
        }
    }

    /**
     * Lets time pass until the next tick is due, and steps it: a frame that is locked to a tick. In a pause, does nothing.
     *
     * @return how many steps were taken
     * @throws IllegalStateException if it was closed, has failed before, belongs to another thread, or is in a step or
     *     command
     * @throws PhysicsException if a step fails, and the policy is to stop
     */
    public int tick() {
        enter(true);
        long untilDueNanos = core.schedule().untilDueNanos(clock.nanoTime());
        return pass(timeline().anchor().isPaused() ? 0 : Math.max(0, untilDueNanos));
    }

    /**
     * Lets time pass by refreshes of a display, each of exactly its period, so that the jitter of frame times never
     * makes a frame show one step more or less than the one before. With a rate from {@link #rateFor} every refresh has
     * the same number of steps, or every n-th refresh has one.
     *
     * @param refreshRate refreshes per second; a new one begins a new count
     * @param refreshCount how many there were since the last call, 1 unless the host missed some
     * @return how many steps were taken
     * @throws IllegalArgumentException if the count is negative, or its time more than {@link #advance} can take
     * @throws IllegalStateException if it was closed, has failed before, belongs to another thread, or is in a step or
     *     command
     * @throws PhysicsException if a step fails, and the policy is to stop
     */
    public int refresh(Ratio refreshRate, int refreshCount) {
        enter(true);
        long now = clock.nanoTime();
        long target =
                refreshes.count(refreshRate, refreshCount, now, core.schedule().countableNanos(now));
        return frame(target + beyond(target) - now);
    }

    /** A tick and a refresh of the same time may be a nanosecond apart by rounding, to be on either side of each other. */
    private long beyond(long wallNanos) {
        if (timeline().anchor().isPaused()) {
            return 0;
        }
        long next = timeline().tickAt(timeline().simulationAt(wallNanos)) + 1;
        long untilDueNanos = timeline().dueNanos(next) - wallNanos;
        return untilDueNanos <= SAME_NANOS ? untilDueNanos : 0;
    }

    /**
     * The tick rate, per second, nearest to a wanted one that is a whole multiple or a whole part of a display's
     * refresh rate. If two are equally near, it is the higher.
     *
     * @param wanted ticks per second, from 1/1000 to 1000000
     * @param refreshRate refreshes per second, from 1/1000 to 1000000
     * @return for {@link PhysicsBuilder#rate(Ratio)}
     * @throws IllegalArgumentException out of these ranges, or if the result has parts that no {@link Ratio} can have
     */
    public static Ratio rateFor(Ratio wanted, Ratio refreshRate) {
        return Rates.nearest(wanted, refreshRate);
    }

    /**
     * How far time has come from the newest tick to the next, as a fraction of a tick.
     *
     * @return from 0, below 1
     */
    public double alpha() {
        long tick = core.schedule().doneTick();
        long from = timeline().simulationOf(tick);
        long beyond = timeline().simulationAt(clock.nanoTime()) - from;
        return (double) beyond / (timeline().simulationOf(tick + 1) - from);
    }

    @Override
    public CompletableFuture<Void> pause() {
        return queues() ? controls.pause() : control(() -> core.schedule().pause(clock.nanoTime()));
    }

    @Override
    public CompletableFuture<Void> resume() {
        return queues() ? controls.resume() : control(() -> core.schedule().resume(clock.nanoTime()));
    }

    @Override
    public CompletableFuture<Void> step(int ticks) {
        Schedule.checkSteps(ticks);
        if (queues()) {
            return controls.step(ticks);
        }
        enter(true);
        core.schedule().step(clock.nanoTime(), ticks);
        pass(0);
        return CompletableFuture.completedFuture(null);
    }

    @Override
    public CompletableFuture<Void> timeScale(Ratio scale) {
        Schedule.checkScale(scale);
        return queues()
                ? controls.timeScale(scale)
                : control(() -> {
                    core.schedule().scale(clock.nanoTime(), scale);
                    share.reset();
                });
    }

    private CompletableFuture<Void> control(Runnable change) {
        enter(false);
        change.run();
        try {
            work();
        } finally {
            callbacks.completeAll();
        }
        return CompletableFuture.completedFuture(null);
    }

    @Override
    public CompletableFuture<Void> submit(Command command) {
        Objects.requireNonNull(command, "command must not be null; pass what is to run");
        return queues() ? commands.submit(command) : runNow(commands.submitted(command));
    }

    @Override
    public <T> CompletableFuture<T> call(ValueCommand<T> command) {
        Objects.requireNonNull(command, "command must not be null; pass what is to run");
        return queues() ? commands.call(command) : runNow(commands.called(command));
    }

    /** Whether a request waits for the owner; after the end, the queue refuses it. */
    private boolean queues() {
        return ended != null || owner.isOthers();
    }

    private <T> CompletableFuture<T> runNow(Commands.Queued<T> command) {
        boolean nested = inCommand;
        if (!nested) {
            enter(false);
            if (ended != null) {
                return commands.add(command);
            }
        }
        Throwable failure = null;
        working = true;
        inCommand = true;
        try {
            failure = commands.runNow(command);
        } catch (Error e) {
            failure = e;
            ended = e;
            core.end();
            throw e;
        } finally {
            working = nested;
            inCommand = nested;
            if (!nested) {
                finish(failure);
            }
        }
        return command.future();
    }

    /** Carries out what other threads have requested. */
    private void runRequests() {
        working = true;
        inCommand = true;
        try {
            controls.run(core.schedule(), clock);
            commands.run(stopwatch, commandBudgetNanos);
        } catch (Throwable t) {
            fail(t);
            throw t;
        } finally {
            working = false;
            inCommand = false;
        }
        // A command may have closed it.
        finish(null);
    }

    /**
     * The bodies of the simulation, for a host that spawns, removes and teleports them itself, between its calls. No
     * recording sees what it does: use a command there.
     *
     * @return for the host's thread
     */
    public Bodies bodies() {
        return core.publisher().bodies();
    }

    /**
     * The hash of the newest state, as reported in {@link PhysicsEvent#hash}. Takes time proportional to the number
     * of bodies.
     *
     * @return of the tick stepped last
     */
    public long hash() {
        checkCaller(false);
        return core.publisher().hash();
    }

    @Override
    public RunSettings settings() {
        return settings;
    }

    @Override
    public StateBuffer states() {
        return core.publisher().states();
    }

    @Override
    public InputPort input() {
        return core.inputs().port();
    }

    @Override
    public Events events() {
        return core.events();
    }

    @Override
    public PhysicsMetrics metrics() {
        return core.metrics();
    }

    @Override
    public NanoClock clock() {
        return clock;
    }

    @Override
    public Status status() {
        Throwable reason = ended;
        return reason == null ? Status.RUNNING : reason == closed ? Status.CLOSED : Status.FAILED;
    }

    @Override
    @SuppressWarnings("exports") // See module-info.
    public @Nullable Throwable failure() {
        Throwable reason = ended;
        return reason == closed ? null : reason;
    }

    /**
     * Ends input and events, and closes the simulation; states stay readable. Called in a step or command, it lets that
     * be the last, and the simulation is closed after it. A second call does nothing, on any thread.
     *
     * @throws IllegalStateException if the stepper has not ended and belongs to another thread that is alive
     * @throws PhysicsException if the simulation can't be closed
     */
    @Override
    public void close() {
        if (ended != null && owner.isOthers()) {
            return;
        }
        boolean mine = owner.check();
        if (!mine) {
            owner.take();
        }
        if (ended == null) {
            ended = closed;
        }
        core.end();
        if (!working) {
            try {
                if (!mine) {
                    core.passToCaller();
                }
            } finally {
                finish(null);
            }
        }
    }

    private boolean work() {
        runRequests();
        if (ended != null) {
            return false;
        }
        boolean due;
        working = true;
        try {
            due = core.work();
        } catch (Throwable t) {
            fail(t);
            throw t;
        } finally {
            working = false;
        }
        finish(null);
        return due;
    }

    /** Ends it by a fault, completely: the host may not call again. */
    private void fail(Throwable cause) {
        ended = cause;
        core.end();
        working = false;
        finish(cause);
    }

    /** If it has ended: closes the simulation, and fails what waits. The failure so far is null if there is none. */
    private void finish(@Nullable Throwable failure) {
        Throwable reason = ended;
        if (reason == null) {
            return;
        }
        try {
            core.closeSimulation();
        } catch (Throwable t) {
            if (failure == null) {
                throw t;
            }
            Faults.withSuppressed(failure, t);
        } finally {
            Throwable rejection = new RejectedExecutionException("the stepper ended before this ran", reason);
            controls.end(reason, rejection);
            commands.end(reason, rejection);
            callbacks.completeAll();
        }
    }

    /** Checks whether a call is allowed, before it does anything; then carries out what others have requested before. */
    private void enter(boolean advances) {
        checkCaller(advances);
        checkNotEnded();
        runRequests();
    }

    private void checkNotEnded() {
        if (ended != null) {
            throw new IllegalStateException("this stepper has ended; its states can still be read", ended);
        }
    }

    private void checkCaller(boolean advances) {
        boolean mine = owner.check();
        if (working) {
            throw new IllegalStateException(
                    "this stepper is in the middle of a step or command, which must not advance or control its own"
                            + " stepper: call it once advance() or submit() has returned");
        }
        if (!mine) {
            if (advances) {
                owner.take();
            }
            core.passToCaller();
            if (advances) {
                // Any use binds the publisher to the owner, whose bodies no other thread may then change.
                core.publisher().hash();
            }
        }
    }

    private Timeline timeline() {
        return core.schedule().timeline();
    }
}
