package io.github.freestep.state;

import io.github.freestep.state.handoff.Windows;
import java.lang.ref.Reference;

/**
 * Reads the newest states of a simulation, without waiting for the thread that writes them. The first thread that uses
 * a reader owns it, and once that thread has ended, the next one that uses it. Wait-free and without allocation, except
 * {@link #close}, which waits for other threads that are just joining or leaving.
 *
 * <pre>{@code
 * try (StateReader reader = physics.states().reader()) {
 *     if (reader.acquire()) {
 *         send(reader.state(0)); // the newest
 *     }
 * }
 * }</pre>
 *
 * <p>Call {@code acquire}, and then look at the states, newest first, for as long as you like. They do not change until
 * the next {@code acquire} that returns true, whatever the publisher does meanwhile, and a reader that sleeps delays no
 * other thread. To draw, use a sampler of {@code freestep-render-thread} instead, which interpolates.
 *
 * <p>Close every reader, because one that is not closed keeps its place in the buffer, at least until another reader
 * joins and this one is garbage or its thread has ended. States that a thread still looks at do not change even then.
 */
public final class StateReader implements AutoCloseable {
    // Every method ends with a fence. Without it, this object may count as unreachable while a method still runs.
    final Reader reader;

    StateReader(Reader reader) {
        this.reader = reader;
    }

    /**
     * Takes the newest window, if this reader does not have it already, and releases the window that it held.
     *
     * @return true if this reader now holds a newer window
     * @throws IllegalStateException if the reader is closed, or belongs to another thread
     */
    public boolean acquire() {
        boolean news = reader.acquire();
        Reference.reachabilityFence(this);
        return news;
    }

    /**
     * The number of states in the window that was acquired last. Like {@link #window}, it does not check the thread
     * that calls it; only the reader's thread gets a meaningful answer.
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
     * @return the number of states in a window of the buffer
     */
    public int window() {
        return reader.windowSize;
    }

    /**
     * Returns one of the states of the window. Neighbours in a window are adjacent: no state was published between the
     * two.
     *
     * @param age 0 for the newest, 1 for the one before, up to {@link #size} - 1
     * @return a state, valid until the next acquire that returns true
     * @throws IndexOutOfBoundsException if the window has no such state
     * @throws IllegalStateException if the reader is closed, or belongs to another thread
     */
    public State state(int age) {
        State state = reader.state(age);
        Reference.reachabilityFence(this);
        return state;
    }

    /**
     * Lets another thread use this reader: the next thread that does owns it. The caller ensures that the former owner
     * no longer uses it. For worlds of a group, which several threads step, one after another.
     *
     * @throws IllegalStateException if the reader is closed, or belongs to another thread
     */
    public void release() {
        reader.release();
        Reference.reachabilityFence(this);
    }

    /**
     * Gives the reader's place in the buffer back. Do not look at its states after that. A second call does nothing.
     *
     * @throws IllegalStateException if another thread calls it while the reader's thread is alive
     */
    @Override
    public void close() {
        reader.close();
        Reference.reachabilityFence(this);
    }
}
