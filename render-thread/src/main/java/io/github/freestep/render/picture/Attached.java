package io.github.freestep.render.picture;

import io.github.freestep.state.State;
import io.github.freestep.state.content.Attachments;
import io.github.freestep.state.content.Blocks;
import io.github.freestep.state.content.StateInside;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Composes the poses of attached bodies in a picture. For one reader; made for the first attached body.
 *
 * <p>The loops over all slots interpolate what states have, and that is relative to the parent. This class then
 * replaces the result for each attached body: it interpolates the relative pose from the two states, adds the rest of
 * its error, and composes it on the parent's pose in the picture. Parents come before their children. So a child has
 * the motion and the error of its parent, and moves with a parent even if its own block is settled.
 *
 * <p>The last state that the picture has reached decides which body is the parent. If the other state of the bracket
 * has another parent, or none, the pose in that state is first taken into the frame of reference of the first. So a
 * body that is attached or detached in between is where it was at the one state, and where it will be at the other. If
 * the other state does not have that parent at all, or the parent was teleported in between, the body has no parent in
 * the picture, and moves through the world.
 *
 * <p>A quaternion and its negative are the same turn. States keep the sign of a body's orientation from one to the
 * next. Where the body gets another parent, that compares poses in two frames of reference, so the sign is arbitrary.
 * But an error is a difference, and is wrong for the other sign: half of an orientation minus its negative, added to
 * the negative, leaves no orientation at all. So a picture has the signs of the state that it has reached, an error has
 * those of the last picture, and changes its sign where the picture does.
 *
 * <p>An attached body takes about 0.1 us in each frame. A picture without any takes a few comparisons. Once a state had
 * an attached body, each frame with an error compares the signs of all bodies in the blocks that have it.
 */
final class Attached {
    /** Stands for the parent of a body that is in {@link #slots} and moves through the world. */
    private static final int WORLD = State.NO_PARENT - 1;

    /** By slot: the parent in the last picture, {@link #WORLD}, or none for a slot that is not in {@link #slots}. */
    private final int[] parents;

    /** The slots that are attached in the state that the last picture had reached. */
    private final int[] slots;

    private int count;

    private final Placement first = new Placement();
    private final Placement second = new Placement();
    private final Placement base = new Placement();
    private final Placement scratch = new Placement();

    // What opening a picture sets, before anything reads it.
    @SuppressWarnings("NullAway.Init")
    private Bracket states;

    @SuppressWarnings("NullAway.Init")
    private State older;

    @SuppressWarnings("NullAway.Init")
    private State newer;

    @SuppressWarnings("NullAway.Init")
    private State reached;

    @SuppressWarnings("NullAway.Init")
    private State other;

    /** The attachments of the last two. */
    @SuppressWarnings("NullAway.Init")
    private Attachments ofReached;

    @SuppressWarnings("NullAway.Init")
    private Attachments ofOther;

    /** Whether both states have the attachments in {@link #parents}. */
    private boolean isSame;

    private double t;
    private final Poses poses;
    private final Blend blend;

    /** Creates what composes the poses of a picture, once a state of its window has an attached body. */
    Attached(Poses poses, Blend blend) {
        this.poses = poses;
        this.blend = blend;
        parents = new int[poses.capacity()];
        slots = new int[parents.length];
        Arrays.fill(parents, State.NO_PARENT);
    }

    /** The parent of a slot in the last picture. */
    int parent(int slot) {
        return Math.max(State.NO_PARENT, parents[slot]);
    }

    /**
     * Begins a picture. Call it before the loops over all slots, because they add the errors of bodies that are no
     * longer attached.
     */
    void begin(Bracket bracket) {
        boolean any = open(bracket);
        if (blend.left() > 0) {
            blend.align(poses, reached);
            carryErrors();
        }
        if (any || count > 0) {
            note();
        }
    }

    /** Completes the poses of all parents of a lazy picture, because children turn with them. */
    void completeParents(Picture picture) {
        for (int i = 0; i < count; i++) {
            int parent = parent(slots[i]);
            if (parent != State.NO_PARENT) {
                picture.complete(parent);
            }
        }
    }

    /**
     * Completes a picture, whose poses of attached bodies have no meaning yet.
     *
     * @param changes the object to which bodies that move are added; null to add none
     */
    void compose(@Nullable Changes changes) {
        if (count == 0 && isSame) {
            return;
        }
        for (int i = 0; i < (isSame ? 0 : ofOther.count()); i++) {
            int slot = ofOther.child(i);
            if (leavesParent(slot)) {
                show(slot, State.NO_PARENT, changes);
            }
        }
        for (int i = 0; i < count; i++) {
            show(slots[i], parent(slots[i]), changes);
        }
    }

    /** Whether {@link #compose} makes the pose of a slot in the current picture. */
    boolean composes(int slot) {
        return parents[slot] != State.NO_PARENT || !isSame && leavesParent(slot);
    }

    /** Whether only the state that was not reached has the body of a slot attached. */
    private boolean leavesParent(int slot) {
        return reached.parent(slot) == State.NO_PARENT && other.parent(slot) != State.NO_PARENT && isContinuous(slot);
    }

    /** Returns whether any body is attached. */
    private boolean open(Bracket bracket) {
        states = bracket;
        older = bracket.older;
        newer = bracket.newer;
        reached = bracket.reached();
        other = reached == newer ? older : newer;
        ofReached = StateInside.attachments(reached);
        ofOther = StateInside.attachments(other);
        isSame = ofReached == ofOther;
        t = bracket.alpha;
        return ofReached.count() > 0 || ofOther.count() > 0;
    }

    /** Takes the parents from the state that the picture has reached. */
    private void note() {
        for (int i = 0; i < count; i++) {
            parents[slots[i]] = State.NO_PARENT;
        }
        count = ofReached.count();
        for (int i = 0; i < count; i++) {
            slots[i] = ofReached.child(i);
            int parent = parentBetween(slots[i]);
            parents[slots[i]] = parent == State.NO_PARENT ? WORLD : parent;
        }
    }

    /** The parent of a slot between the states. None if only one of them has the parent, so that the body moves on. */
    private int parentBetween(int slot) {
        int parent = reached.parent(slot);
        boolean moves = isSame
                || parent == State.NO_PARENT
                || !isContinuous(slot)
                || hasBody(other, parent) && isSteadyFor(slot, parent);
        return moves ? parent : State.NO_PARENT;
    }

    /**
     * Whether the poses of a slot in both states can be compared relative to a parent. A pose that has another parent,
     * or none, is first taken into that parent's frame of reference, and there it is wrong by the length of the jump if
     * the parent, or a body that it is attached to, was teleported in between.
     */
    private boolean isSteadyFor(int slot, int parent) {
        return older.parent(slot) == parent && newer.parent(slot) == parent
                || isSteady(older, parent) && isSteady(newer, parent);
    }

    private boolean isSteady(State state, int slot) {
        for (int each = slot; each != State.NO_PARENT; each = state.parent(each)) {
            if (!isContinuous(each)) {
                return false;
            }
        }
        return true;
    }

    /** Whether a state has the body that a slot has in the state that was reached. */
    private boolean hasBody(State state, int slot) {
        return state.isAlive(slot) && state.isSameLife(slot, reached.epoch(slot));
    }

    private boolean isContinuous(int slot) {
        return older.epoch(slot) == newer.epoch(slot);
    }

    private void show(int slot, int parent, @Nullable Changes changes) {
        interpolate(slot, parent);
        if (blend.isWrong(slot / Blocks.SIZE)) {
            addError(slot);
        }
        if (parent != State.NO_PARENT) {
            scratch.take(poses, parent);
            first.composeOn(scratch);
        }
        first.normalise();
        if (first.put(poses, slot) && changes != null) {
            changes.include(slot);
        }
    }

    /** Computes the place of a slot relative to a parent, which it has in the state that was reached. */
    private void interpolate(int slot, int parent) {
        if (isContinuous(slot)) {
            placeBetween(slot, parent);
        } else {
            first.take(reached, slot);
        }
    }

    /** Computes the place of a slot between the states, which both have the parent. */
    private void placeBetween(int slot, int parent) {
        place(first, older, slot, parent);
        place(second, newer, slot, parent);
        if (reached == newer && first.isOpposite(second)) {
            first.turn.mul(-1);
        }
        first.approach(second, t);
        if (parent != State.NO_PARENT && newer.parent(slot) == parent) {
            states.bend(slot);
            first.at.add(states.bend[0], states.bend[1], states.bend[2]);
        }
    }

    /** Finds the place of a slot in a state, relative to a parent. */
    private void place(Placement into, State state, int slot, int parent) {
        boolean has = isSame && parents[slot] == parent || state.parent(slot) == parent;
        if (has) {
            into.take(state, slot);
        } else {
            into.takeWorld(state, slot, scratch);
        }
        if (parent == State.NO_PARENT) {
            subtractOrigin(into);
        } else if (!has) {
            base.takeWorld(state, parent, scratch);
            into.relativeTo(base);
        }
    }

    private void subtractOrigin(Placement of) {
        if (poses.relative != null) {
            of.at.sub(poses.relative.x, poses.relative.y, poses.relative.z);
        }
    }

    private void addError(int slot) {
        Poses error = blend.error;
        float left = blend.left();
        first.at.add(error.x[slot] * left, error.y[slot] * left, error.z[slot] * left);
        first.turn.add(error.qx[slot] * left, error.qy[slot] * left, error.qz[slot] * left, error.qw[slot] * left);
    }

    /**
     * Computes the errors of the last picture for the bodies that are attached in it, or in a state of the bracket.
     * They are relative to the parents in that picture.
     */
    void correct(Bracket bracket, Presence presence) {
        if (!open(bracket) && count == 0) {
            return;
        }
        // The parents are those of the last picture, and not yet those of these states.
        isSame = false;
        for (int i = 0; i < count; i++) {
            correct(slots[i], presence);
        }
        for (int i = 0; i < ofReached.count(); i++) {
            correct(ofReached.child(i), presence);
        }
        for (int i = 0; i < ofOther.count(); i++) {
            correct(ofOther.child(i), presence);
        }
    }

    private void correct(int slot, Presence presence) {
        if (!blend.isWrong(slot / Blocks.SIZE)) {
            return;
        }
        if (!isContinuous(slot)) {
            blend.forgetPose(slot);
            return;
        }
        int parent = parent(slot);
        if (parent != State.NO_PARENT && !(staysBetween(parent, presence) && isSteadyFor(slot, parent))) {
            // The body is shown in the world from now on, and so is its error.
            parents[slot] = WORLD;
            parent = State.NO_PARENT;
        }
        placeBetween(slot, parent);
        second.take(poses, slot);
        makeRelative(second, parent);
        first.normalise();
        if (first.isOpposite(second)) {
            first.turn.mul(-1);
        }
        second.at.sub(first.at, first.at);
        second.turn.add(-first.turn.x, -first.turn.y, -first.turn.z, -first.turn.w);
        first.turn.set(second.turn);
        first.put(blend.error, slot);
    }

    /** Whether both states have a parent of the last picture. */
    private boolean staysBetween(int parent, Presence presence) {
        return reached.isAlive(parent) && reached.isSameLife(parent, presence.epoch(parent)) && hasBody(other, parent);
    }

    /** The errors are relative to the parents in the last picture. Turns those of bodies that have others now. */
    private void carryErrors() {
        for (int i = 0; i < count; i++) {
            carryError(slots[i]);
        }
        for (int i = 0; i < ofReached.count(); i++) {
            int slot = ofReached.child(i);
            if (parents[slot] == State.NO_PARENT) {
                carryError(slot);
            }
        }
    }

    private void carryError(int slot) {
        if (!blend.isWrong(slot / Blocks.SIZE)) {
            return;
        }
        // The pose in the state may be relative to a parent, and the one in the picture is not.
        blend.align(poses, reached, slot);
        int from = parent(slot);
        int to = parentBetween(slot);
        first.take(blend.error, slot);
        second.take(poses, slot);
        if (from == to) {
            makeRelative(second, from);
        } else {
            carry(from, to);
        }
        if (to == State.NO_PARENT) {
            base.takeWorld(reached, slot, scratch);
        } else {
            base.take(reached, slot);
        }
        if (second.isOpposite(base)) {
            first.turn.mul(-1);
        }
        first.put(blend.error, slot);
    }

    /** Turns the error, and the pose of the last picture, from the frame of reference of one parent to another's. */
    private void carry(int from, int to) {
        if (from != State.NO_PARENT) {
            base.take(poses, from);
            turnError();
        }
        if (to != State.NO_PARENT) {
            // The last picture need not have this body.
            base.takeWorld(reached, to, scratch);
            base.normalise();
            base.turn.conjugate();
            turnError();
            base.turn.mul(second.turn, second.turn);
        }
    }

    private void turnError() {
        base.turn.transform(first.at);
        base.turn.mul(first.turn, first.turn);
    }

    private void makeRelative(Placement place, int parent) {
        if (parent != State.NO_PARENT) {
            base.take(poses, parent);
            place.relativeTo(base);
        }
    }
}
