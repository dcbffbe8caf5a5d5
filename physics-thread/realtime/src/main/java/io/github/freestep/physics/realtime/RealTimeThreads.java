package io.github.freestep.physics.realtime;

import io.github.freestep.physics.spi.ParkTimer;
import io.github.freestep.physics.spi.ThreadSystem;

/**
 * Asks Linux for priorities and processors, and Windows for precise timers. The physics thread finds it as a service.
 */
public final class RealTimeThreads implements ThreadSystem {
    private static final String PRIORITY = "realTime";

    private final Host host;

    /** The system of this process. */
    public RealTimeThreads() {
        this(Host.here());
    }

    RealTimeThreads(Host host) {
        this.host = host;
    }

    @Override
    public int thread(String option) {
        return host.kernel(option).thread();
    }

    @Override
    public void setPriority(int thread, int priority) {
        host.requirePriority(priority, host.kernel(PRIORITY).realTime(thread, priority));
    }

    @Override
    public void clearPriority(int thread) {
        host.kernel(PRIORITY).ordinary(thread);
    }

    @Override
    public void setProcessor(int thread, int number) {
        host.requireProcessor(number, host.kernel("cpu").processor(thread, number));
    }

    @Override
    public ParkTimer timer() {
        return new WaitableTimer(TimerCalls::find);
    }
}
