package io.github.freestep.physics.lockstep.link;

import io.github.freestep.net.link.InvalidMessageException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;

/**
 * The input of one player for one tick:
 *
 * <pre>{@code
 * float for each axis
 * byte  number of actions, each: short code, float value
 * byte  number of commands, each: int type, short length, bytes
 * }</pre>
 */
public final class InputBody {
    /** The longest command in bytes, as {@link io.github.freestep.physics.saves.PortableCommand#write} allows. */
    public static final int MAX_COMMAND = 32_768;

    /** The longest input of one player for one tick, in bytes. */
    public static final int MAX_INPUT = 40_000;

    /** Takes an input part by part. */
    public interface Visitor {
        /** The value of an axis of the player; all axes come, in order. */
        void axis(int player, int axis, float value);

        /** An action of the player; its code is at most {@link ActionCode#MAX}. */
        void action(int player, int code, float value);

        /** A command of the player; its bytes are valid during the call. */
        void command(int player, int type, ByteBuffer bytes);
    }

    private InputBody() {}

    public static void putAction(ByteBuffer to, int code, float value) {
        to.putShort((short) code).putFloat(value);
    }

    public static void putCommand(ByteBuffer to, int type, ByteBuffer bytes) {
        to.putInt(type).putShort((short) bytes.remaining()).put(bytes);
    }

    /** Checks an input up to the limit of the buffer, and leaves the position as it is. */
    public static void check(ByteBuffer body, MatchRules rules) throws InvalidMessageException {
        int start = body.position();
        if (body.remaining() > MAX_INPUT) {
            throw new InvalidMessageException(
                    "an input must have at most " + MAX_INPUT + " bytes, had " + body.remaining());
        }
        try {
            checkAxes(body, rules.axes);
            checkActions(body, MatchRules.ACTIONS);
            checkCommands(body, MatchRules.ACTIONS);
        } catch (BufferUnderflowException e) {
            throw new InvalidMessageException("an input is too short");
        }
        if (body.hasRemaining()) {
            throw new InvalidMessageException("an input has " + body.remaining() + " bytes too many");
        }
        body.position(start);
    }

    private static void checkAxes(ByteBuffer body, int axes) throws InvalidMessageException {
        for (int axis = 0; axis < axes; axis++) {
            float value = body.getFloat();
            if (!Float.isFinite(value)) {
                throw new InvalidMessageException("axis " + axis + " must be finite, was " + value);
            }
        }
    }

    private static void checkActions(ByteBuffer body, int limit) throws InvalidMessageException {
        int count = requireCount("actions", body.get() & 0xFF, limit);
        for (int i = 0; i < count; i++) {
            int code = body.getShort() & 0xFFFF;
            float value = body.getFloat();
            if (code > ActionCode.MAX) {
                throw new InvalidMessageException(
                        "the code of an action must be at most " + ActionCode.MAX + ", was " + code);
            }
            if (!Float.isFinite(value)) {
                throw new InvalidMessageException("action " + code + " must have a finite value, had " + value);
            }
        }
    }

    private static void checkCommands(ByteBuffer body, int limit) throws InvalidMessageException {
        int count = requireCount("commands", body.get() & 0xFF, limit);
        for (int i = 0; i < count; i++) {
            body.getInt();
            int length = body.getShort() & 0xFFFF;
            if (length > MAX_COMMAND || length > body.remaining()) {
                throw new InvalidMessageException("a command has " + length + " bytes; at most " + MAX_COMMAND
                        + " are allowed, and " + body.remaining() + " follow");
            }
            body.position(body.position() + length);
        }
    }

    private static int requireCount(String what, int count, int limit) throws InvalidMessageException {
        if (count > limit) {
            throw new InvalidMessageException("an input must have at most " + limit + " " + what + ", had " + count);
        }
        return count;
    }

    /** Reads a checked input up to the limit of the buffer. */
    public static void visit(int player, ByteBuffer body, int axes, Visitor visitor) {
        for (int axis = 0; axis < axes; axis++) {
            visitor.axis(player, axis, body.getFloat());
        }
        int actions = body.get() & 0xFF;
        for (int i = 0; i < actions; i++) {
            visitor.action(player, body.getShort() & 0xFFFF, body.getFloat());
        }
        int commands = body.get() & 0xFF;
        for (int i = 0; i < commands; i++) {
            int type = body.getInt();
            int length = body.getShort() & 0xFFFF;
            int end = body.position() + length;
            int limit = body.limit();
            body.limit(end);
            visitor.command(player, type, body);
            body.limit(limit).position(end);
        }
    }
}
