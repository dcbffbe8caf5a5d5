package io.github.freestep.physics.thread;

import io.github.freestep.internal.Threads;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jctools.queues.atomic.MpscUnboundedAtomicArrayQueue;
import org.jspecify.annotations.Nullable;

/**
 * A daemon thread that completes futures, calls event handlers, or sets worlds up, in the order in which these tasks
 * were added. It runs as long as one of its users needs it. Without a group, each service has one for its futures, and
 * each subscription one for its handler. A group has one for the futures and one for the handlers of all of its
 * services, and one for set-ups, which runs only while worlds are set up.
 *
 * <p>In a group, a task that does not return delays the others. Once the watchdog has found a handler or a set-up that
 * hangs, or while a service or a subscription that waits for one closes, another thread takes the place of the one that
 * hangs. The old thread finishes that one task and then ends. A close that waits for long also replaces a thread that
 * is only busy, which costs the start of a thread. The other thread does not continue the futures of the service whose
 * callback hangs, because the callbacks of a service run one at a time.
 */
public final class DeliveryThread implements Runnable {
    /** How often a thread that waits for an end looks for a task that does not return. */
    private static final int LOOKS = 4;

    /** Created here, because its first use takes memory, and an error would end the thread. */
    private static final Runnable WAIT = DeliveryThread::park;

    private final String name;
    private final boolean isShared;

    /** Adding a task takes no lock, and allocates nothing unless very many wait. Read under the lock on this. */
    private final MpscUnboundedAtomicArrayQueue<Runnable> tasks;

    /**
     * The number of users. Without one, the thread ends after the last task. The lock on this guards this field and
     * those below, of which only {@link #thread} is also read without it. A thread holds the lock for a few
     * instructions, or while it starts another.
     */
    private int users;

    /** Whether the thread was started and does not end yet. */
    private boolean runs;

    /** Whether the thread has taken a task and not come back for the next. */
    private boolean isBusy;

    /** Set before anybody has the object. */
    @SuppressWarnings("NullAway.Init")
    private volatile Thread thread;

    private DeliveryThread(String name, boolean isShared) {
        this.name = name;
        this.isShared = isShared;
        users = isShared ? 1 : 0;
        tasks = new MpscUnboundedAtomicArrayQueue<>(isShared ? 1_024 : 16);
    }

    /**
     * Creates a thread, which starts with its first user.
     *
     * @param name the name of the thread
     * @param isShared whether it serves all services of a group, which then is a user until it calls {@link #leave}
     */
    public static DeliveryThread of(String name, boolean isShared) {
        DeliveryThread made = new DeliveryThread(name, isShared);
        made.thread = made.newThread(made);
        return made;
    }

    /** Returns a thread of the same name that is not started yet. */
    public Thread newThread(Runnable work) {
        Thread made = new Thread(work, name);
        made.setDaemon(true);
        return made;
    }

    /** Adds a user, and starts the thread if necessary. If this throws, it has no effect. */
    public synchronized void begin() {
        if (!runs) {
            if (thread.getState() != Thread.State.NEW) {
                thread = newThread(this);
            }
            thread.start();
            runs = true;
        }
        users++;
    }

    /** Removes a user. The tasks that it has added still run. */
    public synchronized void leave() {
        users--;
        LockSupport.unpark(thread);
    }

    /**
     * Runs a task. Starts the thread if necessary, and keeps it no longer. If it cannot be started, nothing changes.
     */
    public void start(Runnable task) {
        begin();
        try {
            execute(task);
        } finally {
            leave();
        }
    }

    /** Adds a task, which must not throw. Takes no lock. */
    public void execute(Runnable work) {
        tasks.offer(work);
        // A thread that takes the place of this one looks for tasks before it waits.
        LockSupport.unpark(thread);
    }

    /** Returns the thread that runs the tasks; if one did not return, the thread that took its place. */
    public Thread thread() {
        return thread;
    }

    @Override
    public void run() {
        for (Runnable task = next(); task != null; task = next()) {
            task.run();
        }
    }

    /** Returns the next task, or one that parks the thread; null if the calling thread is to end. */
    private synchronized @Nullable Runnable next() {
        if (Thread.currentThread() != thread) {
            return null;
        }
        Runnable next = tasks.poll();
        isBusy = next != null;
        // Under the lock, so that no user begins while the thread ends.
        runs = isBusy || users > 0;
        return isBusy || !runs ? next : WAIT;
    }

    private static void park() {
        // No other thread takes the place of one that is not busy, so this one gets the wake-ups. After one that comes
        // before the park, the park returns at once.
        LockSupport.park();
        // Clears an interrupt that the user's code may have left. While a thread is interrupted, its parks return at
        // once.
        Thread.interrupted();
    }

    /**
     * Waits until a user has ended. In a group, if the thread stays busy, another one takes its place.
     *
     * @param hasEnded returns whether the user has ended; without a group, false as long as the thread is alive
     * @return false if the time is over before that
     */
    public boolean await(BooleanSupplier hasEnded, long timeoutNanos) {
        // The end of a thread wakes the caller at once, whereas it sleeps for half a millisecond between two looks.
        boolean looks = isShared || Threads.join(thread, timeoutNanos);
        for (int look = 0; looks && look < LOOKS && !Threads.await(hasEnded, timeoutNanos / LOOKS); look++) {
            goOnWithout(thread);
        }
        return hasEnded.getAsBoolean();
    }

    /** Lets another thread of a group take the place of one that is in a task. Does nothing for any other thread. */
    public synchronized void goOnWithout(@Nullable Thread hangs) {
        if (isShared && isBusy && hangs == thread) {
            try {
                Thread next = newThread(this);
                next.start();
                thread = next;
            } catch (Error | IllegalThreadStateException noThread) {
                // The others wait until the task returns.
            }
        }
    }

    /** Returns whether this serves one service or subscription, and its thread has not ended. */
    public boolean isOwnAlive() {
        return !isShared && thread.isAlive();
    }

    /** Waits until the thread of a group has ended, or until it only waits for users to leave. */
    public void awaitEnd(long timeoutNanos) {
        Threads.await(this::hasEndedOrWaits, timeoutNanos);
    }

    private synchronized boolean hasEndedOrWaits() {
        return !thread.isAlive() || users > 0 && !isBusy && tasks.isEmpty();
    }
}
