package io.github.freestep.physics.journal;

import io.github.freestep.internal.Filler;
import io.github.freestep.internal.Varint;
import io.github.freestep.state.Bodies;
import io.github.freestep.state.State;
import java.io.DataOutput;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.BitSet;

/**
 * Which bodies are alive in a saved world, and which of them are attached to others. Immutable by convention.
 *
 * @param alive the slots of living bodies
 * @param attached the attached bodies; a parent comes before its children
 * @param parents the parent of each attached body
 */
public record LivingBodies(BitSet alive, int[] attached, int[] parents) {
    /**
     * Copies what is alive and attached now.
     *
     * @param bodies the bodies of a simulation, for the physics thread only
     * @return the copy
     */
    public static LivingBodies of(Bodies bodies) {
        int count = bodies.attachedCount();
        return new LivingBodies(new BitSet(), new int[count], new int[count]).again(bodies);
    }

    /**
     * Copies what is alive and attached now into an older copy, if that has room for it. Allocates nothing while the
     * number of attached bodies stays the same.
     *
     * @param bodies the bodies of a simulation, for the physics thread only
     * @return this, or a new copy
     */
    public LivingBodies again(Bodies bodies) {
        if (attached.length != bodies.attachedCount()) {
            return of(bodies);
        }
        alive.clear();
        for (int slot = 0; slot < bodies.slots(); slot++) {
            alive.set(slot, bodies.isAlive(slot));
        }
        for (int i = 0; i < attached.length; i++) {
            attached[i] = bodies.attached(i);
            parents[i] = bodies.parent(attached[i]);
        }
        return this;
    }

    /**
     * Writes what is alive and attached now, without a copy.
     *
     * @param bodies the bodies of a simulation, for the physics thread only
     * @param out takes what {@link #read} reads
     * @throws IOException if writing fails
     */
    public static void write(Bodies bodies, DataOutput out) throws IOException {
        int slots = bodies.slots();
        Varint.put(out, slots);
        for (int from = 0; from < slots; from += Byte.SIZE) {
            int bits = 0;
            for (int slot = from; slot < Math.min(slots, from + Byte.SIZE); slot++) {
                bits |= (bodies.isAlive(slot) ? 1 : 0) << slot - from;
            }
            out.writeByte(bits);
        }
        int count = bodies.attachedCount();
        Varint.put(out, count);
        for (int i = 0; i < count; i++) {
            Varint.put(out, bodies.attached(i));
            Varint.put(out, bodies.parent(bodies.attached(i)));
        }
    }

    /**
     * Reads what {@link #write} has written. Allocates no more than a few times what there is in the buffer.
     *
     * @param from the bytes, which may be hostile; its position moves behind them
     * @param capacity the number of slots of the simulation
     * @return the bodies
     * @throws IOException if the bytes are invalid
     * @throws java.nio.BufferUnderflowException if they end too early
     */
    public static LivingBodies read(ByteBuffer from, int capacity) throws IOException {
        int slots = number(from, capacity, "the number of slots");
        int bytes = (slots + Byte.SIZE - 1) / Byte.SIZE;
        if (bytes > from.remaining()) {
            throw new IOException(
                    "it has " + slots + " slots, but only " + from.remaining() + " bytes are left for them");
        }
        BitSet alive = BitSet.valueOf(from.slice(from.position(), bytes));
        from.position(from.position() + bytes);
        if (alive.length() > slots) {
            throw new IOException("it has " + slots + " slots, but body " + (alive.length() - 1) + " is alive");
        }
        int most = Math.min(slots, from.remaining() / 2);
        int[] attached = new int[number(from, most, "the number of attached bodies")];
        int[] parents = new int[attached.length];
        for (int i = 0; i < attached.length; i++) {
            attached[i] = number(from, slots - 1, "the slot of an attached body");
            parents[i] = number(from, slots - 1, "the slot of a parent");
        }
        return new LivingBodies(alive, attached, parents);
    }

    private static int number(ByteBuffer from, int most, String what) throws IOException {
        long value = Varint.get(from);
        if (value < 0 || value > most) {
            throw new IOException(what + " must be between 0 and " + most + ", was " + Long.toUnsignedString(value));
        }
        return (int) value;
    }

    /**
     * Spawns and removes bodies as in the saved world. Detaches those that have another parent there, or none, and
     * allocates only for that.
     *
     * @param bodies the bodies of a simulation, for the physics thread only
     */
    public void restore(Bodies bodies) {
        int slots = Math.max(bodies.slots(), alive.length());
        if (bodies.attachedCount() > 0 && !isAttached(bodies)) {
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
        // The world of an engine brings its own bodies into line when it is restored.
        String filler = Filler.refuse(bodies, null);
        try {
            for (int slot = 0; slot < slots; slot++) {
                if (alive.get(slot) && !bodies.isAlive(slot)) {
                    bodies.spawn(slot);
                } else if (!alive.get(slot) && bodies.isAlive(slot)) {
                    bodies.remove(slot);
                }
            }
        } finally {
            Filler.refuse(bodies, filler);
        }
    }

    /** Whether the same bodies are attached as in the saved world, to the same parents. */
    private boolean isAttached(Bodies bodies) {
        boolean same = attached.length == bodies.attachedCount();
        for (int i = 0; same && i < attached.length; i++) {
            same = attached[i] < bodies.slots() && bodies.parent(attached[i]) == parents[i];
        }
        return same;
    }

    /**
     * Attaches bodies as in the saved world. Call it after the world was restored, which may remove and add bodies.
     *
     * @param bodies the bodies of a simulation, for the physics thread only
     */
    public void attach(Bodies bodies) {
        for (int i = 0; i < attached.length; i++) {
            if (bodies.parent(attached[i]) != parents[i]) {
                bodies.attach(attached[i], parents[i]);
            }
        }
    }
}
