package io.github.freestep.render.picture;

import io.github.freestep.state.State;
import org.joml.Quaterniond;
import org.joml.Vector3d;

/**
 * A position and an orientation in some frame of reference, in doubles. For one thread; allocates nothing once made.
 */
final class Placement {
    final Vector3d at = new Vector3d();
    final Quaterniond turn = new Quaterniond();
    private final float[] values = new float[Poses.LINEAR];

    /** Sets this to the values that a state has for a slot, which are relative to the body's parent. */
    void take(State state, int slot) {
        at.set(state.x(slot), state.y(slot), state.z(slot));
        turn.set(state.qx()[slot], state.qy()[slot], state.qz()[slot], state.qw()[slot]);
    }

    /** Sets this to what a picture shows in a slot, relative to its origin. */
    void take(Poses shown, int slot) {
        at.set(shown.x[slot], shown.y[slot], shown.z[slot]);
        turn.set(shown.qx[slot], shown.qy[slot], shown.qz[slot], shown.qw[slot]);
    }

    /** Writes this place to a slot. Returns whether it differs from what the slot has. */
    boolean put(Poses into, int slot) {
        values[0] = Kernels.bounded((float) at.x, Float.MAX_VALUE);
        values[1] = Kernels.bounded((float) at.y, Float.MAX_VALUE);
        values[2] = Kernels.bounded((float) at.z, Float.MAX_VALUE);
        values[3] = (float) turn.x;
        values[4] = (float) turn.y;
        values[5] = (float) turn.z;
        values[6] = (float) turn.w;
        boolean differs = false;
        for (int component = 0; component < Poses.LINEAR; component++) {
            differs |= into.all[component][slot] != values[component];
            into.all[component][slot] = values[component];
        }
        return differs;
    }

    /** Sets this to the absolute place that a body has in a state. */
    void takeWorld(State state, int slot, Placement scratch) {
        take(state, slot);
        for (int above = state.parent(slot); above != State.NO_PARENT; above = state.parent(above)) {
            scratch.take(state, above);
            composeOn(scratch);
        }
    }

    /** This place is relative to another one. Makes it relative to what the other one is relative to. */
    void composeOn(Placement parent) {
        parent.turn.transform(at).add(parent.at);
        parent.turn.mul(turn, turn);
    }

    /** Makes this place relative to another one, if both are relative to the same. */
    void relativeTo(Placement parent) {
        at.sub(parent.at);
        parent.turn.transformInverse(at);
        parent.turn.conjugate();
        parent.turn.mul(turn, turn);
        parent.turn.conjugate();
    }

    /** Moves towards another place, or beyond it. Where both are equal, nothing changes. */
    void approach(Placement newer, double t) {
        at.lerp(newer.at, t);
        if (!turn.equals(newer.turn)) {
            turn.slerp(newer.turn, t);
        }
    }

    /** Whether the orientations are in opposite hemispheres. */
    boolean isOpposite(Placement other) {
        return turn.dot(other.turn) < 0;
    }

    /** Brings the orientation to length one. Replaces it by the identity if its length is 0, infinite or NaN. */
    void normalise() {
        double square = turn.lengthSquared();
        if (square > Double.MIN_NORMAL && square < Double.MAX_VALUE) {
            turn.normalize();
        } else {
            turn.identity();
        }
    }
}
