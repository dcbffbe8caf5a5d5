package io.github.freestep.physics;

import io.github.freestep.internal.FineTimer;
import io.github.freestep.internal.Threads;
import io.github.freestep.internal.time.PreciseWait;
import io.github.freestep.time.NanoClock;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Runs the services of one thread: one service with a thread of its own, or some of the services of a group. Always
 * calls the run whose tick has been due for the longest time, for one pass. While none is due, it waits.
 *
 * <p>A thread that has something for a run {@linkplain #add signals} it. As long as a tick is to come, signals wake
 * nobody, because a wake-up costs both sides a system call. Instead, the worker looks for signals every 8 ms. If no run
 * has a tick to come, as in a pause, the worker sleeps deeply, and a signal wakes it. No signal is lost: the worker
 * marks that it sleeps deeply, looks for signals once more, and then parks. The other thread adds its signal, and then
 * reads the mark. So the worker sees the signal, or the other thread sees the mark and unparks the worker.
 */
final class Worker implements Runnable {
    /** Changes of time must take effect within 10 ms, and a sleep may end late. */
    static final long POLL_NANOS = 8_000_000;

    /** The shortest time between two looks for signals, so that a flood of them holds up no tick. */
    private static final long LOOK_NANOS = 1_000_000;

    /** The length of one park in a deep sleep. A virtual clock must be able to count very many of them. */
    private static final long DEEP_NANOS = 10_000_000_000L;

    /** A signalled run goes before runs whose ticks have been due for up to this time. */
    private static final long SIGNAL_LEAD_NANOS = 1_000_000_000;

    private static final VarHandle TURNS = turns();

    /** The run of a service with a thread of its own; null in a group. */
    private final @Nullable ServiceRun only;

    private final Thread thread;
    private final ParkMeter clock;
    private final PreciseWait wait;
    private final FineTimer timer;
    private final Runnable warmUp = this::warmUp;

    private final RunHeap waiting = new RunHeap();
    private final RunHeap ready = new RunHeap();

    /** The runs with signals, newest first. Runs are the nodes of the list themselves, so signals take no memory. */
    private final AtomicReference<ServiceRun> signals = new AtomicReference<>();

    private volatile boolean sleepsDeeply;
    private volatile boolean ending;

    /** The number of runs that were placed here and have not left. */
    private final AtomicInteger members = new AtomicInteger();

    /** Counts entries into user code and exits from it, so it is odd while user code runs. */
    private long turns;

    /** The run whose code runs, or ran last. */
    private ServiceRun current;

    private int joined;
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
            if (only != null) {
                only.signal();
            }
            while (!isDone()) {
                look();
                ServiceRun next = next();
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
        ServiceRun run = signals.get() == null ? null : signals.getAndSet(null);
        while (run != null) {
            ServiceRun next = run.takeSignal();
            signalled(run);
            run = next;
        }
    }

    private void signalled(ServiceRun run) {
        if (run.joins() && !hasRoomFor(run)) {
            pass(run);
        } else if (run.heap != ready && !run.end.hasLeft()) {
            if (run.heap == waiting) {
                waiting.remove(run);
            }
            ready.add(run, nowNanos - SIGNAL_LEAD_NANOS);
        }
    }

    private boolean hasRoomFor(ServiceRun joining) {
        try {
            waiting.reserve(joined + 1);
            ready.reserve(joined + 1);
            return true;
        } catch (OutOfMemoryError noRoom) {
            joining.failNext(noRoom);
            return false;
        } finally {
            joined++;
        }
    }

    private @Nullable ServiceRun next() {
        ServiceRun first;
        while ((first = waiting.first()) != null && first.heapKey - nowNanos <= 0) {
            waiting.remove(first);
            ready.add(first, first.plan.priorityNanos());
        }
        return ready.removeFirst();
    }

    private void pass(ServiceRun run) {
        run.resume(nowNanos, wokeNanos, clock.latenessNanos());
        enter(run);
        boolean goesOn = run.turn();
        leave();
        nowNanos = clock.nanoTime();
        if (!goesOn) {
            joined--;
            members.decrementAndGet();
            run.leave();
            return;
        }
        run.planNext(nowNanos);
        RunPlan plan = run.plan;
        if (!plan.isDormant()) {
            boolean due = plan.wakeNanos() - nowNanos <= 0;
            (due ? ready : waiting).add(run, due ? plan.priorityNanos() : plan.wakeNanos());
        }
    }

    private void await() {
        boolean signalled = signals.get() != null;
        long untilLookNanos = lookedNanos + (signalled ? LOOK_NANOS : POLL_NANOS) - nowNanos;
        ServiceRun next = waiting.first();
        if (next == null && !signalled) {
            sleepDeeply();
        } else if (next == null || next.heapKey - nowNanos > untilLookNanos) {
            clock.park(Math.max(0, untilLookNanos));
        } else if (next.plan.wakesForTick()) {
            warmed = next;
            wait.until(next.heapKey, warmUp);
        } else {
            clock.park(next.heapKey - nowNanos);
        }
        nowNanos = clock.nanoTime();
        wokeNanos = nowNanos;
        if (only != null && Thread.currentThread().isInterrupted()) {
            only.signal();
        }
    }

    private void sleepDeeply() {
        sleepsDeeply = true;
        if (signals.get() == null && !isDone()) {
            clock.park(DEEP_NANOS);
        }
        sleepsDeeply = false;
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

    /** Signals that a run has something to do. The run has no other signal that waits. For any thread. */
    void add(ServiceRun run) {
        ServiceRun before;
        do {
            before = signals.get();
            run.nextSignal = before;
        } while (!signals.compareAndSet(before, run));
        if (sleepsDeeply) {
            wake();
        }
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
