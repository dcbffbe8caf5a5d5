package io.github.freestep.benchmarks.app.stress;

import io.github.freestep.benchmarks.scenes.Checks;
import io.github.freestep.state.State;
import io.github.freestep.state.StateBuffer;
import io.github.freestep.state.StateReader;
import io.github.freestep.state.content.StateInside;
import java.util.concurrent.locks.LockSupport;

/**
 * Reads windows without a sampler, and checks that their states are whole and linked. Before it releases a window, it
 * checks the states again. It rests three times as long as it works, so that it takes a fraction of a core.
 */
final class WindowChecker implements Runnable {
    private static final long LEAST_REST_NANOS = 500_000;
    private static final long MOST_REST_NANOS = 100_000_000;
    private static final int REST_FACTOR = 3;

    private final StateBuffer channel;
    private final Checks checks;
    private final Violations violations;
    private final PlantedFlaw flaw;

    private volatile boolean stopped;
    private long newestTick = -1;
    volatile long windows;
    volatile long states;

    WindowChecker(StateBuffer channel, Checks checks, Violations violations, PlantedFlaw flaw) {
        this.channel = channel;
        this.checks = checks;
        this.violations = violations;
        this.flaw = flaw;
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
        if (reader.size() > 1 && flaw.puts(Plant.TORN)) {
            overwrite(reader, 0, 1);
        }
        windows++;
        long tick = reader.state(0).tick();
        if (tick < newestTick) {
            link(tick, "the newest state went back from tick " + newestTick + " to " + tick);
        }
        for (int age = 1; age < reader.size(); age++) {
            long older = reader.state(age).tick();
            long predecessor = StateInside.predecessorTick(reader.state(age - 1));
            if (predecessor != older) {
                link(
                        tick,
                        "state " + (age - 1) + " names tick " + predecessor + " as its predecessor, but tick " + older
                                + " follows");
            }
        }
        for (int age = reader.size() - 1; age >= 0; age--) {
            if (reader.state(age).tick() > newestTick) {
                check(reader.state(age));
            }
        }
        newestTick = tick;
        if (reader.size() > 1 && flaw.puts(Plant.OVERWRITTEN)) {
            overwrite(reader, reader.size() - 1, 0);
        }
    }

    /** Checks the window again: the publisher must not touch it until the next acquire. */
    void checkAgain(StateReader reader) {
        for (int age = 0; age < reader.size(); age++) {
            check(reader.state(age));
        }
    }

    private void link(long tick, String text) {
        violations.add(Promise.WINDOW, tick, text);
    }

    private void check(State state) {
        states++;
        String wrong = checks.flaw(state);
        if (wrong != null) {
            violations.add(Promise.STATE, state.tick(), wrong);
        }
    }

    /** Overwrites half of a state with that of another age, for a planted flaw. */
    private static void overwrite(StateReader reader, int age, int otherAge) {
        State state = reader.state(age);
        System.arraycopy(reader.state(otherAge).x(), 0, state.x(), 0, Math.max(1, state.slots() / 2));
    }

    void stop() {
        stopped = true;
    }
}
