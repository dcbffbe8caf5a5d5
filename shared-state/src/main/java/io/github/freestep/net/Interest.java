package io.github.freestep.net;

import io.github.freestep.state.State;

/**
 * Chooses which bodies each receiver is sent. The thread of a {@link StateSender} calls it, so it must neither block
 * nor take long: five times per second for each receiver.
 *
 * <pre>{@code
 * StateSender.builder(physics.states())
 *         .interest((client, state, chosen) -> {
 *             int own = players.slotOf(client);
 *             chosen.within(state.x(own), state.y(own), state.z(own), 50);
 *             chosen.within(state.x(own), state.y(own), state.z(own), 200, 4); // in every fourth state
 *         })
 *         .start();
 * }</pre>
 */
@FunctionalInterface
public interface Interest {
    /**
     * Chooses what a receiver is sent until the next call. What is not chosen is not sent: on the receiver, those slots
     * have no body. An exception ends the sender, as {@link StateSender#failure} says.
     *
     * @param client the number of the receiver: {@link SenderClient#number}, or {@link RemoteInput#client()} on it. It
     *     is no proof of who a player is
     * @param state the newest state; valid during the call only
     * @param chosen takes the choice; empty at first, and valid during the call only
     */
    void choose(long client, State state, ChosenBodies chosen);
}
