package io.github.freestep.render.server;

import io.github.freestep.state.Bodies;

/**
 * Makes the body of a player who joins, and removes it when the player has left. Usually your world implements it,
 * because the world has the arrays of its bodies. If an engine has them, its scene does.
 *
 * <pre>{@code
 * public int join(int seat, Bodies bodies) {
 *     int body = bodies.spawn();
 *     x[body] = SPAWN_X + 2 * seat;
 *     return body;
 * }
 * }</pre>
 *
 * <p>What a method here or the {@link ShotJudge} throws harms only the player for whom it was called: it is reported as
 * a {@code PLAYER_FAULT} that names the player, and the next message, the next player and the step follow. What the
 * method had changed before stays. Only an allocation that fails ends the run, and only a call that does not return
 * halts it, so check a length that a client has sent before you allocate or loop by it. A player for whom 40 messages
 * or shots have failed, or who sends more than 1,000 messages a second for long, is {@linkplain
 * io.github.freestep.net.StateSender#drop dropped}.
 *
 * <p>The physics thread makes all calls, between two ticks or before a step, so they may change bodies as a step may.
 * A player who falls silent keeps the body for the {@linkplain Players.Builder#grace grace}, and gets it back on
 * returning in time, without a call.
 */
public interface PlayerHost {
    /**
     * Makes the body of a player who has got a seat. The number of the player, such as to look up an account, is {@link
     * Players#number}. If this throws, the player gets no seat until the client connects again.
     *
     * @param seat the seat of the player, from 0
     * @param bodies the bodies of the world. If an engine has them, add the body to the engine instead
     * @return the slot of the body; -1 if the player gets one later, by {@link Players#setBody}
     */
    int join(int seat, Bodies bodies);

    /**
     * Removes the body of a player who has closed the client, was dropped, or was silent for longer than the grace. The
     * seat is free after this call, also if it throws. Unless you override it, this removes the body if the world still
     * has it. If an engine has the bodies, override it, and remove the body from the engine.
     *
     * @param seat the seat of the player
     * @param body the slot of the body; -1 if the player has none, or the game has removed it
     * @param bodies the bodies of the world
     */
    default void leave(int seat, int body, Bodies bodies) {
        if (body >= 0) {
            bodies.remove(body);
        }
    }

    /**
     * Takes a message that a player has sent by {@link RemotePlayer#send}. Called before a step, in the order in which
     * messages and shots of a player were sent. While time is paused or the world rests, they wait for the next step.
     * Messages of clients without a seat are dropped.
     *
     * @param seat the seat of the player
     * @param message any bytes, also none, which a client may choose
     */
    default void message(int seat, byte[] message) {}
}
