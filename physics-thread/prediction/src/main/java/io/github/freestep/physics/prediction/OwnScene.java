package io.github.freestep.physics.prediction;

import io.github.freestep.physics.PhysicsContext;
import io.github.freestep.state.State;
import io.github.freestep.state.StateLayout;

/**
 * A small world with bodies that the player can push, as soon as the own body touches them. Pass it to {@link OwnBody},
 * whose {@link OwnBody#states} then have all bodies of the server. The thread that calls {@link OwnBody#advance} calls
 * all methods.
 *
 * <pre>{@code
 * public void set(State server, int slot, PhysicsContext context) { // a body that is predicted
 *     y[slot] = server.y(slot);
 *     rise[slot] = server.linear(RISE)[slot];
 * }
 *
 * public void rest(State server, int slot, PhysicsContext context) { // all others
 *     y[slot] = server.isAlive(slot) ? server.y(slot) : -1_000; // out of the way
 *     rise[slot] = 0;
 * }
 * }</pre>
 *
 * <p>Each body has the slot that it has on the server, and the layout is that of the server. Bodies that are near the
 * player's own, and those that it pushes, are <i>predicted</i>: they are stepped here, up to the tick of the own body.
 * All others are interpolated between states of the server, so they are shown where they were a little earlier. A body
 * that this world does not have is always interpolated.
 *
 * <p>{@link #set} is called for the player's body and for each predicted one. It must set the velocities, too, because
 * a body that is pushed or falls would stop with each state otherwise. A server usually writes them to linear channels.
 */
public interface OwnScene extends OwnWorld {
    /** {@inheritDoc} Here, it must be that of the server. */
    @Override
    StateLayout layout();

    /** {@inheritDoc} Unless you override it, this adds no body. */
    @Override
    default void setUp(PhysicsContext context) {}

    /**
     * Sets one body to a state of the server, with its velocities: the player's or another one that is predicted.
     *
     * @param server a state of the server, valid during the call
     * @param slot the slot of the body, which is alive in that state
     * @param context the bodies of this world
     */
    @Override
    void set(State server, int slot, PhysicsContext context);

    /**
     * Lets a body that is not predicted rest where a state of the server has it, so that steps move it only if
     * something touches it, from which on it is predicted. If the server has no such body, takes it out of the way.
     * Called if the body was predicted, if it has moved on the server, if it was removed there, and if steps have moved
     * any body a little that is not predicted.
     *
     * @param server a state of the server, valid during the call
     * @param slot the slot of the body; whether the server has it, {@code server.isAlive(slot)} says
     * @param context the bodies of this world
     */
    void rest(State server, int slot, PhysicsContext context);
}
