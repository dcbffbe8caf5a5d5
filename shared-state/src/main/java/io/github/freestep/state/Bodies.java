package io.github.freestep.state;

import io.github.freestep.internal.HasInside;
import io.github.freestep.state.content.AttachmentTree;
import io.github.freestep.state.content.Attachments;
import io.github.freestep.state.content.Blocks;
import io.github.freestep.state.content.Epochs;
import io.github.freestep.state.content.Filler;
import io.github.freestep.state.content.StateInside;
import org.jspecify.annotations.Nullable;

/**
 * Spawns, removes and teleports bodies. Only for the publishing thread, during set-up, a command or a step: calls by
 * other threads throw while that thread lives. Until the publisher is first used, the thread that sets up the world
 * may call. Never blocks, and allocates only for attachments that have changed.
 *
 * <p>A body lives in a slot, a number below the layout's capacity, for all of its life. The simulation chooses the
 * slot, or takes the lowest free one:
 *
 * <pre>{@code
 * int slot = bodies.spawn();
 * int life = bodies.life(slot); // slot and life name this body while it lives, and long after
 * bodies.teleport(slot);        // readers do not interpolate to its new place
 * }</pre>
 *
 * <p>Readers see changes with the next published state, so a tick whose state is not written may change bodies as
 * well. In a world of an engine, use the methods of its adapter.
 */
@SuppressWarnings("exports") // Of the superclass, which users need not see.
public final class Bodies extends HasInside<Filler> {
    private static final int TELEPORT = Epochs.LIVES + 1;

    /**
     * The greatest number of spawns and removals of a slot that are counted between two published states. Eight times
     * as many, those of a window, are half of what the count has room for.
     */
    private static final int MOST_CHANGES = 1 << 20;

    /**
     * The life that follows the greatest one. It is even, because a removal ends the greatest life, and it is not 0,
     * because a slot with the life 0 never had a body.
     */
    private static final int AFTER_GREATEST = 2;

    private final Filler filler;
    /** The epoch of each slot. */
    final int[] epochs;

    private final Written written;
    /** Null before the first attachment. */
    private @Nullable AttachmentTree attachments;

    /** Without the check of {@link #slots()}. For the publisher, which has already checked the thread. */
    int slots;

    /** All slots below this one have a body. */
    private int lowestFree;

    private long version;

    /** The publisher of these bodies. Once it has a thread, only that thread may use them. */
    private final SlotPool publisher;

    Bodies(Filler filler, Written written, SlotPool publisher) {
        super(filler);
        this.written = written;
        this.publisher = publisher;
        this.filler = filler;
        epochs = filler.epochs;
    }

    /**
     * Adds a body in the lowest free slot. Takes constant time while no body was removed, and at worst time
     * proportional to the number of slots below the free one.
     *
     * @return the slot of the body from now on
     * @throws IllegalStateException if all slots have a body, if the adapter of an engine adds and removes the bodies,
     *     or if the caller is not the publisher's thread
     */
    public int spawn() {
        checkThread();
        int slot = lowestFree;
        while (slot < epochs.length && lives(slot)) {
            slot++;
        }
        lowestFree = slot;
        if (slot == epochs.length) {
            throw new IllegalStateException(
                    "all " + slot + " slots have a body; remove one, or declare a larger capacity with StateLayout.of");
        }
        spawn(slot);
        return slot;
    }

    /**
     * Adds a body in a slot of the caller's choice.
     *
     * @param slot the slot of the body from now on, below the capacity
     * @throws IllegalArgumentException if the slot is not below the capacity
     * @throws IllegalStateException if the slot already has a body, if the adapter of an engine adds and removes the
     *     bodies, or if the caller is not the publisher's thread
     */
    public void spawn(int slot) {
        require(slot, false);
        filler.requireFiller();
        beginLife(slot);
        slots = Math.max(slots, slot + 1);
        written.spawn(slot);
        version++;
    }

    /**
     * Removes the body in a slot, which is free for another body from then on.
     *
     * @param slot the slot of the body
     * @throws IllegalArgumentException if the slot is not below the capacity
     * @throws IllegalStateException if the slot has no body, if bodies are attached to it, if the adapter of an engine
     *     adds and removes the bodies, or if the caller is not the publisher's thread
     */
    public void remove(int slot) {
        require(slot, true);
        filler.requireFiller();
        if (attachments != null) {
            if (attachments.children(slot) > 0) {
                throw new IllegalStateException("slot " + slot + " has " + attachments.children(slot)
                        + " bodies attached to it; detach or remove them first");
            }
            attachments.detach(slot);
        }
        beginLife(slot);
        lowestFree = Math.min(lowestFree, slot);
        written.remove(slot);
        version++;
    }

    /**
     * Marks that a body was put elsewhere, so that readers never show it on the way there. Several teleports between
     * two published states count as one.
     *
     * @param slot the slot of the body
     * @throws IllegalArgumentException if the slot is not below the capacity
     * @throws IllegalStateException if the slot has no body, or if the caller is not the publisher's thread
     */
    public void teleport(int slot) {
        require(slot, true);
        epochs[slot] = Epochs.life(epochs[slot]) | (publishedEpoch(slot) & ~Epochs.LIVES) + TELEPORT;
        written.epoch(slot);
        version++;
    }

    /**
     * Attaches a body to another one, such as a rider to a ship. From now on, its pose is relative to that of its
     * parent. Frames interpolate it relative to the parent, and then compose it with the parent's pose. So a child
     * never lags behind a fast parent, and a child that does not move on its parent need not be written.
     *
     * <pre>{@code
     * bodies.attach(rider, ship);         // in a command or a step
     * state.position(rider, 0, 2, -1);    // in write: on the deck
     * }</pre>
     *
     * <p>Write the child's position after this call, before the next state is published: one that was written before
     * does not count. Its orientation stays as it was, until it is written. Frames between the two states take the
     * child's former pose into its new frame of reference, so it moves on from where it was. A child that has a parent
     * already gets another one. Allocates for the first state that has other attachments.
     *
     * @param child the slot of the body to attach
     * @param parent the slot of the body to attach it to
     * @throws IllegalArgumentException if a slot is not below the capacity, if the parent is the child or is attached
     *     to it, or if a chain would have more than 8 attachments
     * @throws IllegalStateException if a slot has no body, or if the caller is not the publisher's thread
     */
    public void attach(int child, int parent) {
        require(child, true);
        require(parent, true);
        if (attachments == null) {
            attachments = new AttachmentTree(epochs.length);
        }
        if (attachments.attach(child, parent)) {
            written.reparent(child);
        }
    }

    /**
     * Makes the pose of a body absolute again. Write its position after this call, as after {@link #attach}.
     *
     * @param child the slot of the body
     * @throws IllegalArgumentException if the slot is not below the capacity
     * @throws IllegalStateException if the slot has no body, if the body is not attached, or if the caller is not the
     *     publisher's thread
     */
    public void detach(int child) {
        require(child, true);
        if (attachments == null || !attachments.detach(child)) {
            throw new IllegalStateException("slot " + child + " is not attached; attach it first, or ask parent()");
        }
        written.reparent(child);
    }

    /**
     * The body to which a body is attached.
     *
     * @param slot below the capacity
     * @return the slot of its parent; {@link State#NO_PARENT} if it has none
     * @throws IllegalArgumentException if the slot is not below the capacity
     * @throws IllegalStateException if the caller is not the publisher's thread
     */
    public int parent(int slot) {
        check(slot);
        return attachments == null ? State.NO_PARENT : attachments.parent(slot);
    }

    /**
     * The number of bodies that are attached to others. Allocates if an attachment has changed since the last call.
     *
     * @return the number of bodies, from 0
     * @throws IllegalStateException if the caller is not the publisher's thread
     */
    public int attachedCount() {
        checkThread();
        return attached().count();
    }

    /**
     * The slot of an attached body. A body that is itself a parent comes before its children. The order may change with
     * each attachment.
     *
     * @param index from 0, below {@link #attachedCount()}
     * @return a slot
     * @throws IndexOutOfBoundsException if there is no such index
     * @throws IllegalStateException if the caller is not the publisher's thread
     */
    public int attached(int index) {
        checkThread();
        return attached().child(index);
    }

    /**
     * Finds the next body that was attached or detached since the last state was written. Its position must be written
     * to the next one, even if the body has the same parent again. For simulations that only write the poses that have
     * changed. Allocates nothing.
     *
     * <pre>{@code
     * for (int slot = bodies.nextReparented(0); slot >= 0; slot = bodies.nextReparented(slot + 1)) {
     *     ...
     * }
     * }</pre>
     *
     * @param from the first slot to look at; may be the capacity or above, where no body is
     * @return the lowest such slot from there on; -1 if there is none
     * @throws IllegalArgumentException if {@code from} is negative
     * @throws IllegalStateException if the caller is not the publisher's thread
     */
    public int nextReparented(int from) {
        checkThread();
        if (from < 0) {
            throw new IllegalArgumentException("from must not be negative, was " + from + "; begin with 0");
        }
        return written.nextReparented(from, slots);
    }

    /**
     * Whether a slot has a body.
     *
     * @param slot below the capacity
     * @return false before the body's spawn and after its removal
     * @throws IllegalArgumentException if the slot is not below the capacity
     * @throws IllegalStateException if the caller is not the publisher's thread
     */
    public boolean isAlive(int slot) {
        check(slot);
        return lives(slot);
    }

    /**
     * Identifies the body in a slot among all that the slot ever has. Spawn and removal begin a new life, a teleport
     * does not. Keep it together with the slot if a body must be recognised later, as in a command about a body that a
     * frame shows. Only compare lives of one slot within one run: a restored world counts its lives from the beginning,
     * whereas a service that was handed over continues to count.
     *
     * <p>Each spawn and removal begins another life, even if no state is published between them, so a simulation that
     * remembers a slot with its life recognises the body in every tick. After 8,388,607 bodies in one slot, its lives
     * begin again, which takes 23 hours if every one of 100 shots per second uses that slot. Frames do not notice,
     * because they compare only states that are few ticks apart. A reader that sleeps can mistake a new body for an old
     * one only if the body was replaced so often between two of its frames. A server that names bodies for longer than
     * they live must number them itself. Lives also repeat after a million spawns and removals of a slot between two
     * published states.
     *
     * @param slot below the capacity
     * @return the life, from 0 to 16777215; 0 only for a slot that never had a body
     * @throws IllegalArgumentException if the slot is not below the capacity
     * @throws IllegalStateException if the caller is not the publisher's thread
     */
    public int life(int slot) {
        check(slot);
        return Epochs.life(epochs[slot]);
    }

    /**
     * Whether a slot still has a certain body. False if the slot is empty, or has a body that was spawned later.
     *
     * @param slot below the capacity
     * @param life the body's life, from {@link #life}, {@link State#life}, a frame or {@code Hits}
     * @return true if that body is alive
     * @throws IllegalArgumentException if the slot is not below the capacity
     * @throws IllegalStateException if the caller is not the publisher's thread
     */
    public boolean isSameLife(int slot, int life) {
        check(slot);
        return lives(slot) && Epochs.sameLife(epochs[slot], life);
    }

    /** Does the same as {@link #isAlive} without its checks. For the publisher, which has made them. */
    boolean lives(int slot) {
        return Epochs.isAlive(epochs[slot]);
    }

    /**
     * The number of slots in use. This is a high-water mark, not a count of bodies: slots below it may be free. It does
     * not shrink, so that readers see a removed body's slot for as long as they may still show the body.
     *
     * @return one more than the highest slot in which a body was ever spawned
     * @throws IllegalStateException if the caller is not the publisher's thread
     */
    public int slots() {
        checkThread();
        return slots;
    }

    /** Whether a state may have other epochs than these. Usually it has the same, because epochs rarely change. */
    boolean differFrom(State state) {
        return StateInside.epochsVersion(state) != version;
    }

    void copyEpochs(State into, int block) {
        int first = block * Blocks.SIZE;
        System.arraycopy(epochs, first, into.epochs, first, Math.min(Blocks.SIZE, slots - first));
    }

    private Attachments attached() {
        return attachments == null ? Attachments.NONE : attachments.current();
    }

    /** Notes in a state that is being finished that it has these epochs and attachments. */
    void note(State into) {
        StateInside.bodies(into, version, filler.lifeOffset, attached());
    }

    /** The epoch of a slot in the newest published state, from which new ones are computed. */
    private int publishedEpoch(int slot) {
        State published = publisher.newestState();
        return published == null ? 0 : published.epochs[slot];
    }

    /** Counts a spawn or a removal. Beyond {@link #MOST_CHANGES}, the count goes back and forth by 1. */
    private void beginLife(int slot) {
        int epoch = epochs[slot];
        boolean counts = Epochs.life(epoch - publishedEpoch(slot)) < MOST_CHANGES;
        int life = Epochs.life(counts ? epoch + 1 : epoch ^ 1);
        epochs[slot] = epoch & ~Epochs.LIVES | (life == Epochs.NEVER ? AFTER_GREATEST : life);
    }

    static void requireSlot(int slot, int capacity) {
        if (slot < 0 || slot >= capacity) {
            throw new IllegalArgumentException("slot must be between 0 and " + (capacity - 1) + ", was " + slot
                    + "; declare a larger capacity with StateLayout.of");
        }
    }

    /** Rejects other threads. Their changes to these bodies would tear the published states silently. */
    private void checkThread() {
        Thread owner = publisher.owner;
        if (owner != null && owner != Thread.currentThread() && owner.isAlive()) {
            throw new IllegalStateException(
                    "these bodies belong to " + owner + " and were used by " + Thread.currentThread()
                            + "; change them in a command or a step, on the thread that publishes them");
        }
    }

    private void check(int slot) {
        checkThread();
        requireSlot(slot, epochs.length);
    }

    private void require(int slot, boolean alive) {
        check(slot);
        if (lives(slot) != alive) {
            throw new IllegalStateException(
                    alive
                            ? "slot " + slot + " has no body; spawn one first"
                            : "slot " + slot
                                    + " already has a body; remove it first, or take a free slot with spawn()");
        }
    }
}
