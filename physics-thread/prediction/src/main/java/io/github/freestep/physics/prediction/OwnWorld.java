package io.github.freestep.physics.prediction;

import io.github.freestep.physics.PhysicsContext;
import io.github.freestep.physics.Simulation;
import io.github.freestep.physics.Tick;
import io.github.freestep.state.State;
import io.github.freestep.state.StateLayout;

/**
 * A small world of a client, in which an {@link OwnBody} predicts the player's body: that body, and what it stands on
 * or runs into. The thread that calls {@link OwnBody#advance} calls all methods.
 *
 * <pre>{@code
 * public int slot(State server) {
 *     return slot;
 * }
 *
 * public void set(State server, int slot, PhysicsContext c) {
 *     x = server.x(slot);
 * }
 *
 * public void step(Tick tick) {
 *     x += tick.input().axis(WALK) * SPEED * tick.dtSeconds(); // as on the server
 * }
 * }</pre>
 *
 * <p>Its layout is its own: it need not be that of the server. If the player can push
 * other bodies, implement {@link OwnScene} instead.
 */
public interface OwnWorld extends Simulation {
    /**
     * {@inheritDoc} Unless you override it, it has a place for one body.
     */
    @Override
    default StateLayout layout() {
        return StateLayout.of(1);
    }

    /**
     * {@inheritDoc} Unless you override it, this adds one body, in slot 0.
     */
    @Override
    default void setUp(PhysicsContext context) {
        context.bodies().spawn(0);
    }

    /**
     * Finds the player's body in a state of the server. Called for each new state, so it should be quick. If the player
     * has no body at that time, no body of this world is shown, and it is not stepped, until there is one. Bodies of an
     * {@link OwnScene} are then interpolated.
     *
     * @param server a state of the server, valid during the call
     * @return the slot of the body; {@link State#NO_SLOT} if there is none
     */
    int slot(State server);

    /**
     * Sets this world to a state of the server. It must overwrite all that its steps depend on and the server decides:
     * the pose of the body, and its velocity if the body keeps one. Poses are in the state. A velocity is not, so the
     * server writes it to channels, or this method computes it. What it does not set stays as the last step has left
     * it. Called for each state that is used. Then the ticks since that state are stepped again.
     *
     * @param server a state of the server, valid during the call
     * @param slot the slot of the player's body, which is alive in that state
     * @param context the bodies of this world, and the tick and the time of that state on the server
     */
    void set(State server, int slot, PhysicsContext context);

    /**
     * {@inheritDoc} It must move the body as the step of the server does, and do nothing outside of this world, because
     * ticks are stepped more than once. The number and the time of the tick are those that it has on the server, also
     * after pauses, outages and restarts, so a lift whose place follows from the time is where the server has it.
     */
    @Override
    void step(Tick tick);
}
