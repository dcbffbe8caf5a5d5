package io.github.freestep.physics.realtime;

import io.github.freestep.time.NanoClock;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;

/** A system that remembers what was requested for each thread, or refuses it. Its threads have the JVM's numbers. */
public final class FakeKernel implements Kernel {
    private static final int ORDINARY = 0;
    private static final long TRIAL_NANOS = 30_000_000_000L;

    /** The present priorities, by the thread's number. */
    private final Map<Integer, Integer> priorities = new ConcurrentHashMap<>();

    private final Map<Integer, Integer> processors = new ConcurrentHashMap<>();

    /** The requests so far, also the refused ones. */
    final List<String> requested = new CopyOnWriteArrayList<>();

    volatile boolean isAllowed = true;
    volatile boolean hasThreads = true;

    /** The error of each request; 0 for none. */
    public volatile int error;

    /** Runs before each request, on its thread. */
    public volatile Runnable beforeRequest = () -> {};

    /** The timers of all later requests. */
    public Function<NanoClock, WaitableTimer> timers = WaitableTimer::new;

    /** Returns requests of nothing yet, to this system. */
    public ThreadRequests requests(Path root) {
        return requests(root, TRIAL_NANOS);
    }

    public ThreadRequests requests(Path root, long trialNanos) {
        Host host = new Host("Linux", 22, this, root);
        return new ThreadRequests(() -> host, timers, trialNanos);
    }

    /** Returns the priority of a thread; 0 if it has none. */
    public int priority(Thread thread) {
        return priorities.getOrDefault((int) thread.getId(), ORDINARY);
    }

    public int processor(Thread thread) {
        return processors.getOrDefault((int) thread.getId(), -1);
    }

    @Override
    public boolean isAllowed() {
        return isAllowed;
    }

    @Override
    public int thread() {
        if (!hasThreads) {
            throw new IllegalStateException("no number");
        }
        return (int) Thread.currentThread().getId();
    }

    @Override
    public int realTime(int thread, int priority) {
        return request("realTime " + priority, priorities, thread, priority);
    }

    @Override
    public int ordinary(int thread) {
        priorities.put(thread, ORDINARY);
        return 0;
    }

    @Override
    public int processor(int thread, int number) {
        return request("cpu " + number, processors, thread, number);
    }

    private int request(String name, Map<Integer, Integer> values, int thread, int value) {
        requested.add(name);
        beforeRequest.run();
        if (error == 0) {
            values.put(thread, value);
        }
        return error;
    }
}
