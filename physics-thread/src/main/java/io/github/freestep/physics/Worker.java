package io.github.freestep.physics;

import io.github.freestep.internal.FineTimer;
import io.github.freestep.internal.Threads;
import io.github.freestep.internal.time.PreciseWait;
import io.github.freestep.time.NanoClock;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Runs the services of one thread: one service with a thread of its own, or some of the services of a group. Always
 * calls the run whose tick has been due for the longest time, for one pass. While none is due, it waits.
 */
final class Worker implements Runnable {
    /** Changes of time must take effect within 10 ms, and a sleep may end late. */
    static final long POLL_NANOS = 8_000_000;

    /** The shortest time between two looks for signals, so that a flood of them holds up no tick. */
    private static final long LOOK_NANOS = 1_000_000;

    /** The length of one park in a deep sleep. A virtual clock must be able to count very many of them. */
    private static final long DEEP_NANOS = 10_000_000_000L;

    private static final VarHandle TURNS = turns();

    /** The run of a service with a thread of its own; null in a group. */
    private final @Nullable ServiceRun only;

    private final Thread thread;
    private final ParkMeter clock;
    private final PreciseWait wait;
    private final FineTimer timer;
    private final Runnable warmUp = this::warmUp;

    private final Signals signals = new Signals();
    private final RunQueue queue = new RunQueue();
    private final Phases phases = new Phases();
    private final WorkerLoad load = new WorkerLoad();

    /** The number of runs that were placed here and have not left. */
    private final AtomicInteger members = new AtomicInteger();

    private volatile boolean ending;

    /** Counts entries into user code and exits from it, so it is odd while user code runs. */
    private long turns;

    /** The run whose code runs, or ran last. */
    private ServiceRun current;

    private long nowNanos;
    private long lookedNanos;

    /** The end of the newest wait. */
    private long wokeNanos;

    private ServiceRun warmed;

    Worker(@Nullable ServiceRun only, String name, NanoClock clock, int spinBudgetPerMille, FineTimer timer) {
        this.only = only;
        this.clock = new ParkMeter(clock);
        this.timer = timer;
        wait = new PreciseWait(this.clock, spinBudgetPerMille);
        thread = new Thread(this, name);
        thread.setDaemon(true);
        members.set(only == null ? 0 : 1);
        ending = only != null;
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
            nowNanos = clock.nanoTime();
            lookedNanos = nowNanos - LOOK_NANOS;
            wokeNanos = nowNanos;
            load.start(nowNanos);
            if (only != null) {
                only.signal();
            }
            while (!isDone()) {
                look();
                ServiceRun next = queue.next(nowNanos);
                if (next == null) {
                    await();
                } else {
                    pass(next);
                }
            }
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

    private void look() {
        if (nowNanos - lookedNanos < LOOK_NANOS) {
            return;
        }
        lookedNanos = nowNanos;
        ServiceRun run = signals.takeAll();
        while (run != null) {
            ServiceRun next = run.takeSignal();
            if (run.joins()) {
                join(run);
            }
            if (run.isJoined()) {
                queue.hurry(run, nowNanos);
            }
            run = next;
        }
    }

    private void join(ServiceRun run) {
        try {
            queue.join(run);
        } catch (OutOfMemoryError noRoom) {
            run.failNext(noRoom);
            pass(run);
        }
    }

    private void pass(ServiceRun run) {
        long sinceNanos = nowNanos;
        run.resume(sinceNanos, wokeNanos, clock.latenessNanos(), load.share());
        enter(run);
        boolean goesOn = run.turn();
        leave();
        nowNanos = clock.nanoTime();
        if (!goesOn) {
            queue.leave(run);
            run.releasePhase(phases);
            members.decrementAndGet();
            run.leave();
            return;
        }
        run.planNext(nowNanos);
        queue.add(run, nowNanos);
        load.pass(run.plan.cost(), nowNanos - sinceNanos, run.plan.steppedTicks(), run.plan.hasDropped());
        if (load.isOver(nowNanos)) {
            endWindow();
        }
    }

    private void endWindow() {
        double slowable = 0;
        double fixed = 0;
        for (int i = 0; i < queue.size(); i++) {
            RunPlan plan = queue.get(i).plan;
            double demand = plan.endWindow();
            slowable += plan.canBeSlowed() ? demand : 0;
            fixed += plan.canBeSlowed() ? 0 : demand;
        }
        load.endWindow(nowNanos, slowable, fixed, queue.size());
    }

    private void await() {
        long sinceNanos = nowNanos;
        boolean signalled = !signals.isEmpty();
        long untilLookNanos = lookedNanos + (signalled ? LOOK_NANOS : POLL_NANOS) - sinceNanos;
        ServiceRun next = queue.firstWaiting();
        if (next == null && !signalled) {
            load.noteSleep();
            sleepDeeply();
        } else if (next == null || next.heapKey - sinceNanos > untilLookNanos) {
            clock.park(Math.max(0, untilLookNanos));
        } else if (next.plan.wakesForTick()) {
            warmed = next;
            wait.until(next.heapKey, warmUp);
        } else {
            clock.park(next.heapKey - sinceNanos);
        }
        nowNanos = clock.nanoTime();
        wokeNanos = nowNanos;
        load.idle(nowNanos - sinceNanos);
        if (only != null && Thread.currentThread().isInterrupted()) {
            only.signal();
        }
    }

    private void sleepDeeply() {
        signals.beginSleep();
        if (signals.isEmpty() && !isDone()) {
            clock.park(DEEP_NANOS);
        }
        signals.endSleep();
    }

    private void warmUp() {
        enter(warmed);
        warmed.warmUp();
        leave();
    }

    /** Marks that the thread enters user code of a run. */
    private void enter(ServiceRun run) {
        if (only == null) {
            // An interrupt that was meant for another run, or for none, must not end this one.
            Thread.interrupted();
        }
        current = run;
        TURNS.setRelease(this, turns + 1);
    }

    /** Marks that the thread has left user code. */
    private void leave() {
        TURNS.setRelease(this, turns + 1);
    }

    private boolean isDone() {
        return ending && members.get() == 0;
    }

    /** Returns when a run with ticks of this length is to begin. For the thread of the worker. */
    long beginNanos(double tickNanos) {
        return only != null ? clock.nanoTime() : phases.take(clock.nanoTime(), tickNanos);
    }

    /** Signals that a run has something to do. No other signal of the run may be waiting. For any thread. */
    void signal(ServiceRun run) {
        signals.add(run);
    }

    /** Starts the thread, unless it was started before. For one thread at a time. */
    void startOnce() {
        if (thread.getState() == Thread.State.NEW) {
            thread.start();
        }
    }

    /** Counts a run that will join. */
    void place() {
        members.incrementAndGet();
    }

    /** Takes back a {@link #place} for a run that does not join. */
    void withdraw() {
        members.decrementAndGet();
        wake();
    }

    /** Lets the thread end after its last run. */
    void end() {
        ending = true;
        wake();
    }

    void start() {
        thread.start();
    }

    void wake() {
        LockSupport.unpark(thread);
    }

    /** Interrupts the thread if it is in the code of this run. */
    void interrupt(ServiceRun run) {
        if (only != null || ((long) TURNS.getAcquire(this) & 1) == 1 && current == run) {
            thread.interrupt();
        }
    }

    /** Waits until the thread has ended. Returns whether it has. */
    boolean awaitEnd(long timeoutNanos) {
        return Threads.join(thread, timeoutNanos);
    }

    int members() {
        return members.get();
    }

    /** Returns the load to expect if another run joins, for comparison with other workers. */
    double expectedLoad() {
        return load.expected(members.get());
    }

    WorkerLoad load() {
        return load;
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
