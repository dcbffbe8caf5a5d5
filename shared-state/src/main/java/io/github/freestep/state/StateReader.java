package io.github.freestep.state;

import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;

/**
 * A reader's end of a {@link StateBuffer}. For one thread, the first that uses it; once that thread has ended, for the
 * next that uses it. Wait-free and without allocation, except {@link #close}, which waits for others who are just
 * joining or leaving.
 *
 * <p>Reader: {@code acquire}, then look at the states, newest first, for as long as it likes. They stay as they are
 * until the next {@code acquire} that returns true, whatever the publisher does meanwhile; a reader that sleeps holds
 * up no other thread.
 *
 * <p>Close every subscriber. One that is dropped instead leaves when another reader joins after the garbage collector
 * has found it; states that its thread still looks at stay as they are. One whose thread has ended leaves when a reader
 * joins and there is no room for it otherwise.
 */
public final class StateReader implements AutoCloseable {
    // Every method ends with a fence. Without it, this object may count as unreachable while a method still runs.
    private final Reader reader;

    StateReader(Reader reader, ReferenceQueue<StateReader> dropped) {
        this.reader = reader;
        reader.watch(this, dropped);
    }

    /**
     * Takes the newest window, if there is one that this reader has not had yet, and lets go of the one before.
     *
     * @return whether the states have changed
     * @throws IllegalStateException if closed, or used by two threads
     */
    public boolean acquire() {
        boolean news = reader.acquire();
        Reference.reachabilityFence(this);
        return news;
    }

    /**
     * The number of states in the window that was acquired last.
     *
     * @return states, up to {@link #window}; zero before the first was published, and after close
     */
    public int size() {
        int size = Windows.size(reader.window);
        Reference.reachabilityFence(this);
        return size;
    }

    /**
     * The number of states in a window, once that many are published.
     *
     * @return the channel's depth
     */
    public int window() {
        return reader.depth();
    }

    /**
     * One of the states of the window; each is adjacent to the next, unless {@link State#predecessorTick} says otherwise.
     *
     * @param age 0 for the newest, 1 for the one before, up to {@link #size} - 1
     * @return valid until the next acquire that returns true
     * @throws IndexOutOfBoundsException if the window has no such state
     * @throws IllegalStateException if closed, or used by two threads
     */
    public State state(int age) {
        State state = reader.state(age);
        Reference.reachabilityFence(this);
        return state;
    }

    /**
     * Leaves. The states it held must not be looked at any more. A second call does nothing.
     *
     * @throws IllegalStateException if called by another thread than the one that reads, as long as that one lives
     */
    @Override
    public void close() {
        reader.close();
        Reference.reachabilityFence(this);
    }

    Reader reader() {
        return reader;
    }
}
