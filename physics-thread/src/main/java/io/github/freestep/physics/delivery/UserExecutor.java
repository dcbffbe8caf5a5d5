package io.github.freestep.physics.delivery;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Runs tasks on an executor of the user, one at a time, in the order in which they were added. If that executor
 * refuses, our thread runs this task and all later ones. It is started at the first refusal, and runs until the end.
 */
final class UserExecutor implements Executor {
    /** The number of tasks to run before the executor turns to something else. */
    private static final int SHARE = 64;

    private final Executor users;
    private final DeliveryThread thread;
    private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();

    /** Whether the tasks were handed to an executor that has not yet finished its share. */
    private final AtomicBoolean handed = new AtomicBoolean();

    /** Runs a share on our thread. */
    private final DeliveryThread.Task share = new DeliveryThread.Task(this::runShare);

    private volatile boolean refused;

    /** Whether our thread was started and not left. Written only by a thread that has set {@link #handed}. */
    private volatile boolean begun;

    private volatile boolean ended;

    /**
     * Creates an executor.
     *
     * @param users the executor of the user
     * @param thread a thread for this executor alone, which is started if the user's executor refuses
     */
    UserExecutor(Executor users, DeliveryThread thread) {
        this.users = users;
        this.thread = thread;
    }

    @Override
    public void execute(Runnable task) {
        tasks.add(task);
        handOver();
    }

    /** Lets our thread end after the tasks. Tasks that are added later still run. */
    void end() {
        ended = true;
        handOver();
    }

    /** Hands the tasks over. If no thread can be started, they wait until another task is added, or until the end. */
    private void handOver() {
        if (tasks.isEmpty() && !(begun && ended) || !handed.compareAndSet(false, true)) {
            return;
        }
        try {
            if (refused || !new Share().isAccepted()) {
                if (!begun) {
                    thread.begin();
                    begun = true;
                }
                thread.execute(share);
            }
        } catch (Error | IllegalThreadStateException noThread) {
            handed.set(false);
        }
    }

    private void runShare() {
        Runnable task;
        for (int i = 0; i < SHARE && (task = tasks.poll()) != null; i++) {
            task.run();
        }
        if (begun && ended) {
            // The thread is in this share, so it finds the next one, if any, before it ends.
            begun = false;
            thread.leave();
        }
        handed.set(false);
        handOver();
    }

    /** Tasks for the user's executor, which may run them, throw, or both. They run once. */
    private final class Share implements Runnable {
        private final AtomicBoolean taken = new AtomicBoolean();
        private volatile Thread handing = Thread.currentThread();

        /** Hands this to the user's executor. Returns false if it refuses; then it will not run the tasks. */
        boolean isAccepted() {
            try {
                users.execute(this);
            } catch (Throwable thrown) {
                refused = true;
            }
            handing = null;
            return !refused || !taken.compareAndSet(false, true);
        }

        /** Counts as a refusal on the thread that hands this over, because that may be the physics thread. */
        @Override
        public void run() {
            if (Thread.currentThread() == handing) {
                refused = true;
            } else if (taken.compareAndSet(false, true)) {
                runShare();
            }
        }
    }
}
