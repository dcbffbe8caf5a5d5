package io.github.freestep.physics;

import io.github.freestep.state.Bodies;
import io.github.freestep.time.NanoClock;
import io.github.freestep.time.PreciseWait;
import java.util.concurrent.locks.LockSupport;

/**
 * The thread that owns the simulation: control, commands, a piece of work, and the wait until the next.
 *
 * <p>Nobody wakes it: it looks for control and commands every few milliseconds, however far off the next tick is. A call
 * that wakes it would make every command cost a system call.
 */
final class PhysicsThread implements Runnable {
    /** Control takes effect within 10 ms; so it never sleeps for longer, less what a sleep is late. */
    private static final long LONGEST_WAIT_NANOS = 10_000_000;

    private static final long NAP_NANOS = 8_000_000;

    private static final int CONTROLS = 256;

    final Core core;
    final Commands controls;
    final Commands commands;
    final Completions completions = new Completions("freestep-commands");
    final Thread thread = new Thread(this, "freestep-physics");

    private final NanoClock clock;
    private final PreciseWait wait;
    private final long commandBudgetNanos;

    private volatile boolean stopRequested;
    private volatile boolean ended;
    private volatile Throwable failure;

    PhysicsThread(PhysicsBuilder parts) {
        clock = parts.clock;
        core = new Core(parts, clock, clock);
        controls = new Commands(CONTROLS, completions);
        commands = new Commands(parts.commandCapacity, completions);
        commandBudgetNanos = parts.commandBudgetNanos;
        wait = new PreciseWait(clock, parts.spinBudgetPerMille);
        thread.setDaemon(true);
    }

    @Override
    public void run() {
        try {
            TimerSlack.minimise();
            core.start();
            // An interrupt asks for the end as well, and the flag stays for whoever else wants to see it.
            while (!stopRequested && !thread.isInterrupted()) {
                runCommands();
                core.work();
                if (!core.schedule().inBatch()) {
                    await();
                }
            }
            end(null);
        } catch (Throwable t) {
            end(describe(t));
        }
    }

    private void runCommands() {
        Bodies bodies = core.publisher().bodies();
        controls.run(bodies, clock, Long.MAX_VALUE, core.metrics());
        commands.run(bodies, clock, commandBudgetNanos, core.metrics());
    }

    private void await() {
        long now = clock.nanoTime();
        long untilDueNanos = core.schedule().untilDueNanos(now);
        if (untilDueNanos > 0) {
            core.schedule().rest(now);
        }
        if (untilDueNanos > LONGEST_WAIT_NANOS) {
            clock.park(NAP_NANOS);
        } else {
            wait.until(now + untilDueNanos);
        }
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

    /** The thread's own end; or, if it never began, that of whoever closes the service. */
    void end(Throwable cause) {
        ended(cause);
        Throwable reason = reason(cause);
        controls.end(reason);
        commands.end(reason);
        core.end();
        completions.end();
    }

    /** The end of a thread that hangs: nobody waits for it any more. Should it come back, it finds everything ended. */
    void endWithout(Throwable cause) {
        ended(cause);
        controls.endWithout(cause);
        commands.endWithout(cause);
        core.end();
        completions.end();
    }

    private synchronized void ended(Throwable cause) {
        if (!ended) {
            failure = cause;
            ended = true;
        }
    }

    private static Throwable reason(Throwable cause) {
        return cause != null ? cause : new IllegalStateException("the physics service was closed");
    }

    boolean hasEnded() {
        return ended;
    }

    Throwable failure() {
        return failure;
    }
}
