package io.github.freestep.physics;

import io.github.freestep.internal.time.Timeline;
import io.github.freestep.state.Bodies;
import io.github.freestep.state.StateBuffer;
import io.github.freestep.time.NanoClock;
import io.github.freestep.time.Ratio;
import io.github.freestep.time.VirtualClock;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Steps a simulation inside a host's frame loop, for hosts with a single thread: the loop with the accumulator, without
 * its pitfalls. Never waits; allocates nothing. Input can be pushed, and states and events read, by any thread, as with
 * a {@link PhysicsService}.
 *
 * <p>A stepper belongs to the first thread that advances it. Every call of another thread that would advance or control
 * it throws, and changes nothing. Another thread may build the stepper and prepare it, for example a loader, provided
 * it hands the stepper over safely. If the owning thread ends, the stepper passes to the next thread that advances it.
 * {@link #close} follows the same rule: another thread may close a stepper only if it was never advanced or its owning
 * thread has ended.
 *
 * <p>A step or command must not call its own stepper, with these exceptions: {@link #close}, and in a command
 * {@link #submit} and {@link #call}.
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
public final class InlineStepper implements AutoCloseable {
    /** Two times that differ by less than this count as the same. */
    private static final long SAME_NANOS = 1_000;

    private static final long MOST_PER_SECOND = 1_000_000;
    private static final long LONGEST_SECONDS = 1_000;

    private final VirtualClock clock;
    /** The clock that runs while steps compute. */
    private final NanoClock stopwatch;

    private final FrameShare share;
    private final Core core;
    private final RunSettings settings;

    /** The thread that advances this stepper. Before the first, any thread may control it. */
    private final AtomicReference<Thread> owner = new AtomicReference<>();

    /** When the call before began, on the stopwatch. */
    private long calledNanos;

    private Timeline display;
    private long refreshes;

    /** Why it does not step any more. Volatile: a second close may come from any thread. */
    private volatile Throwable ended;

    /** Whether a step or a command is running. */
    private boolean working;

    private boolean inCommand;

    InlineStepper(PhysicsBuilder parts) {
        clock = new VirtualClock(parts.clock.nanoTime());
        stopwatch = parts.clock;
        calledNanos = stopwatch.nanoTime();
        share = new FrameShare(parts.overloadPolicy.slips());
        core = new Core(parts, clock, stopwatch);
        settings = parts.settings();
        core.claim("an InlineStepper of thread " + Thread.currentThread().getName());
        try {
            core.start();
            // Another thread may build it than the one that uses it.
            core.publisher().release();
        } catch (Throwable t) {
            end(t);
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
        while (ended == null && work()) {
            steps++;
        }
        return steps;
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
        requireRate(refreshRate, "refreshRate");
        long now = clock.nanoTime();
        double periodNanos = 1e9 * refreshRate.denominator() / refreshRate.numerator();
        long most = (long) (core.schedule().countableNanos(now) / periodNanos);
        if (refreshCount < 0 || refreshCount > most) {
            throw new IllegalArgumentException("refreshCount must be from 0 to " + most + " here, was " + refreshCount
                    + "; pass the refreshes since the last call");
        }
        boolean counts = display != null && display.rate().equals(refreshRate);
        if (!counts || (refreshes + refreshCount) * periodNanos > Schedule.COUNTABLE_NANOS) {
            display = new Timeline(refreshRate, now);
            refreshes = 0;
        }
        refreshes += refreshCount;
        long target = now + Math.max(0, display.dueNanos(refreshes) - now);
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
        requireRate(wanted, "wanted");
        requireRate(refreshRate, "refreshRate");
        double rate = perSecond(wanted);
        double display = perSecond(refreshRate);
        if (rate >= display) {
            return Ratio.of(refreshRate.numerator() * Math.round(rate / display), refreshRate.denominator());
        }
        long part = (long) (display / rate);
        // Compares differences in ticks per second, not rounded parts: of the parts of 144, 72 is nearer to 100 than
        // 144 is.
        boolean higher = display / part - rate <= rate - display / (part + 1);
        return Ratio.of(refreshRate.numerator(), refreshRate.denominator() * (higher ? part : part + 1));
    }

    private static double perSecond(Ratio rate) {
        return (double) rate.numerator() / rate.denominator();
    }

    private static void requireRate(Ratio rate, String name) {
        // A lambda for the message would be made in every frame.
        if (rate == null) {
            throw new NullPointerException(name + " must not be null; pass a rate per second, such as Ratio.of(60)");
        }
        if (rate.numerator() > MOST_PER_SECOND * rate.denominator()
                || rate.denominator() > LONGEST_SECONDS * rate.numerator()) {
            throw new IllegalArgumentException(name + " must be between 1/" + LONGEST_SECONDS + " and "
                    + MOST_PER_SECOND + " per second, was " + rate);
        }
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

    /** Stops simulation time. In a pause, does nothing. */
    public void pause() {
        enter(false);
        core.schedule().pause(clock.nanoTime());
        work();
    }

    /** Lets simulation time run on. Outside a pause, does nothing. */
    public void resume() {
        enter(false);
        core.schedule().resume(clock.nanoTime());
        work();
    }

    /**
     * Pauses, and takes n single steps.
     *
     * @param ticks at least 1
     * @return how many steps were taken
     * @throws IllegalArgumentException below 1, or for more than simulation time can count
     * @throws PhysicsException if a step fails, and the policy is to stop
     */
    public int step(int ticks) {
        enter(true);
        core.schedule().step(clock.nanoTime(), ticks);
        return pass(0);
    }

    /**
     * Changes how fast simulation time runs; in a pause, how fast it will.
     *
     * @param scale simulated time per wall time, from 1/1000 to 1000
     * @throws IllegalArgumentException out of that range
     */
    public void timeScale(Ratio scale) {
        enter(false);
        core.schedule().scale(clock.nanoTime(), scale);
        share.reset();
        work();
    }

    /**
     * Runs a command at once, as a service does between two ticks. In a run that is recorded, pass a
     * {@link PortableCommand}. A command may submit another one, which runs at once as well.
     *
     * @param command runs on the calling thread
     * @return completed when this returns, exceptionally if the command threw; the stepper goes on
     * @throws IllegalStateException if the stepper was closed, has failed before, belongs to another thread, or is in a
     *     step
     */
    public CompletableFuture<Void> submit(Command command) {
        Objects.requireNonNull(command, "command must not be null; pass what is to run");
        CompletableFuture<Void> future = new CompletableFuture<>();
        run(command, command, future);
        future.complete(null);
        return future;
    }

    /**
     * Runs a command that returns a value: as {@link #submit}. A replay cannot run it again.
     *
     * @param <T> the type of the value
     * @param command runs on the calling thread
     * @return completed with the value when this returns, exceptionally if the command threw; the stepper goes on
     * @throws IllegalStateException if the stepper was closed, has failed before, belongs to another thread, or is in a
     *     step
     */
    public <T> CompletableFuture<T> call(ValueCommand<T> command) {
        Objects.requireNonNull(command, "command must not be null; pass what is to run");
        CompletableFuture<T> future = new CompletableFuture<>();
        Called<T> called = new Called<>(command);
        run(command, called, future);
        future.complete(called.value);
        return future;
    }

    private void run(Object submitted, Command command, CompletableFuture<?> future) {
        boolean nested = inCommand;
        if (nested) {
            checkOwner();
            checkNotEnded();
        } else {
            enter(false);
        }
        Throwable failure = null;
        working = true;
        inCommand = true;
        try {
            core.run(submitted, command);
        } catch (Error e) {
            failure = e;
            throw e;
        } catch (Throwable t) {
            failure = t;
            future.completeExceptionally(t);
        } finally {
            working = nested;
            inCommand = nested;
            if (!nested && ended != null) {
                closeSimulation(failure);
            }
        }
    }

    /**
     * Which bodies exist, to be told between calls of what is spawned, removed and teleported.
     *
     * @return for the host's thread
     */
    public Bodies bodies() {
        return core.publisher().bodies();
    }

    /**
     * What this run can be repeated by.
     *
     * @return as it was built
     */
    public RunSettings settings() {
        return settings;
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

    /**
     * Where readers find the states, also after the end.
     *
     * @return to subscribe to
     */
    public StateBuffer states() {
        return core.publisher().states();
    }

    /**
     * Where input is pushed to by those who have it.
     *
     * @return for any number of threads
     */
    public InputPort input() {
        return core.inputs().port();
    }

    /**
     * Where events come from.
     *
     * @return to subscribe to
     */
    public Events events() {
        return core.events();
    }

    /**
     * How the stepper is doing.
     *
     * @return always the same, and always up to date
     */
    public PhysicsMetrics metrics() {
        return core.metrics();
    }

    /**
     * The time that the host has let pass: what input is to be stamped with, and what readers are to read their time from.
     *
     * @return for any thread
     */
    public NanoClock clock() {
        return clock;
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
        Thread bound = owner.get();
        if (isOthers(bound)) {
            if (ended == null) {
                throw refusal(bound);
            }
            return;
        }
        if (bound != Thread.currentThread()) {
            take(bound);
        }
        if (ended == null) {
            ended = new IllegalStateException("it was closed");
        }
        core.end();
        if (!working) {
            try {
                if (bound != Thread.currentThread()) {
                    core.passToCaller();
                }
            } finally {
                core.closeSimulation();
            }
        }
    }

    private boolean work() {
        boolean due;
        working = true;
        try {
            due = core.work();
        } catch (Throwable t) {
            end(t);
            throw t;
        } finally {
            working = false;
        }
        if (ended != null) {
            core.closeSimulation();
        }
        return due;
    }

    /** A fault has ended it, and so nobody may come back to close it. */
    private void end(Throwable cause) {
        ended = cause;
        core.end();
        closeSimulation(cause);
    }

    /** After a failure, or after none, which is null. */
    private void closeSimulation(Throwable failure) {
        try {
            core.closeSimulation();
        } catch (Throwable t) {
            if (failure == null) {
                throw t;
            }
            Faults.withSuppressed(failure, t);
        }
    }

    /** Checks whether a call is allowed, before it does anything. */
    private void enter(boolean advances) {
        checkCaller(advances);
        checkNotEnded();
    }

    private void checkNotEnded() {
        if (ended != null) {
            throw new IllegalStateException("this stepper has ended; its states can still be read", ended);
        }
    }

    private void checkCaller(boolean advances) {
        Thread bound = checkOwner();
        if (working) {
            throw new IllegalStateException(
                    "this stepper is in the middle of a step or command, which must not call its own stepper,"
                            + " except close(), and submit() and call() in a command: call it once advance() or submit() has"
                            + " returned");
        }
        if (bound != Thread.currentThread()) {
            if (advances) {
                take(bound);
            }
            core.passToCaller();
            if (advances) {
                // Any use binds the publisher to the owner, whose bodies no other thread may then change.
                core.publisher().hash();
            }
        }
    }

    /** Returns the owner: the calling thread, or none, or one that has ended. */
    private Thread checkOwner() {
        Thread bound = owner.get();
        if (isOthers(bound)) {
            throw refusal(bound);
        }
        return bound;
    }

    private static boolean isOthers(Thread bound) {
        return bound != Thread.currentThread() && bound != null && bound.isAlive();
    }

    private void take(Thread bound) {
        if (!owner.compareAndSet(bound, Thread.currentThread())) {
            throw refusal(owner.get());
        }
    }

    private static IllegalStateException refusal(Thread owner) {
        return new IllegalStateException("this stepper belongs to " + owner + " and was used by "
                + Thread.currentThread() + "; advance, control and close it by the thread that first advanced it");
    }

    private Timeline timeline() {
        return core.schedule().timeline();
    }

    /** Keeps the value until the world is done with the command, which may fail even then. */
    private static final class Called<T> implements Command {
        private final ValueCommand<T> command;
        private T value;

        Called(ValueCommand<T> command) {
            this.command = command;
        }

        @Override
        public void run(PhysicsContext context) throws Exception {
            value = command.run(context);
        }
    }
}
