package io.github.freestep.physics.thread;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** A system that remembers what was requested for each thread, or refuses it. */
public final class FakeSystem implements ThreadSystem {
    private static final int ORDINARY = 0;

    /** The present priorities, by the thread's number. */
    private final Map<Integer, Integer> priorities = new ConcurrentHashMap<>();

    private final Map<Integer, Integer> processors = new ConcurrentHashMap<>();

    /** Each check fails with this message; null for none. */
    public volatile String refusal;

    /** Returns requests of nothing yet, to this system. */
    public SystemRequests requests() {
        return new SystemRequests(this, ORDINARY, -1);
    }

    /** Returns the priority of a thread; 0 if it has none. */
    public int priority(Thread thread) {
        return priorities.getOrDefault((int) thread.getId(), ORDINARY);
    }

    public int processor(Thread thread) {
        return processors.getOrDefault((int) thread.getId(), -1);
    }

    @Override
    public void check(int priority, int processor) {
        if (refusal != null) {
            throw new IllegalStateException(refusal);
        }
    }

    @Override
    public Raised raised(int priority, int processor) {
        return new Raised() {
            private volatile int thread;

            @Override
            public void raise() {
                thread = (int) Thread.currentThread().getId();
                priorities.put(thread, priority);
                processors.put(thread, processor);
            }

            @Override
            public void lower() {
                priorities.put(thread, ORDINARY);
            }
        };
    }
}
