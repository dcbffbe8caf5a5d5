package io.github.freestep.physics;

import io.github.freestep.state.StateChannel;
import io.github.freestep.thread.Threads;
import io.github.freestep.time.NanoClock;
import io.github.freestep.time.Ratio;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * A thread that steps a simulation at a fixed rate and publishes its states. Safe for use by any number of threads; no
 * method blocks but {@link #close}, and none makes the physics thread wait.
 *
 * <pre>{@code
 * try (PhysicsService physics = PhysicsService.builder(world).rate(100).input(gamepad::poll).start()) {
 *     ...
 * }
 * }</pre>
 *
 * <p>What is asked for is done between ticks within 10 ms: changes of time in their order, and before commands in theirs.
 * The future that is given back tells when; cancelling it does not undo the asking. Callbacks of futures run on a thread of
 * their own, all on the same; they, and what runs on the physics thread, must not wait for a future of the same service,
 * which only they could complete.
 */
public final class PhysicsService implements AutoCloseable {
    /** What a service is about. */
    public enum Status {
        /** Not started yet. */
        NEW,
        /** Ticking, or paused. */
        RUNNING,
        /** Ended by {@link PhysicsService#close} or by an interrupt. */
        CLOSED,
        /** Ended by a fault. */
        FAILED
    }

    private final PhysicsThread physics;
    private final NanoClock clock;
    private final long closeTimeoutNanos;
    private final RunSettings settings;

    private boolean started;
    private boolean closed;
    private volatile boolean failureSeen;
    private volatile boolean hangSeen;

    PhysicsService(PhysicsBuilder parts) {
        this(parts, new PhysicsThread(parts));
    }

    PhysicsService(PhysicsBuilder parts, PhysicsThread physics) {
        this.physics = physics;
        clock = parts.clock;
        closeTimeoutNanos = parts.closeTimeoutNanos;
        settings = parts.settings();
    }

    /**
     * Describes a service.
     *
     * @param simulation what it is to step
     * @return with a default for everything else
     */
    public static PhysicsBuilder builder(Simulation simulation) {
        return new PhysicsBuilder(simulation);
    }

    /**
     * Starts the thread, which sets the world up and publishes it as tick 0.
     *
     * @return this
     * @throws IllegalStateException if it was started or closed before
     */
    public synchronized PhysicsService start() {
        if (started || closed || physics.hasEnded()) {
            throw new IllegalStateException(
                    "a service is started once, and this one is " + status() + "; build another");
        }
        try {
            physics.completions.thread().start();
            started = true;
            physics.thread.start();
            return this;
        } catch (Throwable noThread) {
            started = false;
            physics.endWithout(noThread);
            throw noThread;
        }
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
     * Where readers find the states, also after the end.
     *
     * @return to subscribe to
     */
    public StateChannel states() {
        return physics.core.publisher().channel();
    }

    /**
     * Where input is pushed to by those who have it.
     *
     * @return for any number of threads
     */
    public InputPort input() {
        return physics.core.inputs().port();
    }

    /**
     * Where events come from.
     *
     * @return to subscribe to
     */
    public Events events() {
        return physics.core.events();
    }

    /**
     * How the service is doing.
     *
     * @return always the same, and always up to date
     */
    public Metrics metrics() {
        return physics.core.metrics();
    }

    /**
     * What the service reads time from: due times, and the stamps of input, are its readings.
     *
     * @return the clock it was built with
     */
    public NanoClock clock() {
        return clock;
    }

    /**
     * Has something done to the world between two ticks. In a run that is recorded, pass a {@link
     * io.github.freestep.physics.recording.RecordableCommand}: a replay cannot run a lambda again, and ends in front of it.
     *
     * @param <T> what it gives back
     * @param command runs on the physics thread
     * @return completed once it has run, exceptionally if it threw, if there was no room for it, or if the service ended
     */
    public <T> CompletableFuture<T> submit(Command<T> command) {
        return physics.commands.submit(Objects.requireNonNull(command, "the command"));
    }

    /**
     * Stops simulation time. In a pause, does nothing.
     *
     * @return completed once it stands
     */
    public CompletableFuture<Void> pause() {
        return control(() -> physics.core.schedule().pause(clock.nanoTime()));
    }

    /**
     * Lets simulation time run on. Outside a pause, does nothing. Single steps that were not taken yet are forgotten.
     *
     * @return completed once it runs
     */
    public CompletableFuture<Void> resume() {
        return control(() -> physics.core.schedule().resume(clock.nanoTime()));
    }

    /**
     * Pauses, and takes a single step.
     *
     * @return completed once it is under way
     */
    public CompletableFuture<Void> step() {
        return step(1);
    }

    /**
     * Pauses, and takes so many steps, as fast as they go.
     *
     * @param ticks at least 1
     * @return completed once they are under way
     * @throws IllegalArgumentException below 1
     */
    public CompletableFuture<Void> step(int ticks) {
        Schedule.checkSteps(ticks);
        return control(() -> physics.core.schedule().step(clock.nanoTime(), ticks));
    }

    /**
     * Changes how fast simulation time runs; in a pause, how fast it will. The length of a tick stays the same.
     *
     * @param scale simulated time per wall time, from 1/1000 to 1000
     * @return completed once it does
     * @throws IllegalArgumentException out of that range
     */
    public CompletableFuture<Void> scale(Ratio scale) {
        Schedule.checkScale(scale);
        return control(() -> physics.core.schedule().scale(clock.nanoTime(), scale));
    }

    private CompletableFuture<Void> control(Runnable change) {
        return physics.controls.submit(bodies -> {
            change.run();
            return null;
        });
    }

    /**
     * Whether it runs.
     *
     * @return as of now
     */
    public synchronized Status status() {
        if (!physics.hasEnded()) {
            return started ? Status.RUNNING : Status.NEW;
        }
        return physics.failure() == null ? Status.CLOSED : Status.FAILED;
    }

    /**
     * What it has failed of.
     *
     * @return as a rule a {@link PhysicsException} that tells the tick; null if it has not failed
     */
    public Throwable failure() {
        Throwable failure = physics.failure();
        failureSeen |= failure != null;
        return failure;
    }

    /**
     * Ends the service, and returns once all of its threads have ended. States stay readable; what still waits of commands
     * fails. A second call does nothing. On one of the service's own threads, in a step, a command, a callback or an
     * event handler, it only requests the end.
     *
     * @throws PhysicsException if the service had failed, and nobody has asked for the {@link #failure}; or if a step
     *     or a handler does not return in time, with the place where it hangs as the cause. Its thread is a daemon, is
     *     interrupted, and ends when it returns.
     */
    @Override
    public void close() {
        physics.requestStop();
        if (isOwnThread(Thread.currentThread()) || hangSeen) {
            return;
        }
        if (neverStarts()) {
            physics.endWithout(null);
        } else {
            awaitEnd();
        }
        awaitOthers();
        throwUnseenFailure();
    }

    private boolean isOwnThread(Thread thread) {
        return thread == physics.thread || thread == physics.completions.thread() || events().isOwnThread(thread);
    }

    private synchronized boolean neverStarts() {
        closed = true;
        return !started;
    }

    private void awaitEnd() {
        if (Threads.join(physics.thread, closeTimeoutNanos)) {
            return;
        }
        PhysicsException stuck = stuck(physics.thread);
        physics.thread.interrupt();
        if (!Threads.join(physics.thread, closeTimeoutNanos)) {
            hangSeen = true;
            failureSeen = true;
            physics.endWithout(stuck);
            throw stuck;
        }
    }

    private void awaitOthers() {
        if (!Threads.join(physics.completions.thread(), closeTimeoutNanos)) {
            // Whatever that callback waits for must not wait for it.
            physics.completions.complete();
            throw stuck(physics.completions.thread());
        }
        if (!events().awaitEnd(closeTimeoutNanos)) {
            throw stuck(events().running().get(0));
        }
    }

    private PhysicsException stuck(Thread thread) {
        return new PhysicsException(
                thread.getName() + " did not end within " + TimeUnit.NANOSECONDS.toMillis(closeTimeoutNanos)
                        + " ms; let it return from where it is, or allow for more with closeTimeout",
                metrics().tick(),
                PhysicsException.NO_BODY,
                Threads.where(thread));
    }

    private void throwUnseenFailure() {
        Throwable failure = physics.failure();
        if (failure != null && !failureSeen) {
            failureSeen = true;
            if (failure instanceof Error error) {
                throw error;
            }
            throw (RuntimeException) failure;
        }
    }
}
