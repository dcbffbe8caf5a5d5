package io.github.freestep.physics.jolt;

import com.github.stephengold.joltjni.Vec3;
import java.util.Comparator;

/** Two bodies between which Jolt has contacts, or had some until both fell asleep. */
final class Pair {
    static final Comparator<Pair> BY_BODIES = (a, b) -> Long.compareUnsigned(a.key, b.key);

    /** The number of the first body in the upper half, which is the smaller one, and of the second in the lower. */
    long key;

    int slot1;
    int slot2;

    /** Whether a body is a sensor, and which. */
    boolean isSensor;

    boolean isFirstSensor;

    /** Whether the pair has begun to touch. Jolt makes a contact up to 2 cm before that. */
    boolean hasBegun;

    /** Whether Jolt has dropped the contacts because both bodies fell asleep. They still touch. */
    boolean isDormant;

    /** The newest step after which Jolt had contacts of the pair, and in which a rule has ignored one. */
    int seen;

    int ignored;

    /** How deep the bodies were in each other before the step, in metres; negative before they touch. */
    float depth;

    /** The sum of the impulses of all points, and the largest of them. */
    float impulse;

    float most;

    /** The point with the largest impulse, and the normal there, which points to the second body. */
    final Vec3 point = new Vec3();

    final Vec3 normal = new Vec3();

    /** The normal of a contact that Jolt has found along the way of a fast body, in the world. */
    final Vec3 fastNormal = new Vec3();

    /** Forgets the points of an earlier step. */
    void clear() {
        depth = Float.NEGATIVE_INFINITY;
        impulse = 0;
        most = -1;
    }

    int id1() {
        return (int) (key >>> 32);
    }

    int id2() {
        return (int) key;
    }

    static long key(int id1, int id2) {
        return (long) id1 << 32 | id2 & 0xFFFF_FFFFL;
    }
}
