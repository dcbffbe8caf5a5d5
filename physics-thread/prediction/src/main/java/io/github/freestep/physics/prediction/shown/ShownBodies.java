package io.github.freestep.physics.prediction.shown;

import io.github.freestep.state.Bodies;
import io.github.freestep.state.State;
import io.github.freestep.state.content.Attachments;
import io.github.freestep.state.content.Blocks;
import io.github.freestep.state.content.Epochs;
import io.github.freestep.state.content.StateInside;

/**
 * Spawns, removes, teleports and attaches the shown bodies as a true state has them. For one thread; allocates only for
 * attachments that have changed.
 */
final class ShownBodies {
    private final Bodies bodies;
    private final TrueChanges changes;
    private final ShownErrors errors;

    /** By slot: the true epoch that the shown body stands for. */
    private final int[] epochs;

    /** Identifies all of them. */
    private long epochsVersion = -1;

    private Attachments attachments = Attachments.NONE;
    private boolean isHidden;

    ShownBodies(int capacity, Bodies bodies, TrueChanges changes, ShownErrors errors) {
        this.bodies = bodies;
        this.changes = changes;
        this.errors = errors;
        epochs = new int[capacity];
    }

    /** Sets whether the next states are taken as if they had no bodies. */
    void hide(boolean all) {
        if (all != isHidden) {
            isHidden = all;
            epochsVersion = -1;
        }
    }

    /**
     * Takes the bodies of a true state.
     *
     * @param corrects whether the state takes the place of the last one, so that a slot that is alive in both keeps its
     *     body
     */
    void take(State truth, boolean corrects) {
        Attachments next = isHidden ? Attachments.NONE : StateInside.attachments(truth);
        boolean attaches = next != attachments;
        if (attaches) {
            detachAll(next);
        }
        if (StateInside.epochsVersion(truth) != epochsVersion) {
            if (epochsVersion < 0) {
                changes.add(truth, true);
            }
            epochsVersion = StateInside.epochsVersion(truth);
            takeEpochs(truth, corrects);
        }
        if (attaches) {
            attachAll(next);
        }
    }

    /** Whether a slot has the body that it has in a shown state. */
    boolean isSame(State shown, int slot) {
        return shown.isAlive(slot) && bodies.isSameLife(slot, shown.life(slot));
    }

    /** Shows a body elsewhere, and never on the way there. */
    void teleport(int slot) {
        errors.forget(slot);
        bodies.teleport(slot);
    }

    private void takeEpochs(State truth, boolean corrects) {
        for (int block = 0; block < Blocks.of(truth.slots()); block++) {
            for (long left = changes.in(block); left != 0; left &= left - 1) {
                int slot = block * Blocks.SIZE + Long.numberOfTrailingZeros(left);
                int epoch = isHidden ? Epochs.NEVER : truth.epoch(slot);
                if (epoch != epochs[slot]) {
                    take(slot, epoch, corrects);
                }
            }
        }
    }

    private void take(int slot, int epoch, boolean corrects) {
        boolean was = Epochs.isAlive(epochs[slot]);
        boolean is = Epochs.isAlive(epoch);
        boolean stays = was && is && (corrects || Epochs.sameLife(epoch, epochs[slot]));
        epochs[slot] = epoch;
        if (stays && corrects) {
            return;
        }
        if (stays) {
            teleport(slot);
            return;
        }
        errors.forget(slot);
        if (was) {
            bodies.remove(slot);
        }
        if (is) {
            bodies.spawn(slot);
        }
    }

    /**
     * Detaches all bodies, those with the same parent as before, too. Otherwise, the order of removals, spawns and
     * attachments would matter. A body that gets back its parent has not changed for readers.
     */
    private void detachAll(Attachments next) {
        for (int i = 0; i < attachments.count(); i++) {
            int child = attachments.child(i);
            bodies.detach(child);
            reparent(child, next);
        }
    }

    private void attachAll(Attachments next) {
        for (int i = 0; i < next.count(); i++) {
            int child = next.child(i);
            bodies.attach(child, next.parent(child));
            reparent(child, next);
        }
        attachments = next;
    }

    /** The pose must be written again, and an error relative to another parent has no meaning. */
    private void reparent(int child, Attachments next) {
        changes.add(child);
        if (attachments.parent(child) != next.parent(child)) {
            errors.forget(child);
        }
    }
}
