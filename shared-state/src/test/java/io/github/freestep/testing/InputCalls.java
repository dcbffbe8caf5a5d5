package io.github.freestep.testing;

import io.github.freestep.state.InputSink;
import java.util.function.LongConsumer;

/** A sink that passes each call to a function of the test. */
public record InputCalls(int axes, LongConsumer sender, Call axis, Call action) implements InputSink {
    /** What takes an axis or an action, with its number. */
    public interface Call {
        boolean put(int number, float value, long nanos);
    }

    /** Of one sender, who is not named. */
    public InputCalls(int axes, Call axis, Call action) {
        this(axes, client -> {}, axis, action);
    }

    @Override
    public void from(long client) {
        sender.accept(client);
    }

    @Override
    public boolean axis(int axis, float value, long nanos) {
        return this.axis.put(axis, value, nanos);
    }

    @Override
    public boolean action(int code, float value, long nanos) {
        return action.put(code, value, nanos);
    }
}
