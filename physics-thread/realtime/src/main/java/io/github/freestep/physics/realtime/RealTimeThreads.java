package io.github.freestep.physics.realtime;

import io.github.freestep.physics.thread.ThreadSystem;

/**
 * Asks Linux for priorities and processors. The physics thread finds it as a service.
 */
public final class RealTimeThreads implements ThreadSystem {
    /** The longest time for a trial. A busy machine may hold up an ordinary thread for about half a second. */
    private static final long TRIAL_NANOS = 5_000_000_000L;

    private final Host host;

    /** The system of this process. */
    public RealTimeThreads() {
        this(Host.here());
    }

    RealTimeThreads(Host host) {
        this.host = host;
    }

    @Override
    public void check(int priority, int processor) {
        new ThreadSettings(host, priority, processor).check(TRIAL_NANOS);
    }

    @Override
    public Raised raised(int priority, int processor) {
        return new RaisedThread(new ThreadSettings(host, priority, processor));
    }
}
