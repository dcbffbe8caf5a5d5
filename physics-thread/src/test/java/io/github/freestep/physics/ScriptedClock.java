package io.github.freestep.physics;

import static org.junit.jupiter.api.Assertions.assertNull;

import io.github.freestep.physics.thread.PhysicsThread;
import io.github.freestep.time.NanoClock;
import io.github.freestep.time.VirtualClock;
import java.util.Comparator;
import java.util.PriorityQueue;

/** A virtual clock with a script. The thread that uses the clock runs the script's actions, as other threads would. */
final class ScriptedClock implements NanoClock {
    private static final long DEEP_NANOS = 1_000_000_000;

    private final VirtualClock clock;
    private long parks;
    private long readings;
    private long longestParkNanos;
    private final PriorityQueue<Action> script = new PriorityQueue<>(Comparator.comparingLong(Action::atNanos));

    ScriptedClock(long startNanos) {
        clock = new VirtualClock(startNanos);
    }

    void at(long nanos, Runnable task) {
        script.add(new Action(nanos, task));
    }

    /** Returns the number of parks. */
    long parks() {
        return parks;
    }

    /** Returns the number of readings. */
    long readings() {
        return readings;
    }

    /** Returns the length of the longest park that was shorter than a second. */
    long longestParkNanos() {
        return longestParkNanos;
    }

    /** Runs the loop of a service on the thread of the test, up to a time. The service must not fail. */
    void run(ServiceRun run, long endNanos) {
        at(endNanos, run::requestStop);
        ((PhysicsThread) run.thread).run(run.passes);
        assertNull(run.end.failure);
    }

    void advance(long nanos) {
        clock.advance(nanos);
    }

    @Override
    public long nanoTime() {
        readings++;
        long now = clock.nanoTime();
        while (!script.isEmpty() && script.peek().atNanos <= now) {
            script.remove().task.run();
        }
        return now;
    }

    /**
     * Parks. A park of seconds ends at the next action of the script, because another thread would end it there, too.
     */
    @Override
    public void park(long nanos) {
        parks++;
        longestParkNanos = Math.max(longestParkNanos, nanos < DEEP_NANOS ? nanos : 0);
        long untilActionNanos = script.isEmpty() ? Long.MAX_VALUE : script.peek().atNanos - clock.nanoTime();
        clock.park(nanos < DEEP_NANOS ? nanos : Math.min(nanos, untilActionNanos));
        nanoTime();
    }

    @Override
    public void spin() {
        clock.spin();
    }

    private record Action(long atNanos, Runnable task) {}
}
