package io.github.freestep.physics.realtime;

import io.github.freestep.physics.thread.ThreadSystem.Raised;

/** Gives one thread what its service has requested. */
final class RaisedThread implements Raised {
    private static final int NONE = 0;

    private final ThreadSettings requests;

    /** The Linux thread id. */
    private volatile int thread = NONE;

    RaisedThread(ThreadSettings requests) {
        this.requests = requests;
    }

    @Override
    public void raise() {
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
            // The service continues without what was refused.
        }
    }

    @Override
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
