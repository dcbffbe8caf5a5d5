package io.github.freestep.physics.server;

import io.github.freestep.state.Bodies;

/**
 * Gives players their bodies, and takes them away. Usually the world itself implements it, or the scene of an engine's
 * world. The physics thread calls it between two ticks, or before a step.
 *
 * <pre>{@code
 * public int join(int seat, Bodies bodies) {
 *     int body = bodies.spawn();
 *     x[body] = SPAWN_X + 2 * seat;
 *     return body;
 * }
 *
 * public void leave(int seat, int body, Bodies bodies) {
 *     if (body >= 0) {
 *         bodies.remove(body);
 *     }
 * }
 * }</pre>
 */
public interface PlayerHost {
    /**
     * Gives a new player a body. The number of the player is {@link Players#number}.
     *
     * @param seat the seat of the player, from 0
     * @param bodies the bodies of the world. A world of an engine adds the body to the engine instead
     * @return the slot of the body; -1 if the player gets one later, by {@link Players#setBody}
     */
    int join(int seat, Bodies bodies);

    /**
     * Removes the body of a player who has left. The seat is free after this call.
     *
     * @param seat the seat of the player
     * @param body the slot of the body; -1 if the player has none, or the game has removed it
     * @param bodies the bodies of the world
     */
    void leave(int seat, int body, Bodies bodies);
}
