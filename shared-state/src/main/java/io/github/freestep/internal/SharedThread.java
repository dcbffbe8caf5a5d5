package io.github.freestep.internal;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A daemon thread that all users in a process share. It runs from the first user to the last. Safe for use by any
 * number of threads. Internal to Freestep. The thread does what {@link #run} says, which must return soon after an
 * interrupt for which {@link #isCurrent} is false.
 *
 * @param <U> the type of the users, which are compared by identity
 */
public abstract class SharedThread<U> implements Runnable {
    /** How long a release usually waits for the end of the thread at most. */
    protected static final long END_NANOS = 5_000_000_000L;

    private final String name;
    private final long endNanos;

    private final Set<U> users = Collections.newSetFromMap(new IdentityHashMap<>());

    /** A copy of the users for {@link #users}; null after a removal. */
    private @Nullable List<U> copy;

    private @Nullable Thread thread;

    /**
     * Creates a thread without users. It is not started.
     *
     * @param name the name of the thread
     * @param endNanos the longest time to wait for its end, usually {@link #END_NANOS}
     */
    protected SharedThread(String name, long endNanos) {
        this.name = name;
        this.endNanos = endNanos;
    }

    /**
     * Adds a user, and starts the thread for the first one. A second call with the same user does nothing. If the
     * thread cannot be started, the next user's call tries again.
     *
     * @param user the user
     */
    public synchronized void add(U user) {
        try {
            users.add(user);
            // Here, because with a full heap the thread could make none, and would serve nobody.
            copy = List.copyOf(users);
            if (thread == null) {
                thread = Threads.start(this, name);
            }
        } catch (Throwable noThread) {
            // The thread is useful, but its absence must not end a service.
        }
    }

    /**
     * Removes a user. For the last one, ends the thread and waits for its end, at most 5 s. Does nothing for a user
     * that was not added.
     *
     * @param user the user
     */
    public void release(U user) {
        Thread ended = withdraw(user);
        // The thread itself may release the last user. It then ends once it has returned.
        if (ended != null && ended != Thread.currentThread()) {
            ended.interrupt();
            Threads.join(ended, endNanos);
        }
    }

    private synchronized @Nullable Thread withdraw(U user) {
        copy = null;
        users.remove(user);
        if (!users.isEmpty()) {
            return null;
        }
        Thread ended = thread;
        thread = null;
        return ended;
    }

    /**
     * Returns the users, which may change afterwards. Allocates only after a removal.
     *
     * @return an immutable copy, in no particular order
     */
    public synchronized List<U> users() {
        List<U> present = copy;
        if (present == null) {
            present = List.copyOf(users);
            copy = present;
        }
        return present;
    }

    /**
     * Returns the thread.
     *
     * @return the thread; null while there is no user
     */
    public synchronized @Nullable Thread thread() {
        return thread;
    }

    /**
     * Returns whether the calling thread is the shared thread and still has users.
     *
     * @return false if the calling thread must end
     */
    public boolean isCurrent() {
        return thread() == Thread.currentThread();
    }
}
