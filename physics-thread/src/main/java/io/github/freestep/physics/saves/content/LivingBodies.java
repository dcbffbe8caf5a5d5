package io.github.freestep.physics.saves.content;

import io.github.freestep.state.Bodies;
import io.github.freestep.state.State;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * Which bodies are alive in a saved world, and to which others they are attached. Reused: allocates only for a world
 * with more slots than all before. For the physics thread.
 */
public final class LivingBodies {
    private static final int NO_BODY = State.NO_PARENT - 1;

    /** For each slot, the parent of its body: {@link State#NO_PARENT} for none, {@link #NO_BODY} for an empty slot. */
    private int[] parents = {};

    private int slots;

    /**
     * Writes what is alive and attached now.
     *
     * @param bodies the bodies of a simulation
     * @param out takes what {@link #read} reads
     * @throws IOException if writing fails
     */
    public static void write(Bodies bodies, DataOutput out) throws IOException {
        int slots = bodies.slots();
        out.writeInt(slots);
        for (int from = 0; from < slots; from += Byte.SIZE) {
            int bits = 0;
            for (int slot = from; slot < Math.min(slots, from + Byte.SIZE); slot++) {
                bits |= (bodies.isAlive(slot) ? 1 : 0) << slot - from;
            }
            out.writeByte(bits);
        }
        int count = bodies.attachedCount();
        out.writeInt(count);
        for (int i = 0; i < count; i++) {
            out.writeInt(bodies.attached(i));
            out.writeInt(bodies.parent(bodies.attached(i)));
        }
    }

    /**
     * Notes what is alive and attached now, instead of a saved world.
     *
     * @param bodies the bodies of a simulation
     */
    public void note(Bodies bodies) {
        slots = bodies.slots();
        parents = parents.length < slots ? new int[slots] : parents;
        for (int slot = 0; slot < slots; slot++) {
            parents[slot] = bodies.isAlive(slot) ? bodies.parent(slot) : NO_BODY;
        }
    }

    /**
     * Reads what {@link #write} has written.
     *
     * @param in the saved world, which may be forged
     * @param capacity the number of slots of the simulation
     * @throws IOException if it cannot be that of a simulation with these slots
     */
    public void read(DataInput in, int capacity) throws IOException {
        slots = 0;
        int count = number(in, capacity, "number of slots");
        parents = parents.length < count ? new int[count] : parents;
        int bits = 0;
        for (int slot = 0; slot < count; slot++) {
            bits = slot % Byte.SIZE == 0 ? in.readUnsignedByte() : bits >> 1;
            parents[slot] = (bits & 1) == 0 ? NO_BODY : State.NO_PARENT;
        }
        if (bits > 1) {
            throw new IOException(
                    "the saved world is damaged: it has a body above its " + count + " slots; use another copy");
        }
        for (int left = number(in, count, "number of attached bodies"); left > 0; left--) {
            int child = number(in, count - 1, "slot of an attached body");
            int parent = number(in, count - 1, "slot of a parent");
            if (parents[child] != State.NO_PARENT || parents[parent] == NO_BODY) {
                throw new IOException("the saved world is damaged: slot " + child + " is attached to slot " + parent
                        + ", but one of them has no body, or the first has a parent already; use another copy");
            }
            parents[child] = parent;
        }
        slots = count;
    }

    private static int number(DataInput in, int most, String what) throws IOException {
        int value = in.readInt();
        if (value < 0 || value > most) {
            throw new IOException("the " + what + " in the saved world must be between 0 and " + most + ", was " + value
                    + "; restore it into a world of the same layout");
        }
        return value;
    }

    /**
     * Whether a body is alive in the saved world.
     *
     * @param slot any slot
     * @return false for a slot without a body
     */
    public boolean isAlive(int slot) {
        return slot < slots && parents[slot] != NO_BODY;
    }

    /**
     * Detaches the bodies that have another parent in the saved world, or none.
     *
     * @param bodies the bodies of a simulation
     */
    public void detachOthers(Bodies bodies) {
        for (int slot = 0; slot < bodies.slots(); slot++) {
            int parent = bodies.parent(slot);
            if (parent != State.NO_PARENT && (slot >= slots || parents[slot] != parent)) {
                bodies.detach(slot);
            }
        }
    }

    /**
     * Detaches, removes and spawns bodies, so that those of the saved world are alive.
     *
     * @param bodies the bodies of a simulation
     */
    public void restore(Bodies bodies) {
        detachOthers(bodies);
        for (int slot = 0; slot < Math.max(slots, bodies.slots()); slot++) {
            if (isAlive(slot) && !bodies.isAlive(slot)) {
                bodies.spawn(slot);
            } else if (!isAlive(slot) && bodies.isAlive(slot)) {
                bodies.remove(slot);
            }
        }
    }

    /**
     * Attaches bodies as in the saved world. Call it once they are alive.
     *
     * @param bodies the bodies of a simulation
     * @throws IOException if the saved world was forged, so that a body cannot be attached
     */
    public void attach(Bodies bodies) throws IOException {
        for (int slot = 0; slot < slots; slot++) {
            try {
                if (parents[slot] >= 0) {
                    bodies.attach(slot, parents[slot]);
                }
            } catch (IllegalArgumentException | IllegalStateException e) {
                throw new IOException("the saved world is damaged: " + e.getMessage() + "; use another copy", e);
            }
        }
    }
}
