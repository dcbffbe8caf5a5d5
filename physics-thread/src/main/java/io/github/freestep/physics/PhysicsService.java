package io.github.freestep.physics;

import io.github.freestep.internal.Threads;
import io.github.freestep.internal.Throwables;
import io.github.freestep.physics.request.CommandCallbacks;
import io.github.freestep.physics.run.MovableRun;
import io.github.freestep.state.State;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Runs a simulation at a fixed rate on its own thread, or on a thread of a {@linkplain ServiceThreads group}, and
 * publishes its states. Safe for use by any number of threads. Only {@link #close} blocks, and with real-time options
 * {@link #start}; {@link #closeAsync} closes without blocking.
 *
 * <pre>{@code
 * try (PhysicsService physics = PhysicsService.builder(world).rate(100).input(gamepad::poll).start()) {
 *     ...
 * }
 * }</pre>
 *
 * <p>No method makes the physics thread wait, and neither does a callback of a future, which runs on another thread,
 * as {@link Physics} says. Before {@link #start}, no thread may wait for a future, because nothing runs until then, so
 * {@code get} and {@code join} throw.
 *
 * <p>If all steps are light, or no core is free, use an {@link InlineStepper} instead.
 */
@SuppressWarnings("exports") // Of the superclass, which users need not see.
public final class PhysicsService extends AbstractPhysics<MovableRun<Simulation, PhysicsContext>> {
    final ServiceRun physics;
    private final Setup setup;

    /** A private lock, because a caller may lock the service. */
    private final Object lock = new Object();

    /**
     * NEW or RUNNING. Has no meaning once the service has ended. Guarded by the lock, like the next field. Initialized
     * here, so that the class {@code Status} is loaded before the heap may be full.
     */
    private Status begun = Status.NEW;

    private boolean closed;
    private volatile boolean closeDone;

    PhysicsService(ServiceRun physics) {
        super(physics.pass, physics);
        this.physics = physics;
        setup = pass.parts.setup();
    }

    /**
     * Returns a builder for a service or a stepper. All its settings have defaults.
     *
     * @param simulation the simulation to run
     * @return the builder
     */
    public static PhysicsBuilder builder(Simulation simulation) {
        return new PhysicsBuilder(simulation);
    }

    /**
     * Starts the physics thread, which sets the world up and publishes it as tick 0. In a {@linkplain ServiceThreads
     * group}, the thread for set-ups does so.
     *
     * @return this
     * @throws IllegalStateException if the service was started or closed before; if its group is closed, which leaves
     *     it new; if another service or {@link InlineStepper} runs the simulation and has not ended; or if the system
     *     refuses {@link PhysicsBuilder#realTime} or {@link PhysicsBuilder#cpu}, or does not grant them within 5 s
     */
    public PhysicsService start() {
        synchronized (lock) {
            requireNew();
        }
        // Check without the lock, so that other calls do not wait for it. If this throws, the service stays new.
        setup.worker().systemRequests().check();
        try {
            startThreads();
            return this;
        } catch (Error | IllegalThreadStateException noThread) {
            pass.world.releaseClaim();
            physics.thread.withdraw();
            physics.endWithout(noThread);
            Throwables.firstOf(noThread, awaitOthers(null));
            throw noThread;
        }
    }

    private void startThreads() {
        synchronized (lock) {
            requireNew();
            // If this throws, the service stays new, and can be started later.
            pass.world.claim(physics.thread.runner());
            if (setup.group() != null) {
                try {
                    physics.thread.place(physics, this::closeAsync);
                } catch (IllegalStateException closedGroup) {
                    pass.world.releaseClaim();
                    throw closedGroup;
                }
            }
            pass.parts.output().starts();
            physics.begin();
            begun = Status.RUNNING;
        }
    }

    private void requireNew() {
        if (begun != Status.NEW || closed || physics.end.hasEnded) {
            throw new IllegalStateException(
                    "a service to start must be NEW, was " + status() + "; build another service");
        }
    }

    @Override
    public Status status() {
        if (!physics.end.hasEnded) {
            synchronized (lock) {
                return begun;
            }
        }
        return physics.end.failure == null ? Status.CLOSED : Status.FAILED;
    }

    @Override
    public @Nullable Throwable failure() {
        return physics.end.failure;
    }

    /**
     * Ends the service, and returns once all of its threads have ended; in a group, once no thread runs its code any
     * more. States stay readable. Waiting commands fail, and no future is open afterwards, even if this method throws
     * because something hangs. A second call changes nothing, but may wait for at most a second until
     * problems that were reported meanwhile are delivered. If one of the service's own threads or of its group's
     * threads calls this, that is in a set-up, a step, a command, a callback or an event handler, it only requests the
     * end.
     *
     * <p>An interrupt does not end the wait, and the interrupt flag stays set. Callbacks never run on the calling
     * thread, so one that hangs does not hold up this method. A future that is still open after the wait for callbacks
     * fails with an {@link IllegalStateException}. It is open because the callback of an earlier future hangs, and its
     * own callbacks run on another daemon thread.
     *
     * <p>With a {@link PhysicsBuilder#closeTimeout} of t, this method waits
     *
     * <ul>
     *   <li>at most t for the set-up and the physics thread, then interrupts them and waits at most t again,
     *   <li>at most t for callbacks and handlers together.
     * </ul>
     *
     * <p>In total, it waits at most 3t. Time in which the process stands still does not count. In a group, a hanging
     * callback of another service delays this method until another thread runs the callbacks of this one.
     *
     * @throws PhysicsException if a set-up, a step, a callback or a handler does not return in time. The cause shows
     *     where it hangs, and its thread, a daemon, ends when it returns
     * @throws VirtualMachineError such as an {@link OutOfMemoryError} if there is no memory or no thread to end the
     *     service with; futures may then be open, so free some memory or threads, then call this method again
     */
    @Override
    public void close() {
        physics.requestStop();
        if (physics.isOwnThread(Thread.currentThread())) {
            if (neverStarts() && !physics.end.hasEnded) {
                // No thread of it would ever find the request.
                physics.endWithout(null);
            }
            return;
        }
        try {
            PhysicsException first = closeDone ? null : awaitOthers(awaitPhysics());
            if (!closeDone) {
                closeDone = true;
                physics.thread.closed();
            }
            if (first != null) {
                throw first;
            }
        } finally {
            // The program may end now, and problems that have not been delivered would be lost. A second call delivers
            // what a full heap has held back at the first.
            setup.reporter().flush();
        }
    }

    /**
     * Ends the service as {@link #close} does, but on a daemon thread that this call starts, and returns at once. For
     * threads that must not wait, such as that of a lobby or of a user interface. A thread of the service or of its
     * group may call this as well, but must not wait for the future.
     *
     * @return a future that completes when {@code close} would return, and fails with what {@code close} would throw.
     *     Its callbacks run on that daemon thread. Cancelling it does not undo the request
     * @throws OutOfMemoryError if no thread can be started; the end is requested even then
     */
    public CompletableFuture<Void> closeAsync() {
        physics.requestStop();
        CompletableFuture<Void> closed = new CompletableFuture<>();
        Thread closing = new Thread(() -> close(closed), "freestep-close" + Setup.suffix(setup.name()));
        closing.setDaemon(true);
        closing.start();
        return closed;
    }

    private void close(CompletableFuture<Void> closed) {
        try {
            close();
            closed.complete(null);
        } catch (Throwable failure) {
            closed.completeExceptionally(failure);
        }
    }

    private boolean neverStarts() {
        synchronized (lock) {
            closed = true;
            return begun == Status.NEW;
        }
    }

    /**
     * Waits for the physics thread, if it was started. Returns an exception that names it if it did not end, or null.
     */
    private @Nullable PhysicsException awaitPhysics() {
        if (neverStarts()) {
            physics.endWithout(null);
            return null;
        }
        if (physics.thread.awaitEnd(setup.thread().closeTimeoutNanos())) {
            return null;
        }
        PhysicsException stuck = stuck(physics.thread.who(), physics.thread.thread());
        physics.thread.interruptCode();
        if (physics.thread.awaitEnd(setup.thread().closeTimeoutNanos())) {
            return null;
        }
        physics.endWithout(stuck);
        return stuck;
    }

    /**
     * Waits for callbacks. Also waits for event handlers, unless the physics thread hangs, because handlers may wait
     * for that thread.
     */
    private @Nullable PhysicsException awaitOthers(@Nullable PhysicsException physicsStuck) {
        long since = System.nanoTime();
        physics.end.complete();
        PhysicsException stuck = physicsStuck;
        CommandCallbacks callbacks = physics.requests.callbacks();
        if (callbacks != null && !callbacks.awaitEnd(setup.thread().closeTimeoutNanos())) {
            // Null if a callback of another service of the group hangs.
            Thread hanging = callbacks.hanging();
            stuck = Throwables.firstOf(stuck, hanging == null ? null : stuck(hanging.getName(), hanging));
        }
        Events events = pass.parts.output().made();
        if (stuck == null && events != null) {
            events.awaitEnd(setup.thread().closeTimeoutNanos() - (System.nanoTime() - since));
            // Read once, because the thread may end meanwhile.
            Thread running = events.running();
            stuck = running == null ? null : stuck(running.getName(), running);
        }
        if (stuck != null && events != null) {
            // A handler that hangs must not hold up those of other services of the group.
            events.subscriptions.forEach(EventDelivery::freeOthers);
        }
        return stuck;
    }

    private PhysicsException stuck(String who, Thread thread) {
        return new PhysicsException(
                who + " did not end within "
                        + TimeUnit.NANOSECONDS.toMillis(setup.thread().closeTimeoutNanos())
                        + " ms; allow more time with closeTimeout, or let the call return that hangs",
                setup.newestTick(metrics()),
                State.NO_SLOT,
                Threads.where(thread));
    }
}
