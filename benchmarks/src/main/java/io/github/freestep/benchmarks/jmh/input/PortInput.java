package io.github.freestep.benchmarks.jmh.input;

import com.lmax.disruptor.EventPoller;
import io.github.freestep.benchmarks.internals.Internals;
import io.github.freestep.physics.InputPort;
import io.github.freestep.time.NanoClock;
import java.lang.invoke.MethodHandle;
import java.util.concurrent.atomic.LongAdder;

/**
 * Freestep's port alone. Its consumer does as little as those of the other queues: it neither orders inputs nor assigns
 * them to ticks.
 */
final class PortInput implements InputQueue {
    private static final MethodHandle NEW_PORT = Internals.constructor("physics.InputPort", 4);
    private static final MethodHandle NEW_CLOCK = Internals.method("physics.InputClock", "ofService", 1);
    private static final MethodHandle POLL = Internals.method("physics.InputPort", "poll", 1);
    private static final MethodHandle ACTION = pushed("isAction");
    private static final MethodHandle CODE = pushed("code");
    private static final MethodHandle VALUE = pushed("value");
    private static final MethodHandle NANOS = pushed("nanos");

    private final InputPort port =
            Internals.call(NEW_PORT, 0, CAPACITY, new LongAdder(), Internals.call(NEW_CLOCK, NanoClock.system()));

    private static MethodHandle pushed(String field) {
        return Internals.getter("physics.InputPort$Pushed", field);
    }

    @Override
    public Producer join() {
        return port::action;
    }

    @Override
    public void drain(Sink sink) {
        try {
            POLL.invokeExact(port, handler(sink));
        } catch (Throwable t) {
            throw Internals.failed(t);
        }
    }

    private static EventPoller.Handler<Object> handler(Sink sink) {
        return (pushed, place, last) -> {
            give(pushed, sink);
            return true;
        };
    }

    private static void give(Object pushed, Sink sink) {
        try {
            sink.accept(
                    (boolean) ACTION.invokeExact(pushed),
                    (int) CODE.invokeExact(pushed),
                    (float) VALUE.invokeExact(pushed),
                    (long) NANOS.invokeExact(pushed));
        } catch (Throwable t) {
            throw Internals.failed(t);
        }
    }
}
