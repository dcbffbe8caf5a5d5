package io.github.freestep.physics.thread;

import io.github.freestep.time.NanoClock;
import io.github.freestep.time.VirtualClock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/** A system that remembers what was requested for each thread, or refuses it. */
public final class FakeSystem implements ThreadSystem {
    private static final int ORDINARY = 0;

    /** The present priorities, by the thread's number. */
    private final Map<Integer, Integer> priorities = new ConcurrentHashMap<>();

    private final Map<Integer, Integer> processors = new ConcurrentHashMap<>();

    /** Each check fails with this message; null for none. */
    public volatile String refusal;

    /** The timers of all later requests. */
    public Function<NanoClock, ParkTimer> timers = clock -> ParkTimer.NONE;

    /** Returns requests of nothing yet, to this system. */
    public SystemRequests requests() {
        return new SystemRequests(() -> this, timers, ORDINARY, -1);
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

    @Override
    public ParkTimer timer() {
        return ParkTimer.NONE;
    }

    /** A timer on a virtual clock, which remembers each call. */
    public static final class Timer implements ParkTimer {
        public final List<String> called = new ArrayList<>();
        private final VirtualClock clock;

        public Timer(VirtualClock clock) {
            this.clock = clock;
        }

        @Override
        public boolean park(long nanos) {
            called.add("park " + nanos);
            clock.advance(nanos);
            return true;
        }

        @Override
        public void close() {
            called.add("close");
        }
    }
}
