package io.github.freestep.physics.server;

import io.github.freestep.net.RemoteStates;
import java.nio.ByteBuffer;
import java.util.Objects;
import java.util.function.Consumer;

/**
 * Says on a client which seat and which body the server has given its player, and exchanges messages with the game. For
 * one thread, usually that of the frame loop. Never blocks.
 *
 * <p>Usually you take the messages in each frame before you sample it, and then look for your own body in that frame,
 * because the camera follows it:
 *
 * <pre>{@code
 * RemotePlayer me = RemotePlayer.of(remote);
 *
 * me.takeMessages(message -> show(message)); // in each frame, before the sampler
 * Frame frame = frames.sample();
 * if (me.hasBody() && frame.life(me.body()) == me.life()) {
 *     follow(frame, me.body());
 * }
 * }</pre>
 *
 * <p>The server says which body is yours before it sends the first state with that body. So you know it before a frame
 * shows it, unless the network loses that message, which is then repeated. Compare the life as above, because a frame
 * is older than the newest message, so after a respawn the slot can still show another body.
 *
 * <p>Your input goes by {@code remote.input()}, with axes and codes from 0 whichever seat you have, because the server
 * gives the input of each client to its own seat.
 */
public final class RemotePlayer {
    private final RemoteStates remote;
    private int seat = Seats.NONE;
    private int body = Seats.NONE;
    private int life;
    private boolean isWaiting;

    private RemotePlayer(RemoteStates remote) {
        this.remote = remote;
    }

    /**
     * Returns the player of a receiver. Take the messages of that receiver here only.
     *
     * @param remote receives the states of a sender that {@link Players#start} has started
     * @return the player, without a seat until the server has given it one
     */
    public static RemotePlayer of(RemoteStates remote) {
        return new RemotePlayer(Objects.requireNonNull(remote, "remote must not be null"));
    }

    /**
     * Takes what the server has said since the last call: seat and body, and messages of the game. Call it in each
     * frame, before the sampler.
     *
     * @param handler takes the messages of {@link Players#send}, on this thread
     */
    public void takeMessages(Consumer<byte[]> handler) {
        Objects.requireNonNull(handler, "handler must not be null");
        remote.takeMessages(message -> {
            if (PlayerMessages.isSeat(message)) {
                ByteBuffer fields = ByteBuffer.wrap(message, 1, message.length - 1);
                seat = fields.getInt();
                body = fields.getInt();
                life = fields.getInt();
                isWaiting = seat == PlayerMessages.NO_SEAT;
            } else if (PlayerMessages.isOfGame(message)) {
                handler.accept(PlayerMessages.content(message));
            }
        });
    }

    /**
     * Sends a message to the server, which takes it by {@link Players#takeMessages}.
     *
     * @param message at most 999 bytes; copied
     * @param reliable whether it arrives once and in order
     * @return false as for {@link RemoteStates#send}
     * @throws IllegalArgumentException if the message is longer
     */
    public boolean send(byte[] message, boolean reliable) {
        return remote.send(PlayerMessages.ofGame(message), reliable);
    }

    /**
     * Returns the seat of this player, a number by which the server distinguishes those who play now. It stays the same
     * until the player leaves, also if the server restarts from a save.
     *
     * @return from 0; -1 before the server has given one, and while all are taken
     */
    public int seat() {
        return seat;
    }

    /**
     * Returns whether this client waits because all seats are taken. It need not do anything, because the server gives
     * it the next free one.
     *
     * @return false before the server has answered, and once there is a seat
     */
    public boolean isWaiting() {
        return isWaiting;
    }

    /**
     * Returns whether the player has a body. The game may take it away for a while, such as until a respawn.
     *
     * @return false before the server has said so, and between two bodies
     */
    public boolean hasBody() {
        return body != Seats.NONE;
    }

    /**
     * Returns the slot of the player's body.
     *
     * @return the slot; -1 if there is no body
     */
    public int body() {
        return body;
    }

    /**
     * Returns the life of the player's body. A frame shows it if {@code frame.life(body())} is equal.
     *
     * @return the life; 0 if there is no body
     */
    public int life() {
        return life;
    }
}
