package io.github.freestep.physics.workers;

/**
 * Gives one thread the priority and the processor that its service has requested, from {@link #raise} to
 * {@link #lower}. Thread-safe; may allocate; {@code lower} never waits for {@code raise}. Neither method throws: the
 * system granted the requests at the start, and a late thread must not end the service. The metrics show late ticks.
 */
public final class RaisedThread {
    private static final int NONE = 0;

    private final ThreadRequests requests;

    /** The Linux thread id. */
    private volatile int thread = NONE;

    public RaisedThread(ThreadRequests requests) {
        this.requests = requests;
    }

    /** Makes the requests for the calling thread. */
    public void raise() {
        if (requests.isEmpty()) {
            return;
        }
        try {
            int own = requests.thread();
            thread = own;
            // Not under the lock of lower(): on a processor that other real-time threads occupy, this may never return.
            requests.make(own);
            if (thread == NONE) {
                // Another thread has called lower(), perhaps before the system granted the priority.
                requests.takeBack(own);
            }
        } catch (Throwable refused) {
            // The service goes on without what was refused.
        }
    }

    /**
     * Takes the priority back. For any thread. The thread itself must call it before it ends, because the system may
     * reuse its id. A second call only waits for the first one.
     */
    public synchronized void lower() {
        int lowered = thread;
        if (lowered != NONE) {
            // Only here, because raise() may have set one after the read.
            thread = NONE;
            try {
                requests.takeBack(lowered);
            } catch (Throwable noMemory) {
                // The thread keeps its priority until it ends.
            }
        }
    }
}
