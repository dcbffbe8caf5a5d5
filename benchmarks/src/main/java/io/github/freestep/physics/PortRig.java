package io.github.freestep.physics;

import com.lmax.disruptor.EventPoller;
import java.util.concurrent.atomic.LongAdder;

/** A port whose inputs are only looked at: not ordered, not given to a tick. */
public final class PortRig {
    private final InputPort port;
    private final EventPoller<InputPort.Pushed> ring;

    public PortRig(int capacity) {
        port = new InputPort(0, capacity, new LongAdder());
        ring = port.newPoller();
    }

    public InputPort port() {
        return port;
    }

    public void drain(Sink sink) {
        try {
            ring.poll((pushed, place, last) -> {
                sink.accept(pushed.edge, pushed.code, pushed.value, pushed.nanos);
                return true;
            });
        } catch (Exception e) {
            throw new IllegalStateException("the handler throws nothing", e);
        }
    }

    /** Who looks. */
    @FunctionalInterface
    public interface Sink {
        void accept(boolean edge, int code, float value, long nanos);
    }
}
