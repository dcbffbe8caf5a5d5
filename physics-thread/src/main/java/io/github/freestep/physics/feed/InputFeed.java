package io.github.freestep.physics.feed;

import io.github.freestep.physics.OverloadPolicy;
import io.github.freestep.physics.Physics;
import io.github.freestep.physics.PhysicsMetrics;

/**
 * Gives every tick its exact input, and replaces devices and ports. For replays of recordings, and for peers in
 * lockstep. The physics thread calls it once for each tick, in their order. A slow feed makes ticks late.
 *
 * <pre>{@code
 * InputFeed feed = (tick, into) -> into.axis(0, recorded[(int) tick]);
 * Feeds.feed(PhysicsService.builder(world), feed).start();
 * }</pre>
 *
 * <p>With the same simulation and the same feed, every run has bit-identical states, however late its ticks are and
 * whatever the time scale is.
 */
public interface InputFeed {
    /**
     * Returns whether all input of a tick is known. Called before each tick, and at least once per millisecond until
     * it returns true.
     *
     * <p>Meanwhile time continues and the tick becomes late. {@link PhysicsMetrics#debtNanos} grows, and
     * {@link PhysicsMetrics#awaitedTick} and {@link PhysicsMetrics#inputWaitNanos} report which tick waits and for how
     * long. {@link #awaitedPlayer} adds for which player, and {@link Physics#health} says all of this in a sentence. If
     * peers must not drop ticks while they wait, use {@link OverloadPolicy#neverSlip}.
     *
     * @param tick the number of the next tick to feed
     * @return true if the tick may be stepped
     * @throws Exception if the feed has failed; the service stops
     */
    default boolean ready(long tick) throws Exception {
        return true;
    }

    /**
     * Returns which player a tick waits for. Called after each {@link #ready} that has returned false for a due tick.
     * The answer goes to {@link PhysicsMetrics#awaitedPlayer}.
     *
     * @param tick the number of the tick that waits
     * @return the number of the player; {@link PhysicsMetrics#NO_PLAYER}, the default, if no single player is known
     */
    default int awaitedPlayer(long tick) {
        return PhysicsMetrics.NO_PLAYER;
    }

    /**
     * Returns how long a tick has waited for its input. Called after each {@link #ready} that has returned false for a
     * due tick. For a feed whose clock stands still while a tick waits, or that knows when the wait began.
     *
     * @param tick the number of the tick that waits
     * @return nanoseconds of wall time; a negative number, the default, lets the service measure with its own clock
     */
    default long inputWaitNanos(long tick) {
        return -1;
    }

    /**
     * Passes on the input of a tick. If this method throws, the service stops under every fault policy, because it
     * cannot step the tick without its input.
     *
     * @param tick the number of the tick
     * @param into takes the input; valid during this call only
     * @throws Exception if the input is not available; the service stops
     */
    void feed(long tick, FedInput into) throws Exception;
}
