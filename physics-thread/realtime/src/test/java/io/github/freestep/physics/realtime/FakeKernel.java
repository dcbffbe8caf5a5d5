package io.github.freestep.physics.realtime;

import java.util.ArrayList;
import java.util.List;

/** A system that remembers what was requested, or refuses it. */
final class FakeKernel implements Kernel {
    private static final int THREAD = 7;

    /** The requests so far, also the refused ones. */
    final List<String> requested = new ArrayList<>();

    boolean isAllowed = true;

    /** The error of each request; 0 for none. */
    int error;

    /** Runs before each request, on its thread. */
    volatile Runnable beforeRequest = () -> {};

    @Override
    public boolean isAllowed() {
        return isAllowed;
    }

    @Override
    public int thread() {
        return THREAD;
    }

    @Override
    public int realTime(int thread, int priority) {
        return request("realTime " + priority + " of " + thread);
    }

    @Override
    public int ordinary(int thread) {
        return request("ordinary of " + thread);
    }

    @Override
    public int processor(int thread, int number) {
        return request("cpu " + number + " of " + thread);
    }

    private int request(String name) {
        beforeRequest.run();
        requested.add(name);
        return error;
    }
}
