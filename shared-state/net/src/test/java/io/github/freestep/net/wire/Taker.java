package io.github.freestep.net.wire;

import io.github.freestep.internal.EventTaker;
import io.github.freestep.internal.EventValues;
import java.util.function.Consumer;
import java.util.function.LongConsumer;

/** Passes events and gaps to functions of the test. */
record Taker(Consumer<EventValues> events, LongConsumer gaps) implements EventTaker {
    @Override
    public void event(EventValues event) {
        events.accept(event);
    }

    @Override
    public void missed(long count) {
        gaps.accept(count);
    }
}
