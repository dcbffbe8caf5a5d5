package io.github.freestep.physics;

/**
 * Gives every tick exactly its input, in place of devices and ports: for the replay of a recording, and for peers that run
 * in lockstep. Called by the physics thread alone, once for each tick, in their order; what takes long here makes ticks late.
 *
 * <p>With the same simulation and the same feed every run comes to the same states, to the last bit, however late its ticks
 * are and whatever the scale of time; unless steps are merged.
 */
public interface InputFeed {
    /**
     * Whether all input of a tick is known. Called before each tick, and at least once a millisecond until it returns
     * true. Time goes on meanwhile, and the tick becomes late: {@link PhysicsMetrics#debtNanos} grows,
     * {@link PhysicsMetrics#awaitedTick} and {@link PhysicsMetrics#inputWaitNanos} say which tick waits and for how long. Peers that
     * must not lose ticks by that run with {@link OverloadPolicy#neverSlip}.
     *
     * @param tick the number of the next tick that is to be fed
     * @return true if it may be stepped
     * @throws Exception if that can't be found out; the service stops
     */
    default boolean ready(long tick) throws Exception {
        return true;
    }

    /**
     * Passes on the input of a tick. If this throws, the service stops under every fault policy, because the tick can't
     * be stepped without its input.
     *
     * @param tick the number of the tick
     * @param into takes the input; valid during this call only
     * @throws Exception if the input is not available; the service stops
     */
    void feed(long tick, FedInput into) throws Exception;
}
