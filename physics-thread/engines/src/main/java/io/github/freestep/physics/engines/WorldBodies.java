package io.github.freestep.physics.engines;

import io.github.freestep.internal.Inside;
import io.github.freestep.physics.EventSink;
import io.github.freestep.state.Bodies;
import io.github.freestep.state.State;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StateWriter;
import java.util.Arrays;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/**
 * The bodies of a world: their slots, their newest poses, which of them move, and which touch. For the physics thread;
 * steps and writes allocate nothing.
 *
 * @param <B> the engine's bodies
 */
final class WorldBodies<B> {
    final Slots<B> slots;
    final Touches touches;
    private static final String REFUSAL = "the bodies of an engine's world must be added and removed by the world, not"
            + " by spawn and remove of Bodies; call add(body) or remove(slot) of the adapter";

    private final EngineSimulation<B> world;
    private final PoseArrays poses;

    /** The bodies that events have reported as awake. A new body counts as awake. */
    final BitSet awake;

    /**
     * The bodies to read after the next step even if they sleep then: those that were awake after the last step,
     * because an engine may move a body in the step in which it falls asleep, and those whose pose changed in it.
     */
    private final BitSet unsettled;

    /** For each slot, how many commands had begun when its body was added; 0 if it was restored since. */
    final long[] addedBy;

    /** How many commands have begun. */
    long commands;

    /** For each slot: what the user keeps with its body. */
    final @Nullable Object[] userObjects;

    /** The bodies that the scene has removed while poses are read. */
    private final BitSet doomed;

    private boolean isAnyDoomed;

    /** Whether {@link #pose} has changed a pose since this was set to false. */
    private boolean changed;

    /** Null while the world is closed. */
    Bodies published;

    WorldBodies(EngineSimulation<B> world, StateLayout layout) {
        this.world = world;
        slots = new Slots<>(layout.capacity());
        addedBy = new long[layout.capacity()];
        userObjects = new Object[layout.capacity()];
        touches = new Touches(layout.capacity());
        poses = new PoseArrays(layout);
        awake = new BitSet(layout.capacity());
        unsettled = new BitSet(layout.capacity());
        doomed = new BitSet(layout.capacity());
    }

    void publishTo(Bodies bodies) {
        published = bodies;
        Inside.of(bodies).refuse(REFUSAL);
    }

    private void setAlive(int slot, boolean isAlive) {
        Inside.of(published).refuse(null);
        try {
            if (isAlive) {
                published.spawn(slot);
            } else {
                published.remove(slot);
            }
        } finally {
            Inside.of(published).refuse(REFUSAL);
        }
    }

    void pose(int slot, double px, double py, double pz, float ox, float oy, float oz, float ow) {
        changed |= poses.set(slot, px, py, pz, ox, oy, oz, ow);
    }

    void readAnyway(int slot) {
        slots.require(slot);
        unsettled.set(slot);
    }

    int add(B body) {
        int slot = slots.next(body);
        if (published.isAlive(slot)) {
            throw new IllegalStateException("slot " + slot
                    + " is alive and has no body;"
                    + " call add and remove of the world, not spawn and remove of Bodies");
        }
        world.during(Doing.ENGINE, () -> world.insert(body));
        slots.put(slot, body);
        setAlive(slot, true);
        addedBy[slot] = commands;
        poses.spawned(slot);
        awake.set(slot);
        readNow(slot, body);
        return slot;
    }

    /** Removes a body once the poses of all have been read. */
    void doom(int slot) {
        slots.require(slot);
        doomed.set(slot);
        isAnyDoomed = true;
    }

    void removeDoomed() {
        if (isAnyDoomed) {
            isAnyDoomed = false;
            detachFromDoomed();
            for (int slot = 0; slot < slots.count; slot++) {
                if (doomed.get(slot)) {
                    remove(slot);
                }
            }
        }
    }

    /** Detaches the children of doomed bodies, which could not be removed otherwise. */
    private void detachFromDoomed() {
        // attachedCount() would allocate.
        for (int slot = 0; slot < slots.count; slot++) {
            int parent = published.parent(slot);
            if (parent != State.NO_PARENT && doomed.get(parent)) {
                published.detach(slot);
            }
        }
    }

    void remove(int slot) {
        B body = slots.requireRemovable(slot);
        doomed.clear(slot);
        setAlive(slot, false);
        userObjects[slot] = null;
        awake.clear(slot);
        unsettled.clear(slot);
        touches.removed(slot);
        // Replaces a NaN that the body may have left. Otherwise its block would be searched body by body in every state
        // in which the block has changed. The world's pose() would call the scene, which may ask for the removed body.
        poses.set(slot, 0, 0, 0, 0, 0, 0, 1);
        Doing before = world.begin(Doing.ENGINE);
        touches.isRemoving = true;
        try {
            world.delete(body);
        } finally {
            slots.remove(slot);
            touches.isRemoving = false;
            world.end(before);
        }
    }

    /**
     * Removes all bodies that were added since a command began, including those that were added by commands that it
     * ran.
     */
    void undo(long command, Throwable cause) {
        for (int slot = 0; slot < slots.count; slot++) {
            if (addedBy[slot] >= command && slots.body(slot) != null) {
                doomed.set(slot);
            }
        }
        detachFromDoomed();
        for (int slot = slots.count - 1; slot >= 0; slot--) {
            // The engine may be reading the others, which the scene has removed in onPose.
            if (addedBy[slot] >= command && doomed.get(slot)) {
                try {
                    remove(slot);
                } catch (RuntimeException e) {
                    doomed.clear(slot);
                    cause.addSuppressed(e);
                }
            }
        }
    }

    void teleport(int slot) {
        B body = slots.require(slot);
        published.teleport(slot);
        readNow(slot, body);
    }

    void refresh(int slot) {
        readNow(slot, slots.require(slot));
    }

    /** Reads a pose now, and once more after the next step, even if the body sleeps. */
    private void readNow(int slot, B body) {
        world.moved(body);
        unsettled.set(slot);
        Doing before = world.begin(Doing.POSING);
        try {
            world.read(slot, body);
        } finally {
            world.end(before);
        }
    }

    /** Reads the bodies that may have moved in a step, and reports those that have woken or fallen asleep. */
    void afterStep(EventSink events) {
        for (int slot = 0; slot < slots.count; slot++) {
            B body = slots.body(slot);
            if (body == null) {
                continue;
            }
            boolean isAwake = !world.asleep(body);
            if (isAwake || unsettled.get(slot)) {
                // Before the read, because a read that throws is repeated.
                unsettled.set(slot);
                changed = false;
                world.read(slot, body);
                unsettled.set(slot, isAwake || changed);
            }
            if (isAwake != awake.get(slot)) {
                awake.set(slot, isAwake);
                if (isAwake) {
                    events.awake(slot);
                } else {
                    events.asleep(slot);
                }
            }
        }
    }

    /** Returns whether no body is awake or has to be read. */
    boolean isSettled() {
        return awake.isEmpty() && unsettled.isEmpty();
    }

    void write(StateWriter state) {
        // A restored world may have free slots above all bodies of this run, to which nothing may be written.
        poses.write(state, Math.min(slots.count, published.slots()), published);
    }

    void deleteAll() {
        for (int slot = 0; slot < slots.count; slot++) {
            B body = slots.body(slot);
            if (body != null) {
                world.delete(body);
            }
        }
    }

    /** Forgets all bodies. For a world that closes. */
    void clear() {
        slots.clear();
        Arrays.fill(userObjects, null);
        awake.clear();
        unsettled.clear();
        touches.clear();
        poses.clear();
        doomed.clear();
        isAnyDoomed = false;
        if (published != null) {
            Inside.of(published).refuse(null);
            published = null;
        }
    }
}
