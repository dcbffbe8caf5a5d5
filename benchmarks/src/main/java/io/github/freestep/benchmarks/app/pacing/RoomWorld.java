package io.github.freestep.benchmarks.app.pacing;

import io.github.freestep.physics.PhysicsContext;
import io.github.freestep.physics.Simulation;
import io.github.freestep.physics.Tick;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StateWriter;
import java.util.function.LongSupplier;

/** The world of one room: a few bodies that move. Logs how late its ticks begin. Steps allocate nothing. */
final class RoomWorld implements Simulation {
    private static final int BODIES = 16;

    private final long[] nanos;
    private LongSupplier newestLatenessNanos;
    private volatile boolean logs;
    private int logged;
    private float x;

    RoomWorld(int mostTicks) {
        nanos = new long[mostTicks];
    }

    /** Sets how the world learns how late its newest tick began. Call it before the start. */
    void measureBy(LongSupplier latenessOfNewestTick) {
        newestLatenessNanos = latenessOfNewestTick;
    }

    /** Begins or ends the log. For any thread. */
    void log(boolean on) {
        logs = on;
    }

    @Override
    public StateLayout layout() {
        return StateLayout.of(BODIES);
    }

    @Override
    public void setUp(PhysicsContext context) {
        for (int body = 0; body < BODIES; body++) {
            context.bodies().spawn(body);
        }
    }

    @Override
    public void step(Tick tick) {
        if (logs && logged < nanos.length) {
            nanos[logged++] = newestLatenessNanos.getAsLong();
        }
        x += 0.01f;
    }

    @Override
    public void write(StateWriter state) {
        for (int body = 0; body < BODIES; body++) {
            state.position(body, x, body, 0);
            state.orientation(body, 0, 0, 0, 1);
        }
    }

    /** Returns the number of logged ticks. Call it after the end of the service. */
    int logged() {
        return logged;
    }

    /** Copies the lateness of all logged ticks into an array. Call it after the end. Returns the next free index. */
    int copyInto(long[] all, int from) {
        System.arraycopy(nanos, 0, all, from, logged);
        return from + logged;
    }
}
