package io.github.freestep.physics.ground;

import io.github.freestep.physics.Simulation;
import io.github.freestep.physics.saves.CommandReader;
import io.github.freestep.physics.saves.SavableSimulation;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * The blocks of a game, as the steps of one world see them. The game's thread changes them by a {@link GroundWriter},
 * and each step sees all that was published together, or nothing of it. Nobody waits. Any thread may read the {@link
 * #version}; the other calls name their thread.
 *
 * <pre>{@code
 * Ground ground = new Ground();
 * PhysicsService physics = PhysicsService.builder(ground.around(new Boxes(ground))).start();
 * }</pre>
 *
 * <p>Saves of the world of {@link #around} contain the ground, and recordings its changes.
 */
public final class Ground {
    /** Of the saved ground, before the user's world. */
    private static final int FORMAT = 1;

    private volatile GroundVersion version = GroundVersion.EMPTY;

    /** The parts of the next version that have arrived. */
    private List<GroundPart> parts = new ArrayList<>();

    /** Those that no step has seen. */
    GroundChanges changes = new GroundChanges();

    private boolean hasWorld;

    /** Makes a ground without sections. */
    public Ground() {}

    /** Takes the places of changes. */
    @FunctionalInterface
    public interface ChangeHandler {
        /**
         * Takes a box of cells, all in one section, outside which no cell of the section has changed.
         *
         * @param minX the least x of a changed cell
         * @param minY the least y
         * @param minZ the least z
         * @param maxX the largest x, whose cell has changed, too
         * @param maxY the largest y
         * @param maxZ the largest z
         */
        void onChange(int minX, int minY, int minZ, int maxX, int maxY, int maxZ);
    }

    /**
     * Returns a world with this ground, which the service runs in place of the given one. A save of it contains the
     * ground. Call it once.
     *
     * @param inner the game's world, or that of an engine
     * @return the world to pass to the service. To be saved, the given one must be a {@link SavableSimulation}
     * @throws IllegalStateException if this ground has a world
     */
    public SavableSimulation around(Simulation inner) {
        Objects.requireNonNull(inner, "inner must not be null");
        if (hasWorld) {
            throw new IllegalStateException("a ground must have one world; make another for another world");
        }
        hasWorld = true;
        return new GroundWorld(inner, this);
    }

    /**
     * Returns the newest version. In a step, this is the same one until the step ends. For any thread.
     *
     * @return the version, without sections at first
     */
    public GroundVersion version() {
        return version;
    }

    /**
     * Passes where the ground has changed since the last step, such as to wake the bodies there. A section that was
     * loaded or unloaded has changed as a whole. For the physics thread, in a step. To allocate nothing while nothing
     * changes, keep the handler in a field.
     *
     * @param handler called once for each section with a change, in the order of their first changes
     */
    public void changes(ChangeHandler handler) {
        changes.forEach(Objects.requireNonNull(handler, "handler must not be null"));
    }

    /**
     * Returns a reader for replays of a recorded ground.
     *
     * @param game reads the commands of the game
     * @return a reader for both
     */
    public static CommandReader commands(CommandReader game) {
        Objects.requireNonNull(game, "game must not be null; pass CommandReader.NONE if it has no commands");
        return (type, in) -> type == GroundPart.TYPE ? GroundPart.read(in) : game.read(type, in);
    }

    void take(GroundPart part) {
        if (part.isFirst()) {
            parts.clear();
        } else if (parts.isEmpty() || parts.get(parts.size() - 1).number() + 1 != part.number()) {
            return; // A restore has removed those before it, or has brought those of another version.
        }
        parts.add(part);
        if (part.isLast()) {
            GroundVersion.Edit edit = new GroundVersion.Edit(version);
            for (GroundPart each : parts) {
                each.apply(edit, changes);
            }
            parts.clear();
            version = edit.version();
        }
    }

    void save(DataOutput out) throws IOException {
        out.writeByte(FORMAT);
        version.write(out);
        out.writeInt(parts.size());
        for (GroundPart part : parts) {
            part.write(out);
        }
        changes.write(out);
    }

    /** Reads a saved ground, then the world after it, and changes nothing if either fails. */
    void restore(DataInput in, GroundWorld world) throws IOException {
        int format = in.readByte();
        if (format != FORMAT) {
            throw new IOException(
                    "the ground of a save must have format " + FORMAT + ", had " + format + "; use a newer Freestep");
        }
        GroundVersion.Edit edit = new GroundVersion.Edit(GroundVersion.EMPTY);
        for (int left = in.readInt(); left > 0; left--) {
            edit.put(in.readLong(), GroundSection.read(in));
        }
        List<GroundPart> read = new ArrayList<>();
        for (int left = in.readInt(); left > 0; left--) {
            read.add(GroundPart.read(in));
        }
        GroundChanges changed = GroundChanges.read(in);
        GroundVersion before = version;
        version = edit.version(); // What the world computes from the ground must be that of the save.
        try {
            world.restoreWrapped(in);
        } catch (Throwable t) {
            version = before;
            throw t;
        }
        parts = read;
        changes = changed;
    }
}
