package io.github.freestep.physics;

import io.github.freestep.time.NanoClock;
import io.github.freestep.time.VirtualClock;
import java.util.Comparator;
import java.util.PriorityQueue;

/** A virtual clock at which things happen, on the thread that waits by it: what another thread would do then. */
final class ScriptedClock implements NanoClock {
    private final VirtualClock clock;
    private final PriorityQueue<Happening> script = new PriorityQueue<>(Comparator.comparingLong(Happening::atNanos));

    ScriptedClock(long startNanos) {
        clock = new VirtualClock(startNanos);
    }

    void at(long nanos, Runnable action) {
        script.add(new Happening(nanos, action));
    }

    void advance(long nanos) {
        clock.advance(nanos);
    }

    @Override
    public long nanoTime() {
        long now = clock.nanoTime();
        while (!script.isEmpty() && script.peek().atNanos <= now) {
            script.remove().action.run();
        }
        return now;
    }

    @Override
    public void park(long nanos) {
        clock.park(nanos);
        nanoTime();
    }

    @Override
    public void spin() {
        clock.spin();
    }

    private record Happening(long atNanos, Runnable action) {}
}
