package io.github.freestep.render.server;

import io.github.freestep.net.RemoteStates;
import io.github.freestep.physics.Tick;
import io.github.freestep.physics.prediction.OwnBody;
import io.github.freestep.render.Frame;
import io.github.freestep.render.server.past.Shot;
import io.github.freestep.state.State;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.function.Consumer;
import org.joml.Vector3d;
import org.jspecify.annotations.Nullable;

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
 * if (me.bodyIn(frame) >= 0) {
 *     follow(frame, me.bodyIn(frame));
 * }
 * }</pre>
 *
 * <p>The server says which body is yours before it sends the first state with that body. So you know it before a frame
 * shows it, unless the network loses that message, which is then repeated. Ask each frame for your body as above,
 * because a frame is older than the newest message.
 *
 * <p>Your input goes by {@code remote.input()}, with axes and codes from 0 whichever seat you have, because the server
 * gives the input of each client to its own seat.
 */
public final class RemotePlayer {
    /** As many as can come before the picture reaches them. */
    private static final int MOST_ANSWERS = 1_024;

    /** How long to wait for an answer. A server forgets a client that was silent for as long. */
    private static final long FORGOTTEN_NANOS = 10_000_000_000L;

    /** How often the name is sent. The server may take no messages for long, because time is paused there. */
    private static final long NAME_NANOS = 100_000_000;

    private final RemoteStates remote;
    private int seat = Seats.NONE;
    private int body = Seats.NONE;
    private int life;
    private boolean isWaiting;
    private int shots;

    /** The newest shot that has an answer. Answers come in the order of shots, so all later ones are open. */
    private int answered;

    /** How many places had ended at the newest shot. After that place, no answer comes to it, or to those before. */
    private long endedPlaces;

    /** When the newest shot was sent, or when a pause, in which a server takes no shots, was last seen after that. */
    private long shotNanos;

    private @Nullable Refused refusal;
    private String ownName = "";

    /** When it was last sent. */
    private long namedNanos;

    /** The names of players, by seat. */
    private final Map<Integer, String> names = new HashMap<>();

    /** Those whose ticks no picture has reached yet. */
    private final Queue<ByteBuffer> answers = new ArrayDeque<>();

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
     * Takes what the server has said since the last call: seat and body, messages of the game, and answers to shots,
     * which it keeps for {@link #takeAnswers}. Call it in each frame, before the sampler.
     *
     * @param handler takes the messages of {@link Players#send}, on this thread
     */
    public void takeMessages(Consumer<byte[]> handler) {
        Objects.requireNonNull(handler, "handler must not be null");
        remote.takeMessages(message -> {
            ByteBuffer told = PlayerMessages.fields(message, PlayerMessages.SEAT, PlayerMessages.SEAT_BYTES);
            ByteBuffer answer = PlayerMessages.fields(message, PlayerMessages.ANSWER, PlayerMessages.ANSWER_BYTES);
            if (told != null) {
                seat = told.getInt();
                body = told.getInt();
                life = told.getInt();
                isWaiting = seat == PlayerMessages.NO_SEAT;
            } else if (PlayerMessages.isOf(PlayerMessages.NAME, message)) {
                names.put(ByteBuffer.wrap(message).getInt(1), PlayerMessages.name(message));
            } else if (answer != null) {
                if (answers.size() == MOST_ANSWERS) {
                    answers.remove(); // nobody takes them
                }
                answers.add(answer);
            } else if (PlayerMessages.isOf(PlayerMessages.GAME, message)) {
                handler.accept(PlayerMessages.content(message));
            }
        });
        if (seat != Seats.NONE && !ownName.isEmpty() && name(seat).isEmpty()) {
            sendName();
        }
    }

    /** Sent until the server has sent the name back, because it gets lost if the connection begins again. */
    private void sendName() {
        long now = remote.states().clock().nanoTime();
        // The clock is that of the server, so it may go back when another one takes over.
        if (Math.abs(now - namedNanos) >= NAME_NANOS) {
            namedNanos = now;
            remote.send(PlayerMessages.name(Seats.NONE, ownName), false);
        }
    }

    /**
     * Says the name of this player to all others. The first name holds until the player leaves, so say it at the start.
     * It is sent once this player has a seat.
     *
     * @param name of any length, of which the first 32 chars are kept
     */
    public void sayName(String name) {
        ownName = Objects.requireNonNull(name, "name must not be null");
    }

    /**
     * Returns the name of a player.
     *
     * @param of the seat of that player
     * @return what its client has said; empty if this client does not know it
     */
    public String name(int of) {
        return names.getOrDefault(of, "");
    }

    /**
     * Sends a message to the server, which takes it by {@link PlayerHost#message}. Spread what is long, such as a file,
     * because a player who sends more than 1,000 messages a second for long is dropped.
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
     * Shoots at what a frame shows. The server judges the shot by that picture, if it has {@link
     * Players.Builder#shots}, and {@link #takeAnswers} says what it has found.
     *
     * @param frame the picture at which the player has aimed, of {@code remote.states()}
     * @param x the x coordinate of the beginning, in the world
     * @param y the y coordinate of the beginning
     * @param z the z coordinate of the beginning
     * @param dx the x component of the direction, of any length but zero
     * @param dy the y component of the direction
     * @param dz the z component of the direction
     * @return the number of the shot, from 1, which its answer has; 0 if it could not be sent, because the frame
     *     does not show the player's body, no states come, the server has restarted in the last half second, or 32
     *     messages wait
     * @throws IllegalArgumentException if the beginning or the direction is NaN or infinite, or the direction is zero
     */
    public int shoot(Frame frame, double x, double y, double z, double dx, double dy, double dz) {
        Objects.requireNonNull(frame, "frame must not be null");
        long shown = remote.serverNanos(frame.reachedTick(), frame.simulationNanos());
        // Before any return, so that a wrong shot is refused whether or not it could be sent.
        byte[] shot = Shot.message(shown, body, life, x, y, z, dx, dy, dz);
        long ended = remote.input().endedPlaces();
        // After a restart, the picture is for a moment of the former run, whose times mean nothing to the new one.
        if (shown == State.NO_TICK
                || bodyIn(frame) == Seats.NONE
                || !comes()
                || !remote.input().isConnected()
                || !remote.send(PlayerMessages.shot(shots + 1, frame.simulationNanos() - shown, shot), true)) {
            return 0;
        }
        endedPlaces = ended;
        shotNanos = remote.states().clock().nanoTime();
        return ++shots;
    }

    /** Whether states come. */
    private boolean comes() {
        RemoteStates.Status status = remote.status();
        return status == RemoteStates.Status.CONNECTED || status == RemoteStates.Status.INCOMPLETE;
    }

    /** Moves a body that is only a place. */
    @FunctionalInterface
    public interface Mover {
        /**
         * Moves the body as the step of the server does, and changes nothing else, because a tick is stepped more than
         * once.
         *
         * @param place where the body is, and then where it will be
         * @param tick the tick, with the input of this player in {@code tick.input()}
         */
        void move(Vector3d place, Tick tick);
    }

    /**
     * Returns the builder of a prediction of this player's body, if that is only a place: it has no velocity, and does
     * not turn. For others, implement an {@code OwnWorld} whose {@code slot} returns {@link #body}, but -1 while
     * the state shows another {@link #life} in that slot, and use {@link OwnBody#builder}.
     *
     * @param mover moves the body
     * @return a builder with the defaults
     */
    public OwnBody.Builder predict(Mover mover) {
        Objects.requireNonNull(mover, "mover must not be null");
        return OwnBody.builder(new OwnPlace(this, mover, new Vector3d()), remote.states(), remote.input());
    }

    /** Takes answers to shots. */
    @FunctionalInterface
    public interface AnswerHandler {
        /**
         * Takes an answer.
         *
         * @param shot what {@link RemotePlayer#shoot} has returned
         * @param slot the slot of the body that was hit; -1 if none was; -2 if the server has refused the shot, for
         *     the reason that {@link RemotePlayer#refusal} returns; -3 if the answer was lost, so
         *     that it is not known whether the server has judged the shot
         * @param life the life of that body
         */
        void onAnswer(int shot, int slot, int life);
    }

    /**
     * Takes the answers to shots as soon as the picture has reached the tick in which the server has judged them, so
     * that a hit is not known before its effects are seen. Call it in each frame, after the sampler. Each shot has one
     * answer, in the order of shots. If the server has restarted, or if no answer has come 10 s after the newest shot,
     * because no server is there, or it had no room for the answer among 32 messages to this client, that says so.
     *
     * @param frame the frame that is drawn, of {@code remote.states()}
     * @param handler takes the answers, on this thread
     */
    public void takeAnswers(Frame frame, AnswerHandler handler) {
        Objects.requireNonNull(frame, "frame must not be null");
        Objects.requireNonNull(handler, "handler must not be null");
        int over = isOver(frame) ? shots : 0;
        // If no more come, those that have come need not wait for a picture, which may not come either.
        while (!answers.isEmpty() && (over > answered || answers.peek().getLong(1) <= frame.simulationNanos())) {
            ByteBuffer answer = answers.remove().position(1 + Long.BYTES);
            int shot = answer.getInt();
            if (shot > answered && shot <= shots) {
                lose(shot - 1, handler);
                // Mutants: ShotsTest notices, which is not near because it tests several modules.
                answer(answer.getInt(), answer.getInt(), handler);
            }
        }
        lose(over, handler);
    }

    /** Whether no answer can come to the shots that are open, except those that have come. */
    private boolean isOver(Frame frame) {
        long now = remote.states().clock().nanoTime();
        shotNanos = frame.isPaused() && comes() ? now : shotNanos;
        return now - shotNanos > FORGOTTEN_NANOS || remote.input().endedPlaces() != endedPlaces;
    }

    private void lose(int last, AnswerHandler handler) {
        while (answered < last) {
            answer(PlayerMessages.LOST, 0, handler);
        }
    }

    private void answer(int slot, int life, AnswerHandler handler) {
        answered++;
        refusal = slot == PlayerMessages.REFUSED ? PlayerMessages.reason(life) : null;
        handler.onAnswer(answered, slot, refusal == null ? life : 0);
    }

    /**
     * Says in an {@link AnswerHandler} why the server has refused the shot.
     *
     * @return the reason; null if it has not refused the shot
     */
    @SuppressWarnings("exports") // See module-info.
    public @Nullable Refused refusal() {
        return refusal;
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
     * Returns the slot of the player's body if a frame shows it. A picture is older than the newest message, so after a
     * respawn or a restart of the server, its slot can still show another body.
     *
     * @param frame a frame of {@code remote.states()}
     * @return the slot; -1 if the frame does not show that body
     */
    public int bodyIn(Frame frame) {
        Objects.requireNonNull(frame, "frame must not be null");
        return hasBody() && body < frame.slots() && frame.isAlive(body) && frame.life(body) == life ? body : Seats.NONE;
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
