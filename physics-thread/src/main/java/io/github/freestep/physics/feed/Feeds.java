package io.github.freestep.physics.feed;

import io.github.freestep.internal.Inside;
import io.github.freestep.physics.PhysicsBuilder;
import java.util.Objects;

/** Lets a feed give a run its input. Stateless. For any thread. See the example of {@link InputFeed}. */
public final class Feeds {
    private Feeds() {}

    /**
     * Takes the input of every tick from a feed. Input sources are then not allowed, and pushed input is refused. Such
     * a service cannot be handed over.
     *
     * @param builder builds the run
     * @param feed the feed, which the physics thread calls for each tick in turn
     * @return the builder
     */
    public static PhysicsBuilder feed(PhysicsBuilder builder, InputFeed feed) {
        Objects.requireNonNull(builder, "builder must not be null; pass PhysicsService.builder(world)");
        Objects.requireNonNull(feed, "feed must not be null; pass what gives each tick its input");
        Inside.of(builder)
                .inputStage(
                        (schedule, inputs, userCode, run) -> new AwaitedInput(feed, schedule, inputs, userCode, run));
        return builder;
    }
}
