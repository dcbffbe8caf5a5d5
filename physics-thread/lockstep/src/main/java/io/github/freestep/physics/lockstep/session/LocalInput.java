package io.github.freestep.physics.lockstep.session;

import io.github.freestep.internal.Ranges;
import io.github.freestep.net.link.Allowance;
import io.github.freestep.physics.lockstep.link.InputBody;
import io.github.freestep.physics.lockstep.link.MatchRules;
import io.github.freestep.physics.lockstep.link.Messages;
import io.github.freestep.physics.saves.PortableCommand;
import io.github.freestep.time.NanoClock;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;
import org.jctools.queues.atomic.MpscAtomicArrayQueue;

/**
 * The input of the player at this peer, until the session thread samples it. Any number of threads set axes and add
 * actions and commands. One thread samples. Lock-free; an action or a command allocates on the thread that adds it.
 */
public final class LocalInput {
    /** An action of the player: a press, a release or another one-off input. */
    record Action(int code, float value) {}

    /** A command in its written form. */
    record WrittenCommand(int type, byte[] bytes) {
        static WrittenCommand of(PortableCommand command) {
            Objects.requireNonNull(command, "command must not be null");
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            try {
                command.write(new DataOutputStream(bytes));
            } catch (IOException e) {
                throw new IllegalArgumentException("command must be writable, but " + command + " failed", e);
            }
            if (bytes.size() > InputBody.MAX_COMMAND) {
                throw new IllegalArgumentException(
                        "command must write at most " + InputBody.MAX_COMMAND + " bytes, wrote " + bytes.size());
            }
            return new WrittenCommand(command.type(), bytes.toByteArray());
        }
    }

    private static final int MOST_ACTIONS = 1_024;
    private static final int MOST_COMMANDS = 256;
    private static final int COMMAND_HEADER = 6;

    /** The time of no input. */
    static final long NONE = Long.MIN_VALUE;

    private final NanoClock clock;
    private final AtomicLong cameNanos = new AtomicLong(NONE);

    /** The bits of floats. */
    private final AtomicIntegerArray axes;

    private final MpscAtomicArrayQueue<Action> actions = new MpscAtomicArrayQueue<>(MOST_ACTIONS);
    private final MpscAtomicArrayQueue<WrittenCommand> commands = new MpscAtomicArrayQueue<>(MOST_COMMANDS);

    /**
     * The bytes that the sequencer allows, less a part: packets that the network holds up for 2 seconds may arrive at
     * once, and the clocks of both may differ.
     */
    private final Allowance bytes;

    /** The sequencer counts in real time, and not in that of the match. */
    private final NanoClock local;

    LocalInput(int axesPerPlayer, NanoClock clock, NanoClock local) {
        this.clock = clock;
        this.local = local;
        axes = new AtomicIntegerArray(axesPerPlayer);
        bytes = new Allowance(
                Messages.INPUT_BYTES_PER_SECOND * 15 / 16, Messages.INPUT_BYTES_AT_ONCE / 2, local.nanoTime());
    }

    public void axis(int axis, float value) {
        requireAxis(axis, axes.length());
        Ranges.requireFinite(value);
        int bits = Float.floatToRawIntBits(value);
        if (axes.getAndSet(axis, bits) != bits) {
            note();
        }
    }

    public static void requireAxis(int axis, int count) {
        if (axis < 0 || axis >= count) {
            throw new IllegalArgumentException("axis must be at least 0 and below " + count
                    + ", the axes of a player, was " + axis + "; declare more with MatchSettings.axes(n)");
        }
    }

    /** Returns false if the queue is full. */
    public boolean action(int code, float value) {
        Ranges.requireFinite(value);
        note();
        return actions.offer(new Action(code, value));
    }

    /** Keeps the time of the earliest input since the last sample, because that one has waited longest. */
    private void note() {
        cameNanos.compareAndSet(NONE, clock.nanoTime());
    }

    /** Returns the time of the earliest input since the last call; {@link #NONE} if none. For the session's thread. */
    long takeNanos() {
        return cameNanos.getAndSet(NONE);
    }

    /** Returns false if the queue is full. */
    public boolean command(PortableCommand command) {
        return commands.offer(WrittenCommand.of(command));
    }

    /**
     * Writes an {@link InputBody}: the axes, and the actions and commands that no earlier call has written, as many as
     * fit and as the sequencer allows. For the thread that samples.
     */
    void write(ByteBuffer to, MatchRules rules) {
        int start = to.position();
        for (int axis = 0; axis < axes.length(); axis++) {
            to.putFloat(Float.intBitsToFloat(axes.get(axis)));
        }
        int countAt = to.position();
        int count = 0;
        to.put((byte) 0);
        for (Action next; count < MatchRules.ACTIONS && (next = actions.poll()) != null; count++) {
            InputBody.putAction(to, next.code(), next.value());
        }
        to.put(countAt, (byte) count);
        long now = local.nanoTime();
        bytes.take(to.position() - countAt, now); // actions don't wait, but slow the commands down
        countAt = to.position();
        count = 0;
        to.put((byte) 0);
        for (WrittenCommand next; count < MatchRules.ACTIONS && (next = commands.peek()) != null; count++) {
            int length = COMMAND_HEADER + next.bytes().length;
            if (to.position() - start + length > InputBody.MAX_INPUT || !bytes.take(length, now)) {
                break;
            }
            InputBody.putCommand(to, next.type(), ByteBuffer.wrap(next.bytes()));
            commands.poll();
        }
        to.put(countAt, (byte) count);
    }

    /** Forgets actions and commands that no tick has taken. For the thread that samples. */
    void clear() {
        actions.clear();
        commands.clear();
        cameNanos.set(NONE);
    }
}
