package io.github.freestep.physics;

import io.github.freestep.physics.Commands.Pending;
import io.github.freestep.state.Bodies;
import io.github.freestep.thread.FineTimer;
import io.github.freestep.time.NanoClock;
import io.github.freestep.time.PreciseWait;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

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

    private static final int CONTROLS = 256;

    final Core core;
    final Commands controls;
    final Commands commands;
    final Completions completions;
    final Thread thread = new Thread(this, "freestep-physics");

    private final NanoClock clock;
    private final PreciseWait wait;
    private final FineTimer timer;
    private final Runnable warmUp;
    private final long commandBudgetNanos;
    private long lookedNanos;
    private long commandedTick = -1;

    private volatile boolean stopRequested;
    private volatile boolean ended;
    private volatile Throwable failure;

    PhysicsThread(PhysicsBuilder parts) {
        core = new Core(parts, parts.clock, parts.clock);
        clock = new ParkMeter(parts.clock, core.metrics());
        // Queues have room for a power of two.
        int waiting = 2 * Integer.highestOneBit(parts.commandCapacity) + CONTROLS;
        completions = new Completions(waiting, "freestep-commands");
        controls = new Commands(CONTROLS, completions, null);
        commands = new Commands(parts.commandCapacity, completions, core);
        commandBudgetNanos = parts.commandBudgetNanos;
        wait = new PreciseWait(clock, parts.spinBudgetPerMille);
        timer = parts.timer;
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

    /** Before anybody is told of the end, so that whoever learns of it finds native memory freed. */
    private Throwable closeSimulation(Throwable cause) {
        try {
            core.closeSimulation();
        } catch (Throwable t) {
            if (cause == null) {
                return describe(t);
            }
            cause.addSuppressed(t);
        }
        return cause;
    }

    /** An interrupt asks for the end as well, and the flag stays for whoever else wants to see it. */
    private boolean runs() {
        return !stopRequested && !thread.isInterrupted();
    }

    private void runCommands() {
        lookedNanos = clock.nanoTime();
        Bodies bodies = core.publisher().bodies();
        controls.run(bodies, clock, Long.MAX_VALUE);
        Schedule schedule = core.schedule();
        // Once a tick, and not again just before the next; or where that is far off, or nobody knows when, at every
        // look.
        if (schedule.doneTick() != commandedTick
                || schedule.untilDueNanos(lookedNanos) > LOOK_NANOS
                || core.starves()) {
            commandedTick = schedule.doneTick();
            commands.run(bodies, clock, commandBudgetNanos);
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

    /** The end, by the physics thread itself. */
    void end(Throwable cause) {
        end(cause, completions::add);
    }

    /**
     * The end, by whoever closes a service whose thread never began or hangs. Should that come back, it finds everything
     * ended.
     */
    void endWithout(Throwable cause) {
        timer.release(this);
        end(cause, Pending::complete);
    }

    /** Each part whatever becomes of the others: the last of them lets threads go. */
    private void end(Throwable cause, Consumer<Pending<?>> completer) {
        ended(cause);
        Throwable reason = cause != null ? cause : new IllegalStateException("the physics service was closed");
        try {
            controls.end(reason, completer);
        } finally {
            try {
                commands.end(reason, completer);
            } finally {
                completions.end();
                core.end();
            }
        }
    }

    private synchronized void ended(Throwable cause) {
        if (!ended) {
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
