package io.github.freestep.physics;

import io.github.freestep.internal.FineTimer;
import io.github.freestep.internal.Threads;
import io.github.freestep.internal.time.PreciseWait;
import io.github.freestep.time.NanoClock;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.locks.LockSupport;

/**
 * The thread that owns the simulation: control, commands, a piece of work, and the wait until the next.
 *
 * <p>Nobody wakes it: it looks for control and commands every few milliseconds, however far off the next tick is. A call
 * that wakes it would make every command cost a system call.
 */
final class PhysicsThread implements Runnable {
    /** Control takes effect within 10 ms, and a sleep may be late. */
    private static final long LOOK_NANOS = 8_000_000;

    /** Nobody tells when a feed has got what it waits for. */
    private static final long STARVED_NANOS = 500_000;

    static {
        rehearseEnd();
    }

    final Core core;
    final TimeControls controls;
    final Commands commands;
    final CommandCallbacks completions;
    final Thread thread = new Thread(this, "freestep-physics");

    private final NanoClock clock;
    private final PreciseWait wait;
    private final FineTimer timer;
    private final Runnable warmUp;
    private final long commandBudgetNanos;
    private long lookedNanos;
    private long commandedTick = -1;

    /** Made beforehand: at the end there may be no memory for them. */
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
        completions = new CommandCallbacks(thread, 2 * setup.commandCapacity(), "freestep-commands");
        controls = new TimeControls(completions);
        commands = new Commands(setup.commandCapacity(), completions, core);
        commandBudgetNanos = setup.commandBudgetNanos();
        wait = new PreciseWait(clock, setup.spinBudgetPerMille());
        timer = setup.timer();
        warmUp = this::warmUp;
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
            while (runs()) {
                runCommands();
                if (runs()) {
                    core.work();
                    await();
                }
            }
        } catch (Throwable t) {
            cause = describe(t);
        }
        end(closeSimulation(cause));
    }

    /** Closes the simulation before the end is visible, so that native memory is freed when a caller sees the end. */
    private Throwable closeSimulation(Throwable cause) {
        try {
            core.closeSimulation();
            return cause;
        } catch (Throwable t) {
            return cause == null ? describe(t) : Faults.withSuppressed(cause, t);
        }
    }

    /**
     * Rehearses an end that no thread waits for. The first use of a class or of a field's handle takes memory, so
     * everything that an end uses is used once beforehand.
     */
    private static void rehearseEnd() {
        Thread none = new Thread(() -> {});
        CommandCallbacks completions = new CommandCallbacks(none, 1, "none");
        TimeControls controls = new TimeControls(completions);
        Commands commands = new Commands(2, completions, new NoWorld());
        commands.submit(context -> {});
        commands.call(context -> null).whenComplete((nothing, failure) -> {});
        controls.pause();
        Reply.Fuse fuse = new Reply.Fuse(completions);
        fuse.reply();
        fuse.burn();
        PhysicsMetrics metrics = new PhysicsMetrics(null);
        metrics.command(metrics.tick() == 0);
        metrics.fault();
        Throwable rejection = new RejectedExecutionException();
        controls.end(rejection, rejection);
        commands.end(rejection, rejection);
        completions.flush();
        completions.end();
        completions.run();
        Threads.join(none, 0);
    }

    /** Runs nothing, for the rehearsal. */
    private static final class NoWorld implements CommandRunner {
        @Override
        public void run(Object submitted, Command command) {}

        @Override
        public void hasRun(boolean failed) {}
    }

    /** Drops the stack trace: where it was made says nothing about where it is thrown. */
    private static <T extends Throwable> T withoutTrace(T made) {
        made.setStackTrace(new StackTraceElement[0]);
        return made;
    }

    /** An interrupt asks for the end as well, and the flag stays for whoever else wants to see it. */
    private boolean runs() {
        return !stopRequested && !thread.isInterrupted();
    }

    private void runCommands() {
        lookedNanos = clock.nanoTime();
        Schedule schedule = core.schedule();
        controls.run(schedule, clock);
        // Once a tick, and not again just before the next; or where that is far off, or nobody knows when, at every
        // look.
        if (schedule.doneTick() != commandedTick
                || schedule.untilDueNanos(lookedNanos) > LOOK_NANOS
                || core.starves()) {
            commandedTick = schedule.doneTick();
            commands.run(clock, commandBudgetNanos);
        }
    }

    private void await() {
        if (core.starves()) {
            long since = clock.nanoTime();
            clock.park(STARVED_NANOS);
            core.schedule().rested(since, clock.nanoTime());
            return;
        }
        if (core.schedule().inBatch()) {
            return;
        }
        long now = clock.nanoTime();
        long untilDueNanos = core.schedule().untilDueNanos(now);
        long untilLookNanos = lookedNanos + LOOK_NANOS - now;
        if (untilDueNanos <= 0) {
            return;
        }
        if (untilDueNanos <= untilLookNanos) {
            core.schedule().rested(now, wait.until(now + untilDueNanos, warmUp));
        } else {
            clock.park(Math.max(0, untilLookNanos));
            core.schedule().rested(now, clock.nanoTime());
        }
    }

    /**
     * All that comes before a step, while there is nothing to do yet: in time that would be spun away. After a wait it would
     * take the first microsecond of a tick to come out of memory.
     */
    private void warmUp() {
        runCommands();
        core.work();
        core.warmUp();
    }

    private Throwable describe(Throwable cause) {
        try {
            return core.failed(cause);
        } catch (Throwable evenThis) {
            // Where memory is short, the cause itself has to do.
            return cause;
        }
    }

    void requestStop() {
        stopRequested = true;
        LockSupport.unpark(thread);
    }

    /** The end by a thread that starts or closes a service whose physics thread never began or hangs. */
    void endWithout(Throwable cause) {
        try {
            end(cause);
        } finally {
            // Last, as it may need memory, which the end does not.
            timer.release(this);
        }
    }

    /**
     * Ends everything but the simulation. The reason of the first call counts; a hanging thread that returns later
     * finds everything ended. Needs no memory. Each part ends even if another fails: the last of them lets threads go.
     */
    private void end(Throwable cause) {
        // A second thread must not tell the callback thread that all was added while the first still adds.
        synchronized (lock) {
            ended(cause);
            try {
                controls.end(rejection.getCause(), rejection);
            } finally {
                try {
                    commands.end(rejection.getCause(), rejection);
                } finally {
                    completions.end();
                    core.end();
                }
            }
        }
    }

    private void ended(Throwable cause) {
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
