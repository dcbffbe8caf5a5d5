package io.github.freestep.physics.lockstep.link;

import io.github.freestep.internal.SafeText;
import io.github.freestep.net.link.InvalidMessageException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * The messages of a session and of its sequencer. Reading checks all that can be checked without knowing the match.
 * The {@code write} methods fill a buffer from its position, and flip nothing.
 */
public final class Messages {
    /**
     * How many bytes of actions and commands a player may send in a second on average, and at once. All other players
     * receive them, so without a limit one player could overload the connections of all.
     */
    public static final int INPUT_BYTES_PER_SECOND = 256 << 10;

    public static final int INPUT_BYTES_AT_ONCE = 1 << 20;

    /** What a player must do to join again. */
    public static final String JOIN_AGAIN = "close the session and the service, and open new ones to join again";

    /** The longest message to a sequencer. */
    public static final int MAX_TO_SEQUENCER = 1 << 16;

    /** The longest part of a saved world in one message. */
    public static final int MAX_CHUNK = 8 * 1_024;

    /** Stands for a tick: instead of a saved world, a text of {@code SavedParts} is sent. */
    public static final int VALUES = -1;

    private static final int MAX_REASON = 2_000;
    private static final int MAX_ENTRIES = 64;

    // To the sequencer.
    private static final byte JOIN = 1;
    private static final byte READY = 2;
    private static final byte INPUT = 3;
    private static final byte HASH = 4;
    private static final byte STATUS = 5;
    private static final byte LEAVE = 6;
    // To both.
    private static final byte WORLD = 20;
    // To the session.
    private static final byte WELCOME = 30;
    private static final byte ENDED = 31;
    private static final byte FRAME = 32;
    private static final byte WAITING = 33;
    private static final byte RATE = 34;
    private static final byte SAVE = 35;
    private static final byte DIFFERED = 36;

    /** How a peer gets into the match. */
    public enum Start {
        /** From tick 1, with all others. */
        FRESH,
        /** From a saved world that comes first, then the frames after it. */
        WORLD
    }

    /** Takes what both sides send. */
    public interface ToBoth {
        /**
         * A part of a saved world, in order.
         *
         * @param tick the newest tick that the saved world has stepped; {@link #VALUES} for values to compare instead
         * @param total the length of the saved world
         * @param offset where the part begins
         */
        void world(long tick, int total, int offset, ByteBuffer part) throws InvalidMessageException;
    }

    /** Takes what a peer sends. */
    public interface ToSequencer extends ToBoth {
        void join(JoinRequest request) throws InvalidMessageException;

        /** The peer's simulation is built and waits for tick 1. */
        void ready() throws InvalidMessageException;

        /**
         * The peer's input of a tick.
         *
         * @param body see {@link InputBody}; from its position to its limit; valid during the call; not checked yet
         */
        void input(long tick, ByteBuffer body) throws InvalidMessageException;

        void hash(long tick, long hash) throws InvalidMessageException;

        /** The newest tick that the peer has stepped; about ten times per second. */
        void status(long tick) throws InvalidMessageException;

        /**
         * The peer leaves.
         *
         * @param failed whether its simulation has failed
         */
        void leave(boolean failed) throws InvalidMessageException;
    }

    /** Takes what the sequencer sends. */
    public interface ToSession extends ToBoth {
        /**
         * The peer is admitted. With {@link Start#WORLD}, the world may come much later.
         *
         * @param player its number
         * @param newest the newest tick of the match, 0 before its start; controls of this player up to it are of an
         *     earlier peer
         */
        void welcome(int player, Start start, long newest) throws InvalidMessageException;

        /** The peer was refused, or is no longer in the match. The connection ends. */
        void ended(String reason) throws InvalidMessageException;

        /** A tick may be stepped. Frames come in the order of ticks. The frame is valid during the call. */
        void frame(InputFrame frame) throws InvalidMessageException;

        /**
         * The match waits.
         *
         * @param tick the tick that waits; 1 before the start
         * @param players bit p is set if it waits for player p
         */
        void waiting(long tick, long players, long waitedNanos) throws InvalidMessageException;

        /**
         * The rate of the match clock changes. A pause lasts until the next call; frames that come in between were due
         * before it.
         *
         * @param stamp the match time of the change, which may be ahead of the newest frame's stamp
         * @param rate match time per real time from then on; 0 for a pause
         */
        void rate(long stamp, double rate) throws InvalidMessageException;

        /**
         * The state of this peer, or of another one, differed from that of the others, at a tick and in some values.
         */
        void differed(long tick, String what) throws InvalidMessageException;

        /**
         * The peer must save its world, for another one that joins, or to compare it.
         *
         * @param tick the world must have stepped at least this tick; {@link #VALUES} for the values after the newest
         *     frame
         */
        void save(long tick) throws InvalidMessageException;
    }

    private Messages() {}

    public static void writeJoin(ByteBuffer to, JoinRequest request) {
        to.put(JOIN).putInt(request.player()).put((byte) (request.exact() ? 1 : 0));
        putText(to.putLong(request.identity()), request.computedBy());
        to.put((byte) request.settings().size());
        request.settings().forEach(entry -> putText(to, entry));
    }

    public static void writeReady(ByteBuffer to) {
        to.put(READY);
    }

    /** Writes what precedes the {@link InputBody} of a tick. */
    public static void beginInput(ByteBuffer to, long tick) {
        to.put(INPUT).putLong(tick);
    }

    public static void writeHash(ByteBuffer to, long tick, long hash) {
        to.put(HASH).putLong(tick).putLong(hash);
    }

    public static void writeStatus(ByteBuffer to, long tick) {
        to.put(STATUS).putLong(tick);
    }

    public static void writeLeave(ByteBuffer to, boolean failed) {
        to.put(LEAVE).put((byte) (failed ? 1 : 0));
    }

    public static void writeWorld(ByteBuffer to, long tick, int total, int offset, ByteBuffer part) {
        to.put(WORLD).putLong(tick).putInt(total).putInt(offset).put(part);
    }

    public static void writeWelcome(ByteBuffer to, int player, Start start, long newest) {
        to.put(WELCOME).putInt(player).put((byte) start.ordinal()).putLong(newest);
    }

    public static void writeEnded(ByteBuffer to, String reason) {
        putText(to.put(ENDED), reason);
    }

    /** Writes what precedes the content of a {@link InputFrame}. */
    public static void beginFrame(ByteBuffer to) {
        to.put(FRAME);
    }

    public static void writeWaiting(ByteBuffer to, long tick, long players, long waitedNanos) {
        to.put(WAITING).putLong(tick).putLong(players).putLong(waitedNanos);
    }

    public static void writeRate(ByteBuffer to, long stamp, double rate) {
        to.put(RATE).putLong(stamp).putDouble(rate);
    }

    public static void writeSave(ByteBuffer to, long tick) {
        to.put(SAVE).putLong(tick);
    }

    public static void writeDiffered(ByteBuffer to, long tick, String what) {
        putText(to.put(DIFFERED).putLong(tick), what);
    }

    /** Whether a message may have values to compare. */
    public static boolean isWorld(ByteBuffer message) {
        return message.hasRemaining() && message.get(message.position()) == WORLD;
    }

    /** Reads a message of a peer. */
    public static void read(ByteBuffer from, ToSequencer to) throws InvalidMessageException {
        byte type = 0;
        try {
            type = from.get();
            switch (type) {
                case JOIN -> readJoin(from, to);
                case READY -> to.ready();
                case INPUT -> to.input(from.getLong(), from);
                case HASH -> to.hash(from.getLong(), from.getLong());
                case STATUS -> to.status(from.getLong());
                case LEAVE -> to.leave(from.get() != 0);
                case WORLD -> readWorld(from, to);
                default -> throw unknown(type);
            }
        } catch (BufferUnderflowException e) {
            throw new InvalidMessageException("a message of type " + type + " is too short");
        }
        requireEnd(from, type);
    }

    private static void readJoin(ByteBuffer from, ToSequencer to) throws InvalidMessageException {
        int wanted = from.getInt();
        boolean exact = from.get() != 0;
        long identity = from.getLong();
        String computedBy = getText(from);
        try {
            SafeText.requireComputedBy(computedBy);
        } catch (IllegalArgumentException e) {
            throw new InvalidMessageException(String.valueOf(e.getMessage()));
        }
        int count = from.get();
        if (count < 0 || count > MAX_ENTRIES) {
            throw new InvalidMessageException("a request to join has " + count + " settings");
        }
        List<String> settings = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            settings.add(getText(from));
        }
        to.join(new JoinRequest(wanted, exact, identity, computedBy, settings));
    }

    /** Reads a message of the sequencer. */
    public static void read(ByteBuffer from, InputFrame frame, ToSession to) throws InvalidMessageException {
        byte type = 0;
        try {
            type = from.get();
            switch (type) {
                case WELCOME -> to.welcome(from.getInt(), getStart(from), from.getLong());
                case ENDED -> to.ended(getText(from));
                case FRAME -> {
                    frame.read(from);
                    to.frame(frame);
                }
                case WAITING -> to.waiting(from.getLong(), from.getLong(), from.getLong());
                case RATE -> to.rate(from.getLong(), from.getDouble());
                case WORLD -> readWorld(from, to);
                case SAVE -> to.save(from.getLong());
                case DIFFERED -> to.differed(from.getLong(), getText(from));
                default -> throw unknown(type);
            }
        } catch (BufferUnderflowException e) {
            throw new InvalidMessageException("a message of type " + type + " is too short");
        }
        requireEnd(from, type);
    }

    private static void readWorld(ByteBuffer from, ToBoth to) throws InvalidMessageException {
        long tick = from.getLong();
        int total = from.getInt();
        int offset = from.getInt();
        int length = from.remaining();
        if (tick < VALUES || offset < 0 || length > MAX_CHUNK || total < offset || total - offset < length) {
            throw new InvalidMessageException("a part of a saved world begins at " + offset + ", has " + length
                    + " bytes, and the world has " + total);
        }
        ByteBuffer part = from.slice();
        from.position(from.limit());
        to.world(tick, total, offset, part);
    }

    private static Start getStart(ByteBuffer from) throws InvalidMessageException {
        int place = from.get();
        if (place < 0 || place >= Start.values().length) {
            throw new InvalidMessageException("a welcome has the unknown kind " + place);
        }
        return Start.values()[place];
    }

    private static InvalidMessageException unknown(byte type) {
        return new InvalidMessageException("the message type " + type + " is unknown");
    }

    private static void requireEnd(ByteBuffer from, byte type) throws InvalidMessageException {
        if (from.hasRemaining()) {
            throw new InvalidMessageException(
                    "a message of type " + type + " has " + from.remaining() + " bytes too many");
        }
    }

    private static void putText(ByteBuffer to, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        int length = Math.min(bytes.length, MAX_REASON);
        to.putShort((short) length).put(bytes, 0, length);
    }

    private static String getText(ByteBuffer from) throws InvalidMessageException {
        int length = from.getShort();
        if (length < 0 || length > MAX_REASON || length > from.remaining()) {
            throw new InvalidMessageException("a text has " + length + " bytes");
        }
        byte[] bytes = new byte[length];
        from.get(bytes);
        return new String(bytes, StandardCharsets.UTF_8);
    }
}
