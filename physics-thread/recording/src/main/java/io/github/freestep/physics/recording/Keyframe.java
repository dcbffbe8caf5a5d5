package io.github.freestep.physics.recording;

import io.github.freestep.physics.SavableSimulation;
import io.github.freestep.physics.journal.LivingBodies;
import io.github.freestep.state.Bodies;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;

/**
 * A point where a replay can resume: the saved world after a tick, the position of the next tick in the file, and
 * perhaps the hash of the recorded state. Its content has these fields, in the types of {@link Format}:
 *
 * <ol>
 *   <li>one byte of flags: 1 if the tick has a hash; all other bits are 0
 *   <li>u64, with flag 1: the hash of the tick's state
 *   <li>f32 each, finite: the value of each axis after the tick
 *   <li>varint, bytes: the number of slots, at most the capacity, then a bit for each, the lowest first: whether a body
 *       is alive in it
 *   <li>varints, below the number of slots: the number of attached bodies, then the slot of each and that of its
 *       parent, parents first
 *   <li>all other bytes: the saved world, in the simulation's format; together with the slots at most 268,435,456 bytes
 * </ol>
 */
record Keyframe(
        long tick,
        RecordingReader.Mark mark,
        float[] axisValues,
        LivingBodies living,
        byte[] world,
        boolean hashed,
        long hash) {
    /** Decodes the content of a keyframe in a file. */
    static Keyframe read(ByteBuffer content, Block block, RecordingHeader header) throws RecordingException {
        try {
            return fields(content, block, header);
        } catch (BufferUnderflowException | IOException e) {
            throw new RecordingException("the keyframe of tick " + block.tick() + " is invalid: "
                    + (e instanceof IOException ? e.getMessage() : "it ends in the middle of a field"));
        }
    }

    private static Keyframe fields(ByteBuffer from, Block block, RecordingHeader header) throws IOException {
        int flags = from.get();
        if ((flags & ~Entry.HAS_HASH) != 0) {
            throw new RecordingException("it has undefined flags: " + flags);
        }
        boolean hashed = flags != 0;
        long hash = hashed ? from.getLong() : 0;
        float[] axes = new float[header.run().axes()];
        for (int axis = 0; axis < axes.length; axis++) {
            axes[axis] = from.getFloat();
            if (!Float.isFinite(axes[axis])) {
                throw new RecordingException("the value of an axis must be finite, was " + axes[axis]);
            }
        }
        LivingBodies living = LivingBodies.read(from, header.layout().capacity());
        byte[] world = new byte[from.remaining()];
        from.get(world);
        long tick = block.tick();
        RecordingReader.Mark next = new RecordingReader.Mark(block.next(), tick);
        return new Keyframe(tick, next, axes, living, world, hashed, hash);
    }

    /** Restores the keyframe into a world that was set up in the same way. */
    void restore(SavableSimulation into, Bodies bodies) throws IOException {
        living.restore(bodies);
        into.restore(new DataInputStream(new ByteArrayInputStream(world)));
        living.attach(bodies);
    }
}
