package io.github.freestep.benchmarks.app.stress;

import io.github.freestep.benchmarks.scenes.Scene;
import io.github.freestep.state.State;
import io.github.freestep.state.StateBuffer;
import io.github.freestep.state.StateReader;
import java.util.concurrent.locks.LockSupport;

/**
 * Reads windows as they are: whether their states are linked, and whole, also when looked at once more before they are given
 * back. Rests longer than it has worked, and so takes a fraction of a core.
 */
final class WindowChecker implements Runnable {
    private static final long LEAST_REST_NANOS = 500_000;
    private static final long MOST_REST_NANOS = 100_000_000;
    private static final int REST_FACTOR = 3;

    private final StateBuffer channel;
    private final Scene scene;
    private final Violations violations;
    private final Plant plant;

    private volatile boolean stopped;
    private long newestTick = -1;
    private volatile long windows;
    private volatile long states;
    private volatile boolean planted;

    WindowChecker(StateBuffer channel, Scene scene, Violations violations, Plant plant) {
        this.channel = channel;
        this.scene = scene;
        this.violations = violations;
        this.plant = plant;
    }

    @Override
    public void run() {
        try (StateReader reader = channel.reader()) {
            while (!stopped) {
                long since = System.nanoTime();
                if (reader.acquire()) {
                    check(reader);
                    rest(System.nanoTime() - since);
                    checkAgain(reader);
                }
                rest(System.nanoTime() - since);
            }
        } catch (RuntimeException | Error e) {
            violations.add(Promise.FAULT, "the raw reader failed: " + e);
        }
    }

    private void rest(long workedNanos) {
        LockSupport.parkNanos(Math.max(LEAST_REST_NANOS, Math.min(MOST_REST_NANOS, REST_FACTOR * workedNanos)));
    }

    void check(StateReader reader) {
        if (plant == Plant.TORN) {
            overwrite(reader, 0, 1);
        }
        windows++;
        long tick = reader.state(0).tick();
        if (tick < newestTick) {
            link(tick, "the newest state went back from tick " + newestTick + " to " + tick);
        }
        newestTick = tick;
        for (int age = 1; age < reader.size(); age++) {
            long older = reader.state(age).tick();
            long predecessor = reader.state(age - 1).predecessorTick();
            if (predecessor != older) {
                link(tick, "state " + (age - 1) + " names tick " + predecessor + ", and is followed by tick " + older);
            }
        }
        flaw(reader.state(0));
        if (plant == Plant.OVERWRITTEN) {
            overwrite(reader, reader.size() - 1, 0);
        }
    }

    /** All of it is this reader's until the next acquire, whatever the publisher does meanwhile. */
    void checkAgain(StateReader reader) {
        for (int age = 0; age < reader.size(); age++) {
            flaw(reader.state(age));
        }
    }

    private void link(long tick, String text) {
        violations.add(Promise.WINDOW, tick, Violation.UNKNOWN, text);
    }

    private void flaw(State state) {
        states++;
        String flaw = scene.flaw(state);
        if (flaw != null) {
            violations.add(Promise.STATE, state.tick(), Violation.UNKNOWN, flaw);
        }
    }

    /** Half of a state, with that of another age. */
    private void overwrite(StateReader reader, int age, int otherAge) {
        if (reader.size() > 1) {
            State state = reader.state(age);
            System.arraycopy(reader.state(otherAge).x(), 0, state.x(), 0, Math.max(1, state.slots() / 2));
            planted = true;
        }
    }

    void stop() {
        stopped = true;
    }

    long windows() {
        return windows;
    }

    long states() {
        return states;
    }

    /** Whether the flaw that is this reader's has been put in. */
    boolean hasPlanted() {
        return planted;
    }
}
