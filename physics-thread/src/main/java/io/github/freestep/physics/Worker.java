package io.github.freestep.physics;

import io.github.freestep.internal.FineTimer;
import io.github.freestep.internal.Threads;
import io.github.freestep.internal.time.PreciseWait;
import io.github.freestep.time.NanoClock;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.LockSupport;

/** Runs a service on its own thread: calls a pass of the run whenever one is due, and waits in between. */
final class Worker implements Runnable {
    private static final VarHandle TURNS = turns();

    private final ServiceRun run;
    private final Thread thread = new Thread(this, "freestep-physics");
    private final NanoClock clock;
    private final PreciseWait wait;
    private final FineTimer timer;
    private final Runnable warmUp = this::warmUp;

    /** Counts entries into user code and exits from it, so it is odd while user code runs. */
    private long turns;

    Worker(ServiceRun run, Setup setup) {
        this.run = run;
        clock = new ParkMeter(setup.clock(), run.core.metrics());
        wait = new PreciseWait(clock, setup.spinBudgetPerMille());
        timer = setup.timer();
        thread.setDaemon(true);
    }

    private static VarHandle turns() {
        try {
            return MethodHandles.lookup().findVarHandle(Worker.class, "turns", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    @Override
    public void run() {
        timer.raise(this);
        try {
            minimiseTimerSlack();
            loop();
        } finally {
            timer.release(this);
        }
    }

    private static void minimiseTimerSlack() {
        try {
            TimerSlack.minimise();
        } catch (Throwable noMemory) {
            // Late wake-ups are no reason to end a service, and its metrics show late ticks.
        }
    }

    private void loop() {
        enter();
        boolean goesOn = run.begin();
        leave();
        while (goesOn) {
            enter();
            goesOn = run.turn();
            leave();
            if (goesOn) {
                await();
            }
        }
    }

    private void await() {
        run.plan();
        long now = clock.nanoTime();
        long untilNanos = run.wakeNanos() - now;
        if (run.wakesForTick()) {
            if (untilNanos > 0) {
                run.noteIdle(now, wait.until(run.wakeNanos(), warmUp));
            }
        } else {
            clock.park(Math.max(0, untilNanos));
            run.noteIdle(now, clock.nanoTime());
        }
    }

    private void warmUp() {
        enter();
        run.warmUp();
        leave();
    }

    /** Marks that the thread enters user code. */
    private void enter() {
        TURNS.setRelease(this, turns + 1);
    }

    /** Marks that the thread has left user code. */
    private void leave() {
        TURNS.setRelease(this, turns + 1);
    }

    void start() {
        thread.start();
    }

    void wake() {
        LockSupport.unpark(thread);
    }

    void interrupt() {
        thread.interrupt();
    }

    /** Waits until the thread has ended. Returns whether it has. */
    boolean awaitEnd(long timeoutNanos) {
        return Threads.join(thread, timeoutNanos);
    }

    Thread thread() {
        return thread;
    }

    boolean runsOn(Thread other) {
        return other == thread;
    }

    /** Gives up the fine timer, for a worker whose thread never began or hangs. */
    void release() {
        timer.release(this);
    }
}
