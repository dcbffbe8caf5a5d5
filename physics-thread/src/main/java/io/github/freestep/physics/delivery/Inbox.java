package io.github.freestep.physics.delivery;

import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * A queue that takes no memory: its elements are its nodes. Any thread may add, without a lock. Any thread may take, in
 * the order of the additions, under a lock that is held for a few instructions.
 */
public final class Inbox<E extends Inbox.Node<E>> {
    /** An element. It can be in one queue at a time. */
    public interface Node<E> {
        /** Returns the element that was added before this one, until it is moved; then the one after it. */
        @Nullable E next();

        /** Sets what {@link #next} returns. */
        void setNext(@Nullable E next);
    }

    /** Elements that were added, newest first. */
    private final AtomicReference<E> added = new AtomicReference<>();

    /** Elements that were moved here from {@link #added}, oldest first. Guarded by the lock on this. */
    private @Nullable E oldest;

    /** Adds an element. Returns false if another addition waits that no {@link #take} has seen yet. */
    boolean add(E element) {
        E before;
        do {
            before = added.get();
            element.setNext(before);
        } while (!added.compareAndSet(before, element));
        return before == null;
    }

    /** Takes the oldest element. Returns null if there is none. */
    synchronized @Nullable E take() {
        if (oldest == null) {
            oldest = oldestFirst(added.getAndSet(null));
        }
        E taken = oldest;
        if (taken != null) {
            oldest = taken.next();
            taken.setNext(null);
        }
        return taken;
    }

    /**
     * Turns a list round that begins with its newest element.
     *
     * @param newest the first element; null for an empty list
     * @return the element that was the last
     */
    public static <E extends Node<E>> @Nullable E oldestFirst(@Nullable E newest) {
        E oldest = null;
        E each = newest;
        while (each != null) {
            E before = each.next();
            each.setNext(oldest);
            oldest = each;
            each = before;
        }
        return oldest;
    }

    synchronized boolean isEmpty() {
        return oldest == null && added.get() == null;
    }
}
