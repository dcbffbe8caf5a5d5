package io.github.freestep.physics;

import io.github.freestep.time.NanoClock;
import java.util.concurrent.RejectedExecutionException;

/**
 * The run of a service: applies changes of time, runs commands, and steps a due tick. A {@link Worker} calls it, and
 * waits until it has to do something again.
 *
 * <p>Callers do not wake the worker, because each command would then cost a system call. Instead, the worker polls for
 * changes of time and for commands every 8 ms, however far off the next tick is.
 */
final class ServiceRun {
    /** Changes of time must take effect within 10 ms, and a sleep may end late. */
    private static final long POLL_NANOS = 8_000_000;

    /** The interval for polling a feed, which does not notify this thread when it is ready. */
    private static final long FEED_POLL_NANOS = 500_000;

    static {
        EndRehearsal.run();
    }

    final Core core;
    final TimeControls controls;
    final Commands commands;
    final CommandCallbacks callbacks;
    final Worker worker;

    private final HangWatch hangWatch;
    private final NanoClock clock;
    private final long commandBudgetNanos;
    private long polledNanos;
    private long commandedTick = -1;

    /** The result of {@link #plan}. */
    private long wakeNanos;

    private boolean wakesForTick;
    private Throwable warmUpFailure;

    /** Preallocated, because at the end there may be no memory for it. */
    private final RejectedExecutionException rejection =
            withoutTrace(new RejectedExecutionException("the physics service ended before this ran"));

    private final IllegalStateException closed =
            withoutTrace(new IllegalStateException("the physics service was closed"));

    private final Object lock = new Object();
    private volatile boolean stopRequested;
    private volatile boolean ended;
    private volatile Throwable failure;

    ServiceRun(Setup setup) {
        core = new Core(setup, setup.clock(), setup.clock());
        clock = setup.clock();
        worker = new Worker(this, setup);
        callbacks = new CommandCallbacks(worker::runsOn, 2 * setup.commandCapacity(), "freestep-commands");
        controls = new TimeControls(callbacks);
        commands = new Commands(setup.commandCapacity(), callbacks, core.world());
        hangWatch = new HangWatch(worker::thread, core, setup.watchdogNanos());
        commandBudgetNanos = setup.commandBudgetNanos();
    }

    /**
     * Sets the world up, and publishes its first state.
     *
     * @return whether the run goes on; if not, it has ended
     */
    boolean begin() {
        try {
            hangWatch.begin();
            core.start();
            return true;
        } catch (Throwable t) {
            return endAfter(t);
        }
    }

    /**
     * Runs one pass: changes of time, commands, at most one step.
     *
     * @return whether the run goes on; if not, it has ended
     */
    boolean turn() {
        try {
            if (warmUpFailure != null) {
                return endAfter(warmUpFailure);
            }
            return pass(false) || endAfter(null);
        } catch (Throwable t) {
            return endAfter(t);
        }
    }

    /**
     * Runs a pass in the time in which the thread would otherwise spin. It loads code and data into the caches. Without
     * it, the first tick after a wait would spend about 1 us on that.
     */
    void warmUp() {
        try {
            pass(true);
        } catch (Throwable t) {
            warmUpFailure = t;
        }
    }

    /** Ends the run on the thread that steps it. Returns false, because the run does not go on. */
    private boolean endAfter(Throwable thrown) {
        Throwable cause = thrown == null ? null : core.world().endedBy(thrown);
        try {
            end(closeSimulation(cause));
        } finally {
            // Last, because it may need memory, and the end does not.
            hangWatch.end();
        }
        return false;
    }

    /**
     * Closes the simulation before the end becomes visible, so that a caller who sees the end finds
     * native memory freed.
     */
    private Throwable closeSimulation(Throwable cause) {
        try {
            core.world().close();
            return cause;
        } catch (Throwable t) {
            return cause == null ? core.world().endedBy(t) : Faults.withSuppressed(cause, t);
        }
    }

    /** Removes the stack trace, because it only shows where the exception was preallocated. */
    private static <T extends Throwable> T withoutTrace(T made) {
        made.setStackTrace(new StackTraceElement[0]);
        return made;
    }

    /**
     * Returns whether to go on. An interrupt requests the end as well. The interrupt flag stays set, so that
     * other code sees it.
     */
    private boolean runs() {
        return !stopRequested && !Thread.currentThread().isInterrupted();
    }

    /** Returns whether to go on. */
    private boolean pass(boolean warmsUp) {
        if (!runs()) {
            return false;
        }
        runCommands();
        if (!runs()) {
            return false;
        }
        if (warmsUp) {
            core.warmUp();
        } else {
            core.work();
        }
        return true;
    }

    private void runCommands() {
        polledNanos = clock.nanoTime();
        Schedule schedule = core.schedule();
        controls.run(schedule, clock);
        // Commands run once after each tick, and not again just before the next tick. If the next tick is far off, they
        // run at each poll. They also run at each poll while the next tick waits for input, because it is then unknown
        // when that tick begins.
        if (schedule.doneTick() != commandedTick
                || schedule.untilDueNanos(polledNanos) > POLL_NANOS
                || core.waitsForInput()) {
            commandedTick = schedule.doneTick();
            commands.run(clock, commandBudgetNanos);
        }
    }

    /** Decides when the next pass must run. */
    void plan() {
        long now = clock.nanoTime();
        wakesForTick = false;
        if (core.waitsForInput()) {
            wakeNanos = now + FEED_POLL_NANOS;
            return;
        }
        long untilDueNanos = core.schedule().inBatch() ? 0 : core.schedule().untilDueNanos(now);
        long untilPollNanos = polledNanos + POLL_NANOS - now;
        wakesForTick = untilDueNanos <= Math.max(0, untilPollNanos);
        wakeNanos = now + (wakesForTick ? untilDueNanos : Math.max(0, untilPollNanos));
    }

    /** Returns when the next pass must run. */
    long wakeNanos() {
        return wakeNanos;
    }

    /** Returns whether the next pass steps a tick. If not, it only polls, and may run late. */
    boolean wakesForTick() {
        return wakesForTick;
    }

    void noteIdle(long sinceNanos, long nowNanos) {
        core.schedule().noteIdle(sinceNanos, nowNanos);
    }

    void requestStop() {
        stopRequested = true;
        worker.wake();
    }

    /** Ends a service whose worker never began or hangs. For the thread that starts or closes the service. */
    void endWithout(Throwable cause) {
        try {
            end(cause);
        } finally {
            // Last, because it may need memory, and the end does not.
            worker.release();
            hangWatch.end();
        }
    }

    /**
     * Ends everything except the simulation. If it is called twice, the cause of the first call stays. A hanging thread
     * that returns later finds everything ended. Needs no memory. Each part ends even if another part fails, because
     * the last part lets threads end.
     */
    private void end(Throwable cause) {
        // Under a lock, so that no thread ends the callbacks while another thread still adds to them.
        synchronized (lock) {
            markEnded(cause);
            try {
                controls.end(rejection.getCause(), rejection);
            } finally {
                try {
                    commands.end(rejection.getCause(), rejection);
                } finally {
                    callbacks.end();
                    core.end();
                }
            }
        }
    }

    private void markEnded(Throwable cause) {
        if (!ended) {
            rejection.initCause(cause != null ? cause : closed);
            failure = cause;
            ended = true;
        }
    }

    boolean hasEnded() {
        return ended;
    }

    Throwable failure() {
        return failure;
    }
}
