package io.github.freestep.benchmarks.app.stress.handoff;

import io.github.freestep.internal.StateInside;
import io.github.freestep.state.State;
import io.github.freestep.state.StateBuffer;
import io.github.freestep.state.StateReader;
import java.util.concurrent.locks.LockSupport;

/** A reader that checks every value of every window it acquires, at its own pace. */
final class HandoffReader implements Runnable {
    private final String name;
    private final StateBuffer channel;
    private final SelfCheckingState content;
    private final long restNanos;
    private final int windowsPerVisit;

    private long newestTick = -1;
    private volatile boolean stopped;
    private volatile long windows;
    private volatile String flaw;

    /**
     * @param restNanos how long the reader keeps each window before it checks it again and acquires the next
     * @param windowsPerVisit after this number of windows the reader leaves and joins again
     */
    HandoffReader(String name, StateBuffer channel, SelfCheckingState content, long restNanos, int windowsPerVisit) {
        this.name = name;
        this.channel = channel;
        this.content = content;
        this.restNanos = restNanos;
        this.windowsPerVisit = windowsPerVisit;
    }

    @Override
    public void run() {
        try {
            while (!stopped && flaw == null) {
                visit();
            }
        } catch (RuntimeException | Error e) {
            fail(e.toString());
            throw e;
        }
    }

    private void visit() {
        try (StateReader reader = channel.reader()) {
            for (int visited = 0; visited < windowsPerVisit && !stopped && flaw == null; ) {
                if (reader.acquire()) {
                    visited++;
                    check(reader);
                    if (restNanos > 0) {
                        LockSupport.parkNanos(restNanos);
                        check(reader);
                    }
                    windows++;
                } else if (visited == 0 && newestTick >= 0) {
                    fail("joined, but did not get the window that was published");
                } else {
                    Thread.onSpinWait();
                }
            }
        }
    }

    private void check(StateReader reader) {
        long tick = reader.state(0).tick();
        if (tick < newestTick) {
            fail("went back from tick " + newestTick + " to " + tick);
        }
        newestTick = tick;
        if (reader.size() != Math.min(channel.window(), content.plan().publishedBefore(tick) + 1)) {
            fail("at tick " + tick + " has only " + reader.size() + " states");
        }
        for (int age = 0; age < reader.size(); age++) {
            State state = reader.state(age);
            String wrong = content.flaw(state);
            if (wrong != null) {
                fail(wrong);
            }
            if (age + 1 < reader.size()
                    && StateInside.predecessorTick(state)
                            != reader.state(age + 1).tick()) {
                fail("the state before tick " + state.tick() + " is tick "
                        + reader.state(age + 1).tick());
            }
        }
    }

    private void fail(String what) {
        flaw = name + ": " + what;
    }

    void stop() {
        stopped = true;
    }

    String name() {
        return name;
    }

    long windows() {
        return windows;
    }

    String flaw() {
        return flaw;
    }
}
