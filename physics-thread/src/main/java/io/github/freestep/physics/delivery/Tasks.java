package io.github.freestep.physics.delivery;

import io.github.freestep.physics.delivery.DeliveryThread.Task;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Tasks in the order in which they were added. Adding allocates nothing, because the tasks are the nodes of the list,
 * and takes no lock. Safe for use by any number of threads.
 */
final class Tasks {
    /** Tasks that were added, newest first. */
    private final AtomicReference<@Nullable Task> added = new AtomicReference<>();

    /** Tasks that were moved here from {@link #added}, oldest first. Guarded by the lock on this. */
    private @Nullable Task oldest;

    /** Adds a task that waits in no other list. */
    void add(Task task) {
        Task before;
        do {
            before = added.get();
            task.next = before;
        } while (!added.compareAndSet(before, task));
    }

    boolean isEmpty() {
        return first() == null;
    }

    /** Returns the oldest task, or null. */
    synchronized @Nullable Task first() {
        Task newer = oldest == null ? added.getAndSet(null) : null;
        while (newer != null) {
            Task older = newer.next;
            newer.next = oldest;
            oldest = newer;
            newer = older;
        }
        return oldest;
    }

    /** Removes a task if it is the oldest. Returns false otherwise, for example if another thread has removed it. */
    synchronized boolean remove(Task task) {
        if (oldest != task) {
            return false;
        }
        oldest = task.next;
        // A reference to this task must not keep those after it in memory.
        task.next = null;
        return true;
    }
}
