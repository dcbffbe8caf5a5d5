package io.github.freestep.physics.recording;

import io.github.freestep.state.Bodies;
import io.github.freestep.state.State;
import java.io.DataOutput;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.BitSet;

/**
 * Which bodies are alive in a keyframe, and which of them are attached to others. A parent comes before its children.
 */
record LivingBodies(BitSet alive, int[] attached, int[] parents) {
    static LivingBodies of(Bodies bodies) {
        BitSet alive = new BitSet();
        for (int slot = 0; slot < bodies.slots(); slot++) {
            alive.set(slot, bodies.isAlive(slot));
        }
        int[] attached = new int[bodies.attachedCount()];
        int[] parents = new int[attached.length];
        for (int i = 0; i < attached.length; i++) {
            attached[i] = bodies.attached(i);
            parents[i] = bodies.parent(attached[i]);
        }
        return new LivingBodies(alive, attached, parents);
    }

    /** Writes them without a copy. */
    static void write(Bodies bodies, DataOutput out) throws IOException {
        int slots = bodies.slots();
        varint(slots, out);
        for (int from = 0; from < slots; from += Byte.SIZE) {
            int bits = 0;
            for (int slot = from; slot < Math.min(slots, from + Byte.SIZE); slot++) {
                bits |= (bodies.isAlive(slot) ? 1 : 0) << slot - from;
            }
            out.writeByte(bits);
        }
        int count = bodies.attachedCount();
        varint(count, out);
        for (int i = 0; i < count; i++) {
            varint(bodies.attached(i), out);
            varint(bodies.parent(bodies.attached(i)), out);
        }
    }

    private static void varint(int value, DataOutput out) throws IOException {
        int left = value;
        for (; left > 0x7F; left >>>= 7) {
            out.writeByte(left | 0x80);
        }
        out.writeByte(left);
    }

    /** Reads what {@link #write} has written. Allocates no more than a few times what there is in the buffer. */
    static LivingBodies read(ByteBuffer from, int capacity) throws RecordingException {
        int slots = (int) Format.varint(from, 0, capacity, "the number of slots");
        int bytes = (slots + Byte.SIZE - 1) / Byte.SIZE;
        if (bytes > from.remaining()) {
            throw new RecordingException(
                    "it has " + slots + " slots, but only " + from.remaining() + " bytes are left for them");
        }
        BitSet alive = BitSet.valueOf(from.slice(from.position(), bytes));
        from.position(from.position() + bytes);
        if (alive.length() > slots) {
            throw new RecordingException("it has " + slots + " slots, but body " + (alive.length() - 1) + " is alive");
        }
        int most = Math.min(slots, from.remaining() / 2);
        int[] attached = new int[(int) Format.varint(from, 0, most, "the number of attached bodies")];
        int[] parents = new int[attached.length];
        for (int i = 0; i < attached.length; i++) {
            attached[i] = (int) Format.varint(from, 0, slots - 1, "the slot of an attached body");
            parents[i] = (int) Format.varint(from, 0, slots - 1, "the slot of a parent");
        }
        return new LivingBodies(alive, attached, parents);
    }

    /** Spawns and removes bodies as in the keyframe. Detaches those that have another parent there, or none. */
    void restore(Bodies bodies) {
        int slots = Math.max(bodies.slots(), alive.length());
        if (bodies.attachedCount() > 0) {
            int[] wanted = new int[slots];
            Arrays.fill(wanted, State.NO_PARENT);
            for (int i = 0; i < attached.length; i++) {
                wanted[attached[i]] = parents[i];
            }
            for (int slot = 0; slot < bodies.slots(); slot++) {
                if (bodies.parent(slot) != State.NO_PARENT && bodies.parent(slot) != wanted[slot]) {
                    bodies.detach(slot);
                }
            }
        }
        for (int slot = 0; slot < slots; slot++) {
            if (alive.get(slot) && !bodies.isAlive(slot)) {
                bodies.spawn(slot);
            } else if (!alive.get(slot) && bodies.isAlive(slot)) {
                bodies.remove(slot);
            }
        }
    }

    /** Attaches bodies as in the keyframe. After the world was restored, which may have removed and added bodies. */
    void attach(Bodies bodies) {
        for (int i = 0; i < attached.length; i++) {
            if (bodies.parent(attached[i]) != parents[i]) {
                bodies.attach(attached[i], parents[i]);
            }
        }
    }
}
