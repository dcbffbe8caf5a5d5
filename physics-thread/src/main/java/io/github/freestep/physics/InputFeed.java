package io.github.freestep.physics;

/**
 * Gives every tick its exact input, and replaces devices and ports. For replays of recordings, and for peers in
 * lockstep. The physics thread calls it once for each tick, in their order. A slow feed makes ticks late.
 *
 * <p>With the same simulation and the same feed, every run has bit-identical states, however late its ticks are and
 * whatever the time scale is. The exception is a run that merges steps, see {@link OverloadPolicy#merge}.
 */
public interface InputFeed {
    /**
     * Returns whether all input of a tick is known. Called before each tick, and at least once per millisecond until
     * it returns true.
     *
     * <p>Meanwhile time goes on and the tick becomes late. {@link PhysicsMetrics#debtNanos} grows, and
     * {@link PhysicsMetrics#awaitedTick} and {@link PhysicsMetrics#inputWaitNanos} report which tick waits and for how
     * long. If peers must not drop ticks while they wait, use {@link OverloadPolicy#neverSlip}.
     *
     * @param tick the number of the next tick to feed
     * @return true if the tick may be stepped
     * @throws Exception if the feed has failed; the service stops
     */
    default boolean ready(long tick) throws Exception {
        return true;
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
