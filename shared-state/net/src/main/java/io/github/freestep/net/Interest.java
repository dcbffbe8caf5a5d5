package io.github.freestep.net;

import io.github.freestep.state.State;

/**
 * Chooses which bodies each receiver is sent. The thread of a {@link StateSender} calls it, so it must neither block
 * nor take long: five times per second for each receiver, but not for all receivers at once.
 *
 * <pre>{@code
 * StateSender.builder(physics.states())
 *         .interest((client, state, chosen) -> {
 *             Integer own = slots.get(client); // of a ConcurrentHashMap; null before this player has a body
 *             if (own == null) {
 *                 return;
 *             }
 *             chosen.add(own);
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
     * have no body. If this throws an exception, {@link StateSender#lastError} returns it at most once per second, and
     * the receiver keeps getting the bodies of its last choice. Before its first choice, it gets none.
     *
     * @param client the number of the receiver: {@link SenderClient#number}, or {@link RemoteInput#client()} on it.
     *     It proves who a player is only if the sender has a {@link StateSender.Builder#key}
     * @param state the state that is sent next; valid during the call only
     * @param chosen takes the choice; empty at first. It throws an exception if it is used after the call
     */
    void choose(long client, State state, ChosenBodies chosen);
}
