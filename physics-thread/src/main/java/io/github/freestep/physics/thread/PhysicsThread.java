package io.github.freestep.physics.thread;

import io.github.freestep.internal.Threads;
import io.github.freestep.physics.thread.ThreadSystem.Raised;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The dedicated thread of one service: it calls the run when a pass is due, and otherwise waits.
 *
 * <p>As long as a tick is to come, a signal does not wake the thread, because a wake-up costs both sides a system call.
 * Instead, the thread looks for a signal every 10 ms. If no tick is to come, as in a pause, it sleeps deeply, and a
 * signal wakes it. No signal is lost: this thread marks that it sleeps, looks for the signal once more, and then parks;
 * the other thread sets the signal, and then reads the mark. So one of the two sees what the other has written.
 */
public final class PhysicsThread implements RunThread {
    private final WorkerSettings settings;
    private final Raised raised;
    private final WorkerWaits waits;
    private final Thread thread;

    /** What the thread runs, from {@link #begin} on. */
    private @Nullable Passes passes;

    /** Whether something waits for the run. Set from the start, so that the first pass needs no signal. */
    private final AtomicBoolean signalled = new AtomicBoolean(true);

    private volatile boolean sleepsDeeply;

    private long nowNanos;
    private long lookedNanos;

    /** The end of the newest wait. */
    private long wokeNanos;

    /** Whether the clock has stood still during the newest wait. */
    private boolean isClockStill;

    /** Creates the thread, which {@link #begin} starts. */
    public PhysicsThread(WorkerSettings settings) {
        this.settings = settings;
        raised = settings.systemRequests().raised();
        waits = new WorkerWaits(settings);
        thread = new Thread(settings.name()) {
            @Override
            public void run() {
                if (passes != null) {
                    PhysicsThread.this.run(passes);
                }
            }
        };
        thread.setDaemon(true);
    }

    /** Runs a run up to its end. For the thread, and for tests, whose thread stands in for it. */
    public void run(Passes run) {
        settings.timer().raise(this);
        raised.raise();
        try {
            TimerSlack.minimise();
            loop(run);
        } catch (Throwable failure) {
            // The clock, which may be the user's, has thrown, the heap is full, or the pass before a tick has failed.
            // No wait can follow such a failure. If the clock failed just after the last pass, the run has ended
            // already.
            if (run.continues()) {
                run.failNext(failure);
                runPass(run);
            }
        } finally {
            release();
        }
    }

    private void loop(Passes run) {
        nowNanos = waits.nanoTime();
        wokeNanos = nowNanos;
        lookedNanos = nowNanos - WorkerWaits.LOOK_NANOS;
        boolean continues = true;
        while (continues) {
            if (isDue(run.plan())) {
                continues = pass(run);
            } else {
                await(run);
            }
        }
    }

    /** Returns whether to run a pass now: because of a signal, for which this looks once in 1 ms, or by the plan. */
    private boolean isDue(RunPlan plan) {
        if (isClockStill || nowNanos - lookedNanos >= WorkerWaits.LOOK_NANOS) {
            lookedNanos = nowNanos;
            // Cleared before the pass looks into the queues, so what comes later is signalled again.
            if (signalled.get() && signalled.getAndSet(false)) {
                return true;
            }
        }
        return !plan.isDormant() && plan.wakeNanos() - nowNanos <= 0;
    }

    /** Runs a pass. Returns whether the run continues. */
    private boolean pass(Passes run) {
        run.resume(nowNanos, wokeNanos, waits.latenessNanos());
        runPass(run);
        nowNanos = waits.nanoTime();
        boolean continues = run.continues();
        if (continues) {
            run.planNext(nowNanos);
        }
        return continues;
    }

    private void runPass(Passes run) {
        try {
            run.runPass();
        } catch (Throwable failure) {
            // The pass has ended the run, but a part of that end has failed, such as with a full heap.
        }
    }

    private void await(Passes run) {
        RunPlan plan = run.plan();
        long sinceNanos = nowNanos;
        boolean isSignalled = signalled.get();
        if (plan.isDormant() && !isSignalled) {
            sleepDeeply();
            nowNanos = waits.nanoTime();
        } else {
            long untilPassNanos = plan.isDormant() ? Long.MAX_VALUE : plan.wakeNanos() - nowNanos;
            nowNanos =
                    waits.untilPassOrLook(untilPassNanos, plan.wakesForTick(), isSignalled, nowNanos, lookedNanos, run);
        }
        wokeNanos = nowNanos;
        // While the clock stands still, the next pass never becomes due. Commands, feeds and the end must run even so.
        isClockStill = nowNanos == sinceNanos;
        if (isClockStill || Thread.currentThread().isInterrupted()) {
            signalled.set(true);
        }
    }

    private void sleepDeeply() {
        sleepsDeeply = true;
        if (!signalled.get()) {
            waits.deeply(true);
        }
        sleepsDeeply = false;
    }

    /**
     * If a signal waits already, there is no second one: the pass that follows clears it before it looks into the
     * queues, so it finds everything. For that, every queue that a pass looks into must be read with volatile
     * semantics, as those of JCTools and the atomic references are. With acquire, the look could come before the
     * exchange that clears the signal, on a processor weaker than x86.
     */
    @Override
    public void signal() {
        // What was added to a queue must be visible before this reads the signal.
        VarHandle.fullFence();
        if (!signalled.get() && signalled.compareAndSet(false, true)) {
            if (sleepsDeeply) {
                wake();
            }
        }
    }

    @Override
    public void begin(Passes run) {
        passes = run;
        thread.start();
    }

    @Override
    public void wake() {
        LockSupport.unpark(thread);
    }

    @Override
    public boolean awaitEnd(long timeoutNanos) {
        return Threads.join(thread, timeoutNanos);
    }

    @Override
    public Thread thread() {
        return thread;
    }

    @Override
    public boolean runs(Thread other) {
        return other == thread;
    }

    @Override
    public void interruptCode() {
        thread.interrupt();
    }

    @Override
    public void release() {
        settings.timer().release(this);
        raised.lower();
    }

    @Override
    public String who() {
        return thread.getName();
    }

    @Override
    public String runner() {
        return "thread " + who() + " #" + thread.getId();
    }
}
