package io.github.freestep.physics;

import io.github.freestep.internal.FineTimer;
import io.github.freestep.internal.time.PreciseWait;
import io.github.freestep.time.NanoClock;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.locks.LockSupport;

/**
 * The thread that runs a simulation. It repeats: apply changes of time, run commands, step a due tick, wait.
 *
 * <p>Callers do not wake the thread, because each command would then cost a system call. Instead, the thread polls for
 * changes of time and for commands every 8 ms, however far off the next tick is.
 */
final class PhysicsThread implements Runnable {
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
    final Thread thread = new Thread(this, "freestep-physics");

    private final NanoClock clock;
    private final PreciseWait wait;
    private final FineTimer timer;
    private final Runnable warmUp;
    private final long commandBudgetNanos;
    private long polledNanos;
    private long commandedTick = -1;

    /** Preallocated, because at the end there may be no memory for it. */
    private final RejectedExecutionException rejection =
            withoutTrace(new RejectedExecutionException("the physics service ended before this ran"));

    private final IllegalStateException closed =
            withoutTrace(new IllegalStateException("the physics service was closed"));

    private final Object lock = new Object();
    private volatile boolean stopRequested;
    private volatile boolean ended;
    private volatile Throwable failure;

    PhysicsThread(Setup setup) {
        core = new Core(setup, setup.clock(), setup.clock());
        clock = new ParkMeter(setup.clock(), core.metrics());
        callbacks = new CommandCallbacks(thread, 2 * setup.commandCapacity(), "freestep-commands");
        controls = new TimeControls(callbacks);
        commands = new Commands(setup.commandCapacity(), callbacks, core.world());
        commandBudgetNanos = setup.commandBudgetNanos();
        wait = new PreciseWait(clock, setup.spinBudgetPerMille());
        timer = setup.timer();
        warmUp = () -> pass(true);
        thread.setDaemon(true);
    }

    @Override
    public void run() {
        timer.raise(this);
        try {
            runToTheEnd();
        } finally {
            timer.release(this);
        }
    }

    private void runToTheEnd() {
        Throwable cause = null;
        try {
            TimerSlack.minimise();
            core.start();
            while (pass(false)) {
                await();
            }
        } catch (Throwable t) {
            cause = core.world().endedBy(t);
        }
        end(closeSimulation(cause));
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
        return !stopRequested && !thread.isInterrupted();
    }

    /**
     * Runs one pass of the loop. A warm-up is a pass in the time in which the thread would otherwise spin. It loads
     * code and data into the caches. Without it, the first tick after a wait would spend about 1 us on that.
     *
     * @return whether to go on
     */
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

    private void await() {
        if (core.waitsForInput()) {
            long since = clock.nanoTime();
            clock.park(FEED_POLL_NANOS);
            core.schedule().noteIdle(since, clock.nanoTime());
            return;
        }
        if (core.schedule().inBatch()) {
            return;
        }
        long now = clock.nanoTime();
        long untilDueNanos = core.schedule().untilDueNanos(now);
        long untilLookNanos = polledNanos + POLL_NANOS - now;
        if (untilDueNanos <= 0) {
            return;
        }
        if (untilDueNanos <= untilLookNanos) {
            core.schedule().noteIdle(now, wait.until(now + untilDueNanos, warmUp));
        } else {
            clock.park(Math.max(0, untilLookNanos));
            core.schedule().noteIdle(now, clock.nanoTime());
        }
    }

    void requestStop() {
        stopRequested = true;
        LockSupport.unpark(thread);
    }

    /** Ends a service whose physics thread never began or hangs. For the thread that starts or closes the service. */
    void endWithout(Throwable cause) {
        try {
            end(cause);
        } finally {
            // Last, because it may need memory, and the end does not.
            timer.release(this);
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
