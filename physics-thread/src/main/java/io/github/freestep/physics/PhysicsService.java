package io.github.freestep.physics;

import io.github.freestep.internal.Threads;
import io.github.freestep.state.StateBuffer;
import io.github.freestep.time.NanoClock;
import io.github.freestep.time.Ratio;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

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
 * <p>Requests are carried out between ticks, within 10 ms: changes of time in their order, and before commands in
 * theirs. Cancelling the returned future does not undo the request. Callbacks of futures all run on one thread of
 * their own. Callbacks, and code on the physics thread, must not wait for a future of the same service, which
 * only these threads could complete: {@code get} and {@code join} throw an {@link IllegalStateException} there,
 * while the future is not done. This also holds for futures derived from it, but not for combined ones, such as
 * those of {@code CompletableFuture.allOf}.
 *
 * <p>Changes of time ({@link #pause}, {@link #resume}, {@link #step()}, {@link #timeScale}) are never refused for lack of
 * room. Changes that wait together have the same effect as one after the other: the last pause or resume counts, with
 * the sum of the steps requested after it, and the last scale counts. The futures of all of them complete once the
 * result applies.
 */
public final class PhysicsService implements Physics {
    private final PhysicsThread physics;
    private final NanoClock clock;
    private final long closeTimeoutNanos;
    private final RunSettings settings;

    /** A lock of its own, because a caller may lock the service. */
    private final Object lock = new Object();

    /**
     * New or running, until the end. Guarded by the lock, like the next. A field, so a full heap finds the
     * class loaded.
     */
    private Status begun = Status.NEW;

    private boolean closed;
    private volatile boolean closeDone;
    private final AtomicBoolean failureSeen = new AtomicBoolean();

    PhysicsService(Setup setup) {
        this(setup, new PhysicsThread(setup));
    }

    PhysicsService(Setup setup, PhysicsThread physics) {
        this.physics = physics;
        clock = setup.clock();
        closeTimeoutNanos = setup.closeTimeoutNanos();
        settings = setup.run();
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
     * @throws IllegalStateException if it was started or closed before; or if the simulation is run by another
     *     service or by an {@link InlineStepper}, until that one has ended
     */
    public PhysicsService start() {
        try {
            startThreads();
            return this;
        } catch (Error | IllegalThreadStateException noThread) {
            physics.core.releaseClaim();
            // The caller gets the failure here, so close() does not throw it again.
            failureSeen.set(true);
            physics.endWithout(noThread);
            physics.completions.startAtEnd();
            firstOf(noThread, awaitOthers(null));
            throw noThread;
        }
    }

    private void startThreads() {
        synchronized (lock) {
            if (begun != Status.NEW || closed || physics.hasEnded()) {
                throw new IllegalStateException(
                        "a service can be started only once, and this one is " + status() + "; build another");
            }
            // If this throws, the service is still new and can be started later.
            physics.core.claim("thread " + physics.thread.getName() + " #" + physics.thread.getId());
            physics.completions.start();
            physics.thread.start();
            begun = Status.RUNNING;
        }
    }

    @Override
    public RunSettings settings() {
        return settings;
    }

    @Override
    public StateBuffer states() {
        return physics.core.publisher().states();
    }

    @Override
    public InputPort input() {
        return physics.core.inputs().port();
    }

    @Override
    public Events events() {
        return physics.core.events();
    }

    @Override
    public PhysicsMetrics metrics() {
        return physics.core.metrics();
    }

    @Override
    public NanoClock clock() {
        return clock;
    }

    @Override
    public CompletableFuture<Void> submit(Command command) {
        return physics.commands.submit(Objects.requireNonNull(command, "command must not be null"));
    }

    @Override
    public <T> CompletableFuture<T> call(ValueCommand<T> command) {
        return physics.commands.call(Objects.requireNonNull(command, "command must not be null"));
    }

    @Override
    public CompletableFuture<Void> pause() {
        return physics.controls.pause();
    }

    @Override
    public CompletableFuture<Void> resume() {
        return physics.controls.resume();
    }

    @Override
    public CompletableFuture<Void> step(int ticks) {
        Schedule.checkSteps(ticks);
        return physics.controls.step(ticks);
    }

    @Override
    public CompletableFuture<Void> timeScale(Ratio scale) {
        Schedule.checkScale(scale);
        return physics.controls.timeScale(scale);
    }

    @Override
    public Status status() {
        if (!physics.hasEnded()) {
            synchronized (lock) {
                return begun;
            }
        }
        return physics.failure() == null ? Status.CLOSED : Status.FAILED;
    }

    @Override
    @SuppressWarnings("exports") // See module-info.
    public @Nullable Throwable failure() {
        Throwable failure = physics.failure();
        if (failure != null) {
            failureSeen.set(true);
        }
        return failure;
    }

    /**
     * Ends the service, and returns once all of its threads have ended. States stay readable; commands that wait fail,
     * and no future is left incomplete, even if callbacks hang. Callbacks never run on the calling thread, with one
     * exception: if the system can start no thread at all, the caller of {@link #start}, which then throws, completes
     * the futures so far, and so does the caller of {@code close} on a service that was never started. A second call
     * does nothing. On one of the service's own threads, in a step, a command, a callback or an event handler, it only
     * requests the end.
     *
     * <p>Waits at most {@link PhysicsBuilder#closeTimeout} for the physics thread, as long again after interrupting it,
     * and as long for callbacks and handlers together. If a callback hangs, it also waits as long for the other
     * futures, which usually takes milliseconds. In total: at most four times that timeout.
     *
     * @throws PhysicsException if the service had failed and no caller has read the {@link #failure}; or if a step, a
     *     callback or a handler does not return in time, with the place where it hangs as the cause. Its thread is a
     *     daemon and ends when it returns.
     */
    @Override
    public void close() {
        physics.requestStop();
        if (closeDone || isOwnThread(Thread.currentThread())) {
            return;
        }
        try {
            PhysicsException stuck = neverStarts() ? endWithoutThread() : awaitPhysics();
            throwFirst(awaitOthers(stuck), unseenFailure());
        } finally {
            // With a full heap there may be no thread for the futures behind a callback that hangs.
            closeDone = physics.completions.isEmpty();
        }
    }

    private boolean isOwnThread(Thread thread) {
        return thread == physics.thread || thread == physics.completions.thread() || events().isOwnThread(thread);
    }

    private boolean neverStarts() {
        synchronized (lock) {
            closed = true;
            return begun == Status.NEW;
        }
    }

    private PhysicsException endWithoutThread() {
        // Earlier commands fail on the thread that runs all callbacks, not on this one, which a callback could block.
        physics.endWithout(null);
        physics.completions.startAtEnd();
        return null;
    }

    /** Returns an exception that names the thread that did not end, or null. */
    private PhysicsException awaitPhysics() {
        if (Threads.join(physics.thread, closeTimeoutNanos)) {
            return null;
        }
        PhysicsException stuck = stuck(physics.thread);
        physics.thread.interrupt();
        if (Threads.join(physics.thread, closeTimeoutNanos)) {
            return null;
        }
        failureSeen.set(true);
        physics.endWithout(stuck);
        return stuck;
    }

    /** Callbacks, and event handlers unless the physics thread hangs, which may be what they wait for. */
    private PhysicsException awaitOthers(PhysicsException physicsStuck) {
        long since = System.nanoTime();
        PhysicsException stuck = physicsStuck;
        if (!Threads.join(physics.completions.thread(), closeTimeoutNanos)) {
            stuck = firstOf(stuck, stuck(physics.completions.thread()));
            physics.completions.completeElsewhere(closeTimeoutNanos);
        }
        if (stuck == null) {
            events().awaitEnd(closeTimeoutNanos - (System.nanoTime() - since));
            // The thread may be ending: read its state once.
            Thread running = events().running();
            stuck = running == null ? null : stuck(running);
        }
        return stuck;
    }

    private PhysicsException stuck(Thread thread) {
        return new PhysicsException(
                thread.getName() + " did not end within " + TimeUnit.NANOSECONDS.toMillis(closeTimeoutNanos)
                        + " ms; let it return from where it is, or allow for more with closeTimeout",
                metrics().tick(),
                PhysicsException.NO_SLOT,
                Threads.where(thread));
    }

    /** Not the first time it is asked for, be it here or by the user. */
    private Throwable unseenFailure() {
        Throwable failure = physics.failure();
        return failure != null && failureSeen.compareAndSet(false, true) ? failure : null;
    }

    private static <T extends Throwable> T firstOf(T first, T second) {
        if (first != null && second != null) {
            first.addSuppressed(second);
        }
        return first != null ? first : second;
    }

    private static void throwFirst(PhysicsException stuck, Throwable unseenFailure) {
        Throwable first = firstOf((Throwable) stuck, unseenFailure);
        if (first instanceof Error error) {
            throw error;
        }
        if (first != null) {
            throw (RuntimeException) first;
        }
    }
}
