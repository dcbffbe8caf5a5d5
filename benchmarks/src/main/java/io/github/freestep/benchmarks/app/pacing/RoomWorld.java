package io.github.freestep.benchmarks.app.pacing;

import io.github.freestep.physics.PhysicsContext;
import io.github.freestep.physics.Simulation;
import io.github.freestep.physics.Tick;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StateWriter;
import java.util.function.LongSupplier;

/**
 * The world of one room: a few bodies that move, and steps of a given length. Logs how late its ticks begin. Steps
 * allocate nothing.
 */
final class RoomWorld implements Simulation {
    /** Lateness is stored in an int, so it is limited to 2.1 s. */
    private static final int MOST_NANOS = Integer.MAX_VALUE;

    /** A room that catches up may step more ticks in the window than are due in it. */
    private static final int SPARE_TICKS = 64;

    private final int bodies;
    private final long stepNanos;
    private final LogWindow window;
    private final int[] latenessNanos;
    private LongSupplier newestLatenessNanos;
    private int logged;
    private float x;

    /** Creates a world that logs up to {@code ticks} ticks, while the window is open. */
    RoomWorld(int bodies, long stepNanos, int ticks, LogWindow window) {
        this.bodies = bodies;
        this.stepNanos = stepNanos;
        this.window = window;
        latenessNanos = new int[ticks + SPARE_TICKS];
    }

    /** Sets how the world learns how late its newest tick began. Call it before the start. */
    void measureBy(LongSupplier latenessOfNewestTick) {
        newestLatenessNanos = latenessOfNewestTick;
    }

    @Override
    public StateLayout layout() {
        return StateLayout.of(bodies);
    }

    @Override
    public void setUp(PhysicsContext context) {
        for (int body = 0; body < bodies; body++) {
            context.bodies().spawn(body);
        }
    }

    @Override
    public void step(Tick tick) {
        if (window.isOpen() && logged < latenessNanos.length) {
            latenessNanos[logged++] = (int) Math.min(MOST_NANOS, newestLatenessNanos.getAsLong());
        }
        x += 0.01f;
        if (stepNanos > 0) {
            spin();
        }
    }

    /** Spins, because a sleeping step would leave its core to other threads. */
    private void spin() {
        for (long since = System.nanoTime(); System.nanoTime() - since < stepNanos; ) {
            Thread.onSpinWait();
        }
    }

    @Override
    public void write(StateWriter state) {
        for (int body = 0; body < bodies; body++) {
            state.position(body, x, body, 0);
            state.orientation(body, 0, 0, 0, 1);
        }
    }

    /** Returns the number of logged ticks. Call it after the end of the service. */
    int logged() {
        return logged;
    }

    /** Copies the lateness of all logged ticks into an array, from an index on. Call it after the end. */
    void copyInto(long[] all, int from) {
        for (int i = 0; i < logged; i++) {
            all[from + i] = latenessNanos[i];
        }
    }

    /** The time in which worlds log. Thread-safe. */
    static final class LogWindow {
        private volatile boolean open;

        boolean isOpen() {
            return open;
        }

        void open() {
            open = true;
        }

        void close() {
            open = false;
        }
    }
}
