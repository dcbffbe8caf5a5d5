package io.github.freestep.benchmarks.jmh.input;

import io.github.freestep.benchmarks.internals.Internals;
import io.github.freestep.internal.time.Timeline;
import io.github.freestep.physics.InputPort;
import io.github.freestep.physics.TickInput;
import io.github.freestep.time.NanoClock;
import io.github.freestep.time.Ratio;
import java.lang.invoke.MethodHandle;
import java.util.List;

/**
 * Freestep's input: the port to which users push, and all that the physics thread does with an input before the step.
 */
final class FreestepInput implements InputQueue {
    private static final MethodHandle NEW_COLLECTOR = Internals.constructor("physics.InputCollector", 4);
    private static final MethodHandle PORT = Internals.method("physics.InputCollector", "port", 0);
    private static final MethodHandle DRAIN = Internals.method("physics.InputCollector", "drain", 1);
    private static final MethodHandle TAKE = Internals.method("physics.InputCollector", "take", Timeline.class);

    /** One tick per nanosecond, so that at each poll a tick is due that takes all earlier inputs. */
    private static final Ratio RATE = Ratio.of(1_000_000_000);

    private final NanoClock clock = NanoClock.system();
    private final Object inputs;
    private final InputPort port;
    private final Timeline timeline;
    private long tick;

    FreestepInput() {
        long startNanos = clock.nanoTime();
        inputs = Internals.call(NEW_COLLECTOR, 0, CAPACITY, List.of(), startNanos);
        port = Internals.call(PORT, inputs);
        timeline = new Timeline(RATE, startNanos);
    }

    @Override
    public Producer join() {
        return port::action;
    }

    @Override
    public void drain(Sink sink) {
        long nowNanos = clock.nanoTime();
        long due = Math.max(tick + 1, timeline.tickAt(timeline.simulationAt(nowNanos)));
        TickInput input = take(nowNanos, due);
        timeline.simulated(timeline.simulationOf(due));
        tick = due;
        for (int i = 0; i < input.size(); i++) {
            sink.accept(input.isAction(i), input.code(i), input.value(i), input.arrivalNanos(i));
        }
    }

    private TickInput take(long nowNanos, long due) {
        try {
            DRAIN.invokeExact(inputs, nowNanos);
            return (TickInput) TAKE.invokeExact(inputs, timeline, tick, due);
        } catch (Throwable t) {
            throw Internals.failed(t);
        }
    }
}
