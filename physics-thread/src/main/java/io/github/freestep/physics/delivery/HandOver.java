package io.github.freestep.physics.delivery;

import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** Work on its way to the user's executor, which may refuse it in any way. It then runs nowhere else. */
final class HandOver implements Runnable {
    private final Runnable work;
    private final AtomicBoolean taken = new AtomicBoolean();

    /** The thread that hands over; null once it has. Other threads only compare it with themselves. */
    private @Nullable Thread from = Thread.currentThread();

    private boolean ranInside;

    private HandOver(Runnable work) {
        this.work = work;
    }

    /**
     * Hands work over to an executor. Returns false if the executor throws, or if it runs the work on the calling
     * thread, which may be the physics thread. The work then does not run, even if the executor still has it: some
     * throw because they cannot start a thread, but keep the task. Throws nothing.
     */
    static boolean to(Executor executor, Runnable work) {
        HandOver handOver = null;
        try {
            handOver = new HandOver(work);
            executor.execute(handOver);
            handOver.from = null;
            if (!handOver.ranInside) {
                return true;
            }
        } catch (Throwable refused) {
            // Also if there is no memory.
        }
        return handOver != null && !handOver.take();
    }

    /** Returns whether the caller is the first. Only the first decides what happens to the work. */
    private boolean take() {
        return taken.compareAndSet(false, true);
    }

    @Override
    public void run() {
        if (Thread.currentThread() == from) {
            ranInside = true;
        } else if (take()) {
            work.run();
        }
    }
}
