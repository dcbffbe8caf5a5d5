package io.github.freestep.physics.workers;

import io.github.freestep.physics.spi.ParkTimer;
import io.github.freestep.physics.spi.ThreadSystem;
import io.github.freestep.time.NanoClock;
import io.github.freestep.time.VirtualClock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;

/** A system that remembers what was requested for each thread, or refuses it. Its threads have the JVM's numbers. */
public final class FakeSystem implements ThreadSystem {
    private static final int ORDINARY = 0;
    private static final long TRIAL_NANOS = 30_000_000_000L;

    /** The present priorities, by the thread's number. */
    private final Map<Integer, Integer> priorities = new ConcurrentHashMap<>();

    private final Map<Integer, Integer> processors = new ConcurrentHashMap<>();

    /** The requests so far, also the refused ones. */
    final List<String> requested = new CopyOnWriteArrayList<>();

    /** Each request fails with this message; null for none. */
    public volatile String refusal;

    /** Runs before each request, on its thread. */
    public volatile Runnable beforeRequest = () -> {};

    /** The timers of all later requests. */
    public Function<NanoClock, ParkTimer> timers = clock -> ParkTimer.NONE;

    /** Returns requests of nothing yet, to this system. */
    public ThreadRequests requests() {
        return requests(TRIAL_NANOS);
    }

    public ThreadRequests requests(long trialNanos) {
        return new ThreadRequests(() -> this, timers, trialNanos);
    }

    /** Returns the priority of a thread; 0 if it has none. */
    public int priority(Thread thread) {
        return priorities.getOrDefault((int) thread.getId(), ORDINARY);
    }

    public int processor(Thread thread) {
        return processors.getOrDefault((int) thread.getId(), -1);
    }

    @Override
    public int thread(String option) {
        return (int) Thread.currentThread().getId();
    }

    @Override
    public void setPriority(int thread, int priority) {
        request("realTime " + priority, priorities, thread, priority);
    }

    @Override
    public void clearPriority(int thread) {
        priorities.put(thread, ORDINARY);
    }

    @Override
    public void setProcessor(int thread, int number) {
        request("cpu " + number, processors, thread, number);
    }

    @Override
    public ParkTimer timer() {
        return ParkTimer.NONE;
    }

    private void request(String name, Map<Integer, Integer> values, int thread, int value) {
        requested.add(name);
        beforeRequest.run();
        if (refusal != null) {
            throw new IllegalStateException(refusal);
        }
        values.put(thread, value);
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
