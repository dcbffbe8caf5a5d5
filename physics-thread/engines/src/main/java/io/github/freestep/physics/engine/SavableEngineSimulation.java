package io.github.freestep.physics.engine;

import io.github.freestep.physics.SavableSimulation;
import io.github.freestep.state.StateLayout;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.EOFException;
import java.io.IOException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * An engine's world that can be saved and restored: the base of adapters whose engines report pose, velocities and
 * sleep of a body. Use it as {@link EngineSimulation} says. Keeps buffers of the size of the largest world that it has
 * saved or restored, so later saves and restores allocate only what the adapter and the scene do, and less than 1 kB.
 *
 * <p>Bodies that a scene adds and removes after its {@code build} need {@link EngineScene#saveBody} and
 * {@link EngineScene#restoreBody}.
 *
 * @param <B> the engine's bodies, compared by {@code equals}
 */
public abstract class SavableEngineSimulation<B> extends EngineSimulation<B> implements SavableSimulation {
    /** Null while the world is saved or restored, so that a scene may save it within one of them. */
    private @Nullable SavedWorld savedWorld;

    private boolean isRestoring;

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
     * {@link #readFinite} refuses, and then leave the body as it was.
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
     * @throws IllegalStateException if the world is not open, or on another thread
     */
    @Override
    public final void save(DataOutput out) throws IOException {
        Objects.requireNonNull(out, "out must not be null");
        SavedBodies<B> bodies = savedBodies(this);
        SavedWorld saved = takeSavedWorld();
        try {
            saved.write(out, getClass().getSimpleName(), bodies::write);
        } finally {
            savedWorld = saved;
        }
    }

    /**
     * Restores what {@link #save(DataOutput)} has written. Removes the bodies that were not saved, and lets the scene
     * add those that are missing. Bodies are attached as in the saved world before the scene's own {@code restore} is
     * called; until then, none is attached. Readers do not interpolate from the poses before to those after.
     *
     * @throws IOException if the saved world is damaged or of another kind, which changes nothing; or if the scene
     *     cannot read its part, or a number or an attachment with a valid checksum is out of range, which leaves the
     *     world half restored: end the run
     * @throws IllegalStateException if the world is not open, on another thread, or within a restore
     */
    @Override
    public final void restore(DataInput in) throws IOException {
        Objects.requireNonNull(in, "in must not be null");
        SavedBodies<B> bodies = savedBodies(this);
        if (isRestoring) {
            throw new IllegalStateException(
                    "restore must not be called within a restore of the same world; call it in a command of its own");
        }
        SavedWorld saved = takeSavedWorld();
        isRestoring = true;
        try {
            bodies.restore(saved.read(in, getClass().getSimpleName()));
        } catch (EOFException e) {
            throw new IOException(
                    "the saved world is damaged: its content ends in the middle of a value; use another copy", e);
        } finally {
            isRestoring = false;
            savedWorld = saved;
        }
    }

    /** Writes which pairs of bodies touch, and which bodies are awake, as events have reported them. */
    @Override
    public final void saveReported(DataOutput out) throws IOException {
        savedBodies(this).writeReported(Objects.requireNonNull(out, "out must not be null"));
    }

    @Override
    public final void restoreReported(DataInput in) throws IOException {
        savedBodies(this).readReported(Objects.requireNonNull(in, "in must not be null"));
    }

    private SavedWorld takeSavedWorld() {
        SavedWorld taken = savedWorld == null ? new SavedWorld() : savedWorld;
        savedWorld = null;
        return taken;
    }

    /** Returns false: the first steps after a restore find the impulses of resting contacts anew. */
    @Override
    public boolean restoresExactly() {
        return false;
    }

    /**
     * Reads a number of a saved world. It is finite as a float, too, because engines and layouts may keep floats.
     *
     * @param in the saved world
     * @return a finite number with a magnitude below 2^125
     * @throws IOException if the number is out of that range, or cannot be read
     */
    protected static double readFinite(DataInput in) throws IOException {
        return SavedNumbers.readFinite(in);
    }

    /**
     * Reads a number of a saved world.
     *
     * @param in the saved world
     * @return a finite number with a magnitude below 2^125
     * @throws IOException if the number is out of that range, or cannot be read
     */
    protected static float readFiniteFloat(DataInput in) throws IOException {
        return SavedNumbers.readFiniteFloat(in);
    }

    /**
     * Refuses a saved quaternion that is no orientation. Engines do not check it.
     *
     * @param squaredLength the sum of the squares of its four parts
     * @throws IOException if that is not nearly 1
     */
    protected static void requireUnit(double squaredLength) throws IOException {
        SavedNumbers.requireUnit(squaredLength);
    }
}
