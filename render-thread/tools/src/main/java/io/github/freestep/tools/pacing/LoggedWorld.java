package io.github.freestep.tools.pacing;

import io.github.freestep.physics.Tick;
import io.github.freestep.tools.Walkers;
import java.util.Arrays;
import java.util.function.ToLongFunction;

/** The world of a service: a few bodies that move. Logs how late its ticks begin. Steps allocate nothing. */
final class LoggedWorld extends Walkers {
    private static final int BODIES = 16;

    private final long[] nanos;
    private ToLongFunction<Tick> latenessNanos;
    private volatile boolean logs;
    private int logged;

    LoggedWorld(int mostTicks) {
        super(BODIES);
        nanos = new long[mostTicks];
    }

    /** Sets what a step logs. Call it before the log begins. */
    void measureBy(ToLongFunction<Tick> nanosOfTick) {
        latenessNanos = nanosOfTick;
    }

    /** Begins or ends the log. For any thread. */
    void log(boolean on) {
        logs = on;
    }

    @Override
    public void step(Tick tick) {
        if (logs && logged < nanos.length) {
            nanos[logged++] = latenessNanos.applyAsLong(tick);
        }
        x += 0.01;
    }

    /** Returns the lateness of all logged ticks. Call it after the end of the service. */
    long[] latenessNanos() {
        return Arrays.copyOf(nanos, logged);
    }
}
