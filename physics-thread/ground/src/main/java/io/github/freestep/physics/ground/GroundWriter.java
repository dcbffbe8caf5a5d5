package io.github.freestep.physics.ground;

import io.github.freestep.physics.Physics;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * Changes the blocks that a step reads. For one thread at a time, such as that of the game. No call waits for a step,
 * and a step sees either everything that one call of {@link #publish} sends, or nothing of it.
 *
 * <pre>{@code
 * writer.load(0, 4, 0, GroundSection.of((x, y, z) -> y == 0 ? STONE : AIR)); // when the game loads a chunk
 * writer.set(7, 64, 3, AIR);                                                 // when a block changes
 * writer.publish(physics);                                                   // at the end of the game's tick
 * }</pre>
 */
public final class GroundWriter {
    /** A step that never ends must not fill the memory. These write up to 128 MB. Cells take three times as much. */
    private static final int MOST_UNSENT = 4_096;

    /** Those since the last part. */
    private List<GroundPart.Change> changes = new ArrayList<>();

    private int bytes;
    private int number;
    private boolean isFirst = true;

    /** The parts that were submitted, in their order. A run may end before they have run. */
    private final Deque<Sent> sent = new ArrayDeque<>();

    /** The parts after those, in their order. */
    private final Deque<GroundPart> unsent = new ArrayDeque<>();

    private @Nullable Physics receiver;

    private record Sent(GroundPart part, CompletableFuture<Void> result) {}

    /** Makes the writer of a ground. It must have no other, because the commands of a version follow each other. */
    public GroundWriter() {}

    /**
     * Changes a cell. Has no effect on the ground if its section is not loaded there.
     *
     * @param x the first coordinate, from -16,777,216 to 16,777,215
     * @param y the height, like x
     * @param z the third coordinate, like x
     * @param cell from 0 to {@link GroundSection#MOST_CELL}
     * @throws IllegalArgumentException if a value is out of range
     * @throws IllegalStateException if 4,096 commands wait to be published or accepted, each of 32 kB: up to 2,729
     *     cells, 3 sections of 16 different layers, or 700 of air. So it comes if steps hang for minutes, or if {@link
     *     #publish} was not called
     */
    public void set(int x, int y, int z, int cell) {
        GroundSection.requireCell(cell);
        add(x >> 4, y >> 4, z >> 4, GroundSection.index(x, y, z) << Character.SIZE | cell, null);
    }

    /**
     * Loads a section, in place of the one that is there, if any.
     *
     * @param x a cell's coordinate divided by 16 and rounded down, like the others
     * @param y the height
     * @param z the third coordinate
     * @param section the cells
     * @throws IllegalArgumentException if a coordinate is out of range, see {@link #set}
     * @throws IllegalStateException if too many changes wait, see {@link #set}
     */
    public void load(int x, int y, int z, GroundSection section) {
        Objects.requireNonNull(section, "section must not be null; to remove one, call unload");
        add(x, y, z, GroundPart.LOADED, section);
    }

    /**
     * Removes a section, if it is there.
     *
     * @param x a cell's coordinate divided by 16 and rounded down, like the others
     * @param y the height
     * @param z the third coordinate
     * @throws IllegalArgumentException if a coordinate is out of range, see {@link #set}
     * @throws IllegalStateException if too many changes wait, see {@link #set}
     */
    public void unload(int x, int y, int z) {
        add(x, y, z, GroundPart.UNLOADED, null);
    }

    private void add(int x, int y, int z, int value, @Nullable GroundSection section) {
        if (!GroundVersion.isInRange(x, y, z)) {
            throw new IllegalArgumentException("a section must be between -1048576 and 1048575 on each axis, was at "
                    + x + ", " + y + ", " + z
                    + "; divide coordinates of cells by 16 for load and unload, and subtract an origin from all");
        }
        if (unsent.size() >= MOST_UNSENT) {
            throw new IllegalStateException("fewer than " + MOST_UNSENT + " commands of 32 kB with changes may wait,"
                    + " were " + MOST_UNSENT + "; publish in each tick of the game, load no more sections while publish"
                    + " returns false, and stop when the service has ended or hangs");
        }
        int more = GroundPart.CHANGE_BYTES + (section == null ? 0 : section.bytes());
        if (bytes + more > GroundPart.MOST_BYTES) {
            endPart(false);
        }
        changes.add(new GroundPart.Change(GroundVersion.key(x, y, z), value, section));
        bytes += more;
    }

    private void endPart(boolean isLast) {
        unsent.add(new GroundPart(number++, isFirst, changes, isLast));
        isFirst = isLast;
        changes = new ArrayList<>();
        bytes = 0;
    }

    /**
     * Sends all changes since the last call, of which a step sees all or none. What the service does not accept,
     * because its queue of commands is full, or because it has ended, follows with the next call, in the same order,
     * and so does what it has accepted but not run before its end. Until a service has ended, another one gets nothing
     * that might overtake what waits there.
     *
     * @param physics runs the world of {@link Ground#around}
     * @return false if some changes wait for the next call
     */
    public boolean publish(Physics physics) {
        Objects.requireNonNull(physics, "physics must not be null");
        if (!changes.isEmpty()) {
            endPart(true);
        }
        for (Sent first; (first = sent.peek()) != null && first.result.isDone(); ) {
            if (first.result.isCompletedExceptionally()) {
                while (!sent.isEmpty()) { // The end of the run has refused all those after it, too.
                    unsent.addFirst(sent.removeLast().part);
                }
                requireRefused(first.result);
            } else {
                sent.remove();
            }
        }
        if (!sent.isEmpty() && physics != receiver) {
            return false;
        }
        receiver = physics;
        while (!unsent.isEmpty()) {
            CompletableFuture<Void> result = physics.submit(unsent.peek());
            // Otherwise, the failure is not read yet, so it is reported if no call follows that reads it.
            if (result.isDone() && result.isCompletedExceptionally()) {
                requireRefused(result);
                return false;
            }
            sent.add(new Sent(unsent.remove(), result));
        }
        return true;
    }

    /** Throws what is not due to a full queue or to the end of a run, such as that the world has no ground. */
    private static void requireRefused(CompletableFuture<Void> failed) {
        try {
            failed.getNow(null);
        } catch (CompletionException e) {
            if (!(e.getCause() instanceof RejectedExecutionException)) {
                throw e;
            }
        }
    }
}
