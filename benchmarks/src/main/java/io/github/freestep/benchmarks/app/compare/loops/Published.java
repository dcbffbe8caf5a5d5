package io.github.freestep.benchmarks.app.compare.loops;

import java.util.concurrent.ArrayBlockingQueue;

/** What a physics thread hands to the frames: a queue of states that drops the oldest when it is full. */
final class Published {
    private final ArrayBlockingQueue<State> states;
    private volatile long backlogNanos;
    private State older = new State(0, 0);
    private State newest = older;

    /** Creates a queue of at most this many states; a queue of one keeps the newest. */
    Published(int most) {
        states = new ArrayBlockingQueue<>(most);
    }

    /**
     * A state by its simulation time.
     *
     * @param nanos the simulation time
     * @param stampNanos when it was published
     */
    record State(long nanos, long stampNanos) {}

    /** Publishes a state. For the physics thread. */
    void publish(long nanos, long stampNanos) {
        State state = new State(nanos, stampNanos);
        while (!states.offer(state)) {
            states.poll();
        }
    }

    /** Says how much is due and not stepped. For the physics thread. */
    void behind(long nanos) {
        backlogNanos = nanos;
    }

    long backlogNanos() {
        return backlogNanos;
    }

    /** Takes all states from the queue and returns the newest. For the drawing thread, as are the two below. */
    State newest() {
        return newestAt(Long.MAX_VALUE);
    }

    /** Takes the states that were published by this time and returns the newest of them. */
    State newestAt(long stampNanos) {
        for (State next = states.peek(); next != null && next.stampNanos <= stampNanos; next = states.peek()) {
            states.poll();
            older = newest;
            newest = next;
        }
        return newest;
    }

    /** Returns the state that was taken before the newest. */
    State older() {
        return older;
    }
}
