package io.github.freestep.physics;

import io.github.freestep.internal.time.Timeline;
import io.github.freestep.time.NanoClock;
import io.github.freestep.time.Ratio;
import java.util.List;

/** The input of a service without the service: a port, and what the physics thread does with it once per wake-up. */
public final class InputRig {
    private final NanoClock clock = NanoClock.system();
    private final InputCollector inputs;

    /** Ticks of a nanosecond, so that a tick is due in every wake-up, and what was pushed before belongs to it. */
    private final Timeline timeline;

    private long tick;

    public InputRig(int capacity) {
        long startNanos = clock.nanoTime();
        inputs = new InputCollector(0, capacity, List.of(), startNanos);
        timeline = new Timeline(Ratio.of(1_000_000_000), startNanos);
    }

    public InputPort port() {
        return inputs.port();
    }

    /** All that was pushed, in the order of time. */
    public TickInput wakeUp() {
        long nowNanos = clock.nanoTime();
        inputs.drain(nowNanos);
        long due = Math.max(tick + 1, timeline.tickAt(timeline.simulationAt(nowNanos)));
        TickInput input = inputs.take(timeline, tick, due);
        timeline.simulated(timeline.simulationOf(due));
        tick = due;
        return input;
    }
}
