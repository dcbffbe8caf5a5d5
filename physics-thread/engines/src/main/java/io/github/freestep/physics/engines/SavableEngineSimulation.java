package io.github.freestep.physics.engines;

import io.github.freestep.physics.saves.SavableSimulation;
import io.github.freestep.physics.saves.content.LivingBodies;
import io.github.freestep.physics.saves.content.SavedParts;
import io.github.freestep.state.State;
import io.github.freestep.state.StateLayout;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.EOFException;
import java.io.IOException;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Objects;

/**
 * An engine's world that can be saved and restored: the base of adapters whose engines report pose, velocities and
 * sleep of a body. Like each {@link EngineSimulation}, it belongs to its physics thread. Keeps buffers of the size of
 * the largest world that it has saved or restored, so later saves and restores allocate only what the adapter and the
 * scene do, and less than 1 kB.
 *
 * <pre>{@code
 * protected void save(Marble marble, DataOutput out) throws IOException {
 *     SavedNumbers.write(out, marble.x(), marble.speed());
 * }
 *
 * protected void restore(Marble marble, DataInput in) throws IOException {
 *     marble.set(SavedNumbers.readFinite(in), SavedNumbers.readFinite(in));
 * }
 * }</pre>
 *
 * <p>Bodies that a scene adds and removes after its {@code build} need {@link EngineScene#saveBody} and
 * {@link EngineScene#restoreBody}.
 *
 * @param <B> the engine's bodies, compared by {@code equals}
 */
public abstract class SavableEngineSimulation<B> extends EngineSimulation<B> implements SavableSimulation {
    /**
     * Marks the end of what the scene has written for a body, or for itself. If the scene has read less or more, the
     * mark is not there.
     */
    private static final int END = 0x5AFE;

    private static final LivingBodies NONE = new LivingBodies();

    private final SavedWorld savedWorld = new SavedWorld();
    private final LivingBodies living = new LivingBodies();

    /**
     * Makes a world, as the constructor of {@link EngineSimulation} does.
     *
     * @param <W> the adapter
     * @param layout the capacity, and the channels in addition to the pose
     * @param scene fills the world; may run many worlds, one after the other
     * @param type the class of this adapter, which is what the scene gets
     * @throws IllegalArgumentException if this object is not of that type
     */
    protected <W> SavableEngineSimulation(StateLayout layout, EngineScene<? super W> scene, Class<W> type) {
        super(layout, scene, type);
    }

    /**
     * Writes what the future of a body depends on, as far as the engine reports it: the exact pose, the velocities, and
     * whether the body sleeps.
     *
     * @param body a body that was inserted
     * @param out takes the values
     * @throws IOException if writing fails
     */
    protected abstract void save(B body, DataOutput out) throws IOException;

    /**
     * Reads what {@link #save(Object, DataOutput)} has written, and gives it to a body. Must refuse what
     * {@link SavedNumbers} refuses, and then leave the body as it was.
     *
     * @param body a body that was inserted
     * @param in the values
     * @throws IOException if the values cannot be read, or are invalid
     */
    protected abstract void restore(B body, DataInput in) throws IOException;

    /**
     * Writes what the engine keeps in addition to its bodies. Called before the bodies are written. Default: writes
     * nothing.
     *
     * @param out takes the values
     * @throws IOException if writing fails
     */
    protected void saveEngine(DataOutput out) throws IOException {}

    /**
     * Reads and checks what {@link #saveEngine} has written. Must change nothing yet. Default: reads nothing.
     *
     * @param in the values
     * @return what restores them, in several steps
     * @throws IOException if the values cannot be read, or are invalid
     */
    protected EngineRestore readEngine(DataInput in) throws IOException {
        return EngineRestore.NONE;
    }

    /**
     * Saves poses, velocities and sleep of all bodies, which of them are attached to others, the slots of later bodies,
     * and what the scene adds. Of contacts, it saves what {@link #saveEngine} writes, which by default is nothing.
     *
     * @throws IllegalStateException if the world is not open or half restored, on another thread, or in a callback
     */
    @Override
    public final void save(DataOutput out) throws IOException {
        Objects.requireNonNull(out, "out must not be null");
        requireBetweenTicks("save");
        requireWhole();
        during(Doing.READING, () -> savedWorld.write(out, getClass().getSimpleName(), this::writeContent));
    }

    private void writeContent(DataOutput out) throws IOException {
        Slots<B> slots = bodies.slots;
        LivingBodies.write(bodies.published, out);
        saveEngine(out);
        out.writeInt(slots.count);
        for (int slot = 0; slot < slots.count; slot++) {
            B body = slots.body(slot);
            if (body != null) {
                ofBody(slot, out);
                scene.saveBody(this, slot, out);
                ofBody(slot, out);
                out.writeInt(END);
                save(body, out);
            }
        }
        ofBody(State.NO_SLOT, out);
        slots.writeFree(out);
        scene.save(this, out);
        out.writeInt(END);
    }

    private static void ofBody(int slot, DataOutput out) {
        if (out instanceof SavedParts.Names names) {
            names.body(slot);
        }
    }

    /**
     * Restores what {@link #save(DataOutput)} has written. Removes the bodies that were not saved, and lets the scene
     * add those that are missing. Bodies are attached as in the saved world before the scene's own {@code restore} is
     * called; until then, none is attached. Readers do not interpolate from the poses before to those after.
     *
     * @throws IOException if the saved world is damaged or of another kind, which changes nothing; or if the scene
     *     cannot read its part, or a number or an attachment with a valid checksum is out of range, which leaves the
     *     world half restored: then steps and saves are refused until another restore succeeds
     * @throws IllegalStateException if the world is not open, on another thread, or in a callback or another restore
     */
    @Override
    public final void restore(DataInput in) throws IOException {
        Objects.requireNonNull(in, "in must not be null");
        requireBetweenTicks("restore");
        String kind = getClass().getSimpleName();
        try {
            during(Doing.ENGINE, () -> restoreContent(savedWorld.read(in, kind)));
        } catch (EOFException e) {
            throw new IOException(
                    "the saved world is cut off, or the scene reads more than it has written; use another copy, or read"
                            + " what was written",
                    e);
        }
    }

    private void restoreContent(DataInput in) throws IOException {
        Slots<B> slots = bodies.slots;
        living.read(in, layout().capacity());
        EngineRestore engine = readEngine(in);
        int count = in.readInt();
        if (count < 0 || count > layout().capacity()) {
            throw new IOException("the saved world has " + count + " slots, and this one has room for "
                    + layout().capacity() + "; restore it into a world of the same layout");
        }
        isHalfRestored = true;
        // Which slots are free is unknown until it was read, also for a restore after one that failed before that.
        slots.freeCount = 0;
        // A body to which others are attached cannot be removed.
        NONE.detachOthers(bodies.published);
        during(Doing.RESTORING, engine::begin);
        for (int slot = 0; slot < Math.max(count, slots.count); slot++) {
            restore(slot, slot < count && living.isAlive(slot), in);
        }
        slots.readFree(count, in);
        engine.bodiesRestored();
        for (int slot = 0; slot < count; slot++) {
            if (slots.has(slot)) {
                bodies.teleport(slot);
            }
        }
        living.attach(bodies.published);
        during(Doing.RESTORING, () -> scene.restore(this, in));
        requireEnd("restore", in);
        engine.sceneRestored();
        // If the command fails later, the restored bodies stay, as those that it removed do not come back.
        Arrays.fill(bodies.addedBy, 0);
        isHalfRestored = false;
    }

    private void restore(int slot, boolean isSaved, DataInput in) throws IOException {
        Slots<B> slots = bodies.slots;
        if (!isSaved) {
            if (slots.has(slot)) {
                bodies.remove(slot);
            }
            return;
        }
        slots.chosen = slot;
        Doing before = begin(Doing.RESTORING);
        try {
            scene.restoreBody(this, slot, in);
        } finally {
            end(before);
            slots.chosen = State.NO_SLOT;
        }
        if (!slots.has(slot)) {
            throw new IOException("the saved world has a body in slot " + slot
                    + ", and this one has none; override restoreBody of the scene, and add the body there");
        }
        requireEnd("restoreBody", in);
        restore(slots.body(slot), in);
    }

    private static void requireEnd(String method, DataInput in) throws IOException {
        if (in.readInt() != END) {
            throw new IOException(method + " of the scene has not read what save" + method.substring("restore".length())
                    + " of the scene has written; make both alike");
        }
    }

    /** Writes which pairs of bodies touch, and which bodies are awake, as events have reported them. */
    @Override
    public final void saveReported(DataOutput out) throws IOException {
        requireBetweenTicks("saveReported");
        Objects.requireNonNull(out, "out must not be null");
        for (long word : Arrays.copyOf(bodies.awake.toLongArray(), words())) {
            out.writeLong(word);
        }
        bodies.touches.write(out);
    }

    /** Returns how many words a bit for each slot takes. */
    private int words() {
        return (bodies.addedBy.length + Long.SIZE - 1) / Long.SIZE;
    }

    @Override
    public final void restoreReported(DataInput in) throws IOException {
        requireBetweenTicks("restoreReported");
        Objects.requireNonNull(in, "in must not be null");
        long[] awake = new long[words()];
        for (int word = 0; word < awake.length; word++) {
            awake[word] = in.readLong();
        }
        bodies.awake.clear();
        bodies.awake.or(BitSet.valueOf(awake));
        bodies.touches.read(in);
        if (!restoresExactly()) {
            // Such an engine does not restore its contacts, so its next step begins all of them.
            bodies.touches.endAll();
        }
    }

    /** Returns false: the first steps after a restore find the impulses of resting contacts again. */
    @Override
    public boolean restoresExactly() {
        return false;
    }
}
