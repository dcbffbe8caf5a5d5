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
 * Steps a simulation inside a host's frame loop, for hosts with a single thread. It replaces the loop with an
 * accumulator and avoids its pitfalls. Never waits and allocates nothing. As with a {@link PhysicsService}, any thread
 * can push input and read states and events.
 *
 * <p>A host calls one of three methods in each frame: {@link #advance} with the time of the frame; {@link #tick} for
 * frames of one tick each, however long they take; or {@link #refresh} for a display whose refreshes it counts.
 *
 * <p>A stepper belongs to the first thread that advances it. If another thread calls {@link #advance}, {@link #tick},
 * {@link #refresh} or {@link #hash}, the call throws and changes nothing. If the owning thread ends, the stepper passes
 * to the next thread that advances it. {@link #close} follows the same rule: another thread may close a stepper only if
 * it was never advanced or its owning thread has ended. Before the first advance, another thread may prepare the
 * stepper, for example a loader, provided it hands the stepper over safely.
 *
 * <p>If the owner submits a command or changes time, the stepper carries this out before the call returns, so the
 * future is complete then. If another thread does, the request waits for the owner's next call, and its callbacks run
 * at the end of that call. Waiting requests are carried out before a request of the owner.
 *
 * <p>A step or command must not advance or control its own stepper. It may close the stepper. A command may submit
 * another command, which runs at once.
 *
 * <p>Time passes only when the host says so, and its unit is the nanosecond, so there is no accumulator that could
 * drift. The overload policy limits the number of ticks that one call steps, see {@link OverloadPolicy#slipAfter}. A
 * fault ends the stepper and is thrown to the host, unless the fault policy is to continue.
 *
 * <p>Heavy steps do not make frames longer and longer. The stepper measures steps with the builder's clock:
 *
 * <ul>
 *   <li>{@link #advance} and {@link #refresh} end once they have stepped for 28 ms, not counting their longest step.
 *       The backlog waits for the next call.
 *   <li>If steps stay so heavy that frames would take more than 45 ms, simulation time is slowed until frames take
 *       about 36 ms, or twice the host's own work per frame if that is longer. {@link PhysicsMetrics#sustainedScale}
 *       reports the share, and states carry the slower scale, so samplers show even slow motion.
 *   <li>If the host's own work is slow, time is not slowed. If its policy catches up by less than a frame, it
 *       slips in each frame.
 *   <li>Under {@link OverloadPolicy#neverSlip}, only the picture is slowed, and a call ends after 12 ms, not counting
 *       its longest step.
 *   <li>{@link #tick} and {@link #step} always take all their steps. So do all calls of a host whose time runs
 *       more than twice as fast as the builder's clock, such as a test or a fast-forward, because it has no
 *       frames to keep short.
 * </ul>
 */
public final class InlineStepper implements Physics {
    /** Times that differ by at most this count as equal. */
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
    private final IllegalStateException closed = new IllegalStateException("the stepper was closed");

    /** When the previous call began, on the stopwatch. */
    private long calledNanos;

    /** The reason for the end; null before it. Volatile, because any thread may read the status. */
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
        commands = new Commands(setup.commandCapacity(), callbacks, core.world());
        commandBudgetNanos = setup.commandBudgetNanos();
        core.world()
                .claim("an InlineStepper of thread " + Thread.currentThread().getName());
        try {
            core.start();
            // The thread that builds the stepper need not be the one that uses it.
            core.publisher().release();
        } catch (Throwable t) {
            fail(t);
            throw t;
        }
    }

    /**
     * Lets time pass and steps the ticks that become due.
     *
     * @param elapsedNanos nanoseconds of wall time since the last call
     * @return the number of steps
     * @throws IllegalArgumentException if {@code elapsedNanos} is negative, or so large that time would overflow, which
     *     takes 146 years, divided by a scale above 1
     * @throws IllegalStateException if the stepper was closed, has failed, belongs to another thread, or is
     *     inside a step or command
     * @throws PhysicsException if a step fails and the fault policy is to stop
     */
    public int advance(long elapsedNanos) {
        enter(true);
        long most = core.schedule().countableNanos(clock.nanoTime());
        if (elapsedNanos < 0 || elapsedNanos > most) {
            throw new IllegalArgumentException("elapsedNanos must be between 0 and " + most + ", was " + elapsedNanos
                    + "; pass the time since the last call");
        }
        return frame(elapsedNanos);
    }

    /**
     * Steps the ticks of a frame. Learns from the frame what the host can sustain, and bounds the time of the steps.
     *
     * @param nanos the time of the frame
     */
    private int frame(long nanos) {
        try {
            return stepBounded(nanos);
        } finally {
            callbacks.completeAll();
        }
    }

    private int stepBounded(long nanos) {
        Schedule schedule = core.schedule();
        long began = stopwatch.nanoTime();
        boolean real = nanos / 2 <= began - calledNanos;
        calledNanos = began;
        if (!real) {
            share.forget();
        } else if (share.frame(nanos, schedule.requestedTickNanos())) {
            schedule.sustain(clock.nanoTime(), share.share());
        }
        long limitNanos = real ? share.callLimitNanos() : Long.MAX_VALUE;
        long since = clock.nanoTime();
        clock.advance(nanos);
        schedule.noteIdle(since, clock.nanoTime());
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
                core.publishNewest();
                break;
            }
        }
        share.noteCall(last - began, longest, schedule.doneTick() - tick);
        return steps;
    }

    private int stepAll(long nanos) {
        long since = clock.nanoTime();
        clock.advance(nanos);
        // The host's own work since the last call does not count as work of the simulation.
        core.schedule().noteIdle(since, clock.nanoTime());
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
     * Lets time pass until the next tick is due, and steps it. For frames of exactly one tick. In a
     * pause, no time passes.
     *
     * @return the number of steps
     * @throws IllegalStateException if the stepper was closed, has failed, belongs to another thread, or is
     *     inside a step or command
     * @throws PhysicsException if a step fails and the fault policy is to stop
     */
    public int tick() {
        enter(true);
        long untilDueNanos = core.schedule().untilDueNanos(clock.nanoTime());
        return stepAll(timeline().anchor().isPaused() ? 0 : Math.max(0, untilDueNanos));
    }

    /**
     * Lets time pass by display refreshes, each exactly one period long. So the jitter of frame times never makes a
     * frame show one step more or less than the frame before. With a rate from {@link #rateFor}, every refresh has the
     * same number of steps, or every n-th refresh has one.
     *
     * @param refreshRate refreshes per second; another rate begins a new count
     * @param refreshCount the number of refreshes since the last call, 1 unless the host missed some
     * @return the number of steps
     * @throws IllegalArgumentException if the count is negative, or its time is more than {@link #advance} accepts
     * @throws IllegalStateException if the stepper was closed, has failed, belongs to another thread, or is
     *     inside a step or command
     * @throws PhysicsException if a step fails and the fault policy is to stop
     */
    public int refresh(Ratio refreshRate, int refreshCount) {
        enter(true);
        long now = clock.nanoTime();
        long target =
                refreshes.count(refreshRate, refreshCount, now, core.schedule().countableNanos(now));
        return frame(target + untilSimultaneousTick(target) - now);
    }

    /**
     * Returns the time from a refresh to the next tick if they are meant to be simultaneous, else 0. By rounding, they
     * may be a nanosecond apart, in either order.
     */
    private long untilSimultaneousTick(long wallNanos) {
        if (timeline().anchor().isPaused()) {
            return 0;
        }
        long next = timeline().tickAt(timeline().simulationAt(wallNanos)) + 1;
        long untilDueNanos = timeline().dueNanos(next) - wallNanos;
        return untilDueNanos <= SAME_NANOS ? untilDueNanos : 0;
    }

    /**
     * Returns the tick rate closest to a wanted rate that is an integer multiple or an integer fraction of a display's
     * refresh rate. If two rates are equally close, it returns the higher one.
     *
     * @param wanted ticks per second, from 1/1000 to 1000000
     * @param refreshRate refreshes per second, from 1/1000 to 1000000
     * @return ticks per second, for {@link PhysicsBuilder#rate(Ratio)}
     * @throws IllegalArgumentException if an argument is out of range, or if the result does not fit a {@link Ratio}
     */
    public static Ratio rateFor(Ratio wanted, Ratio refreshRate) {
        return Rates.nearest(wanted, refreshRate);
    }

    /**
     * Returns how far time has moved from the newest tick to the next.
     *
     * @return a fraction of a tick, at least 0 and below 1
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
        stepAll(0);
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

    /** Returns whether a request goes to the queue, because another thread owns the stepper or because it has ended. */
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

    /** Carries out the requests of other threads. */
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
        // A command may have closed the stepper.
        finish(null);
    }

    /**
     * Returns the bodies of the simulation, for a host that spawns, removes and teleports them itself between its
     * calls. A recording does not contain these changes. If you record, use a command instead.
     *
     * @return the bodies, for the host's thread only
     */
    public Bodies bodies() {
        return core.publisher().bodies();
    }

    /**
     * Returns the hash of the newest state, as reported in {@link PhysicsEvent#hash}. Takes time proportional to the
     * number of bodies.
     *
     * @return the hash after the newest tick
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
     * Ends input and events, and closes the simulation. States stay readable. If a step or command calls it, that step
     * or command is the last, and the simulation is closed after it. A second call does nothing, on any thread.
     *
     * @throws IllegalStateException if the stepper has not ended and belongs to another thread that is alive
     * @throws PhysicsException if closing the simulation fails
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
                    core.world().passToCaller();
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

    /** Ends the stepper completely because of a fault. The host may never call again. */
    private void fail(Throwable cause) {
        ended = cause;
        core.end();
        working = false;
        finish(cause);
    }

    /**
     * If the stepper has ended, closes the simulation and fails the waiting requests.
     *
     * @param failure the failure so far, or null
     */
    private void finish(@Nullable Throwable failure) {
        Throwable reason = ended;
        if (reason == null) {
            return;
        }
        try {
            core.world().close();
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

    /** Checks whether a call is allowed, then carries out the waiting requests of other threads. */
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
                    "a step or command must not advance or control its own stepper, was called during one;"
                            + " call it once advance() or submit() has returned");
        }
        if (!mine) {
            if (advances) {
                owner.take();
            }
            core.world().passToCaller();
            if (advances) {
                // Any use binds the publisher to the owner. From then on no other thread may change the bodies.
                core.publisher().hash();
            }
        }
    }

    private Timeline timeline() {
        return core.schedule().timeline();
    }
}
