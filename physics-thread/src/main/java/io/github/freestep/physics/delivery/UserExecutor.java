package io.github.freestep.physics.delivery;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Runs tasks on an executor of the user, one at a time, in the order in which they were added. If that executor
 * refuses, our thread runs this task and all later ones.
 */
final class UserExecutor implements Executor, Runnable {
    /** The number of tasks to run before the executor turns to something else. */
    private static final int SHARE = 64;

    /** What becomes of the tasks. */
    private enum Phase {
        IDLE,

        /** They were handed to an executor, or to our thread, or to both after a refusal. */
        HANDED,

        /** One of these runs some of them. */
        RUNNING
    }

    private final Executor users;
    private final DeliveryThread thread;
    private final Runnable keepThread;
    private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
    private final AtomicReference<Phase> phase = new AtomicReference<>(Phase.IDLE);

    /** The thread that calls the user's executor. */
    private volatile @Nullable Thread handing;

    private volatile boolean refused;

    /**
     * Creates an executor.
     *
     * @param users the executor of the user
     * @param thread a thread for this executor alone
     * @param keepThread lets the thread run until the end, so that it does not start again for each share
     */
    UserExecutor(Executor users, DeliveryThread thread, Runnable keepThread) {
        this.users = users;
        this.thread = thread;
        this.keepThread = keepThread;
    }

    @Override
    public void execute(Runnable task) {
        tasks.add(task);
        handOver();
    }

    /** Hands the tasks over. If no thread can be started, they wait until another task is added. */
    private void handOver() {
        if (tasks.isEmpty() || !phase.compareAndSet(Phase.IDLE, Phase.HANDED)) {
            return;
        }
        if (!refused) {
            handing = Thread.currentThread();
            try {
                users.execute(this);
            } catch (Throwable thrown) {
                refused = true;
            }
            handing = null;
        }
        // It may run them even so. Our thread then finds nothing to do.
        if (refused && phase.get() == Phase.HANDED) {
            try {
                keepThread.run();
                thread.start(this);
            } catch (Error | IllegalThreadStateException noThread) {
                phase.compareAndSet(Phase.HANDED, Phase.IDLE);
            }
        }
    }

    /** Counts as a refusal on the thread that hands the tasks over, because that may be the physics thread. */
    @Override
    public void run() {
        if (Thread.currentThread() == handing) {
            refused = true;
        } else if (phase.compareAndSet(Phase.HANDED, Phase.RUNNING)) {
            Runnable task;
            for (int i = 0; i < SHARE && (task = tasks.poll()) != null; i++) {
                task.run();
            }
            phase.set(Phase.IDLE);
            handOver();
        }
    }
}
