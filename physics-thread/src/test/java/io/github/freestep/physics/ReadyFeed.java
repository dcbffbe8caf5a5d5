package io.github.freestep.physics;

import java.util.function.LongPredicate;

/** A feed without input, which says which ticks are ready. */
public record ReadyFeed(LongPredicate known) implements InputFeed {
    @Override
    public boolean ready(long tick) {
        return known.test(tick);
    }

    @Override
    public void feed(long tick, FedInput into) {}
}
