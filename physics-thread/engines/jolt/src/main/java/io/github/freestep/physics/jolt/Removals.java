package io.github.freestep.physics.jolt;

import com.github.stephengold.joltjni.AaBox;
import com.github.stephengold.joltjni.AllHitCollideShapeBodyCollector;
import com.github.stephengold.joltjni.Body;
import com.github.stephengold.joltjni.Vec3;
import com.github.stephengold.joltjni.readonly.ConstAaBox;
import java.util.Arrays;
import java.util.BitSet;

/**
 * Completes removals for many bodies together. Their joints are removed, they are destroyed, and the bodies around them
 * are woken, because Jolt would leave these asleep in the air. If each removal did this alone, a command that clears a
 * world would search all joints and ask Jolt's trees for each body, and wake bodies that it removes next. For the
 * physics thread.
 */
final class Removals {
    /** How far around a removed body others are woken, in metres: as far as Jolt makes contacts before bodies touch. */
    private static final float NEAR = 0.05f;

    /**
     * How many bodies are destroyed together, unless there are more joints, which are all searched each time. The
     * caches of the processor still have so few bodies: if all 32,000 of a world are destroyed at its end, a removal
     * takes a third longer.
     */
    private static final int TOGETHER = 64;

    /**
     * How many bodies a query for several boxes may find. If it finds more, their group is divided, so that few bodies
     * are compared with each box. A query takes about 0.35 µs, and 0.05 µs for each body that it finds.
     */
    private static final int FEW = 16;

    private static final int AXES = 3;

    /** The numbers of a box: the smallest coordinates, and the largest ones. */
    private static final int BOX = 2 * AXES;

    private final JoltSystem jolt;
    private final BodyIds ids;

    /** The bodies that are in no tree, and not destroyed yet. */
    private int[] removed = new int[TOGETHER];

    private int removedCount;
    private final BitSet indices = new BitSet();

    /** The number of joints at the last search. */
    private int joints;

    /**
     * The bounds of the bodies that were removed since neighbours were last woken, and other boxes, enlarged by {@link
     * #NEAR} on each side.
     */
    private float[] boxes = new float[BOX * TOGETHER];

    private int boxCount;

    /** The number of bodies that stay. */
    private int bodies;

    /** The boxes, in groups that are close together. */
    private int[] order = {};

    /** The bounds of a body, or of a group of boxes. */
    private final float[] bounds = new float[BOX];

    private final AaBox group = new AaBox();

    Removals(JoltSystem jolt, BodyIds ids) {
        this.jolt = jolt;
        this.ids = ids;
    }

    /** Takes a body out of the trees. It keeps its number until {@link #destroy}. */
    void add(Body body, int id) {
        read(body);
        addBounds();
        // Jolt would read beyond its trees for a body that the scene has taken out of them already.
        if (jolt.bodies.isAdded(id)) {
            jolt.bodies.removeBody(id);
        }
        if (removedCount == removed.length) {
            removed = Arrays.copyOf(removed, 2 * removedCount);
        }
        removed[removedCount++] = id;
        indices.set(BodyIds.index(id));
        jolt.contacts.fast.clear(BodyIds.index(id));
        if (removedCount >= Math.max(TOGETHER, joints)) {
            destroy();
        }
    }

    /** Lets the next call of {@link #complete} wake the bodies around a box. */
    void addBox(float... box) {
        System.arraycopy(box, 0, bounds, 0, BOX);
        addBounds();
    }

    private void addBounds() {
        if (BOX * boxCount == boxes.length) {
            boxes = Arrays.copyOf(boxes, 2 * boxes.length);
        }
        for (int axis = 0; axis < AXES; axis++) {
            boxes[BOX * boxCount + axis] = bounds[axis] - NEAR;
            boxes[BOX * boxCount + AXES + axis] = bounds[AXES + axis] + NEAR;
        }
        boxCount++;
    }

    /** Destroys the removed bodies, so that later ones can get their numbers. */
    void destroy() {
        if (removedCount > 0) {
            joints = jolt.removeJoints(indices);
            indices.clear();
            for (int i = 0; i < removedCount; i++) {
                jolt.bodies.destroyBody(removed[i]);
                ids.destroyed(removed[i]);
            }
            removedCount = 0;
        }
    }

    /** Destroys the removed bodies, and wakes the bodies around all that were removed since the last call. */
    void complete() {
        destroy();
        if (boxCount > 0) {
            if (order.length < boxCount) {
                order = new int[boxes.length / BOX];
            }
            for (int i = 0; i < boxCount; i++) {
                order[i] = i;
            }
            bodies = jolt.system.getNumBodies();
            wake(0, boxCount);
            boxCount = 0;
        }
    }

    /** Destroys the removed bodies, and wakes none: a restore decides who is awake. */
    void completeInRestore() {
        destroy();
        boxCount = 0;
    }

    /**
     * Wakes the bodies that touch a group of boxes. Compares the bounds of the bodies, not those in Jolt's trees, which
     * are larger and differ after a restore.
     */
    private void wake(int from, int to) {
        surround(from, to);
        boolean isOne = to - from == 1;
        // The number of bodies in the group's share of the world. A query for a large part of it would take long.
        if (isOne || (long) bodies * (to - from) <= (long) FEW * boxCount) {
            try (AllHitCollideShapeBodyCollector hits = new AllHitCollideShapeBodyCollector()) {
                jolt.find(group, hits);
                int found = hits.countHits();
                if (isOne || found <= FEW) {
                    for (int i = 0; i < found; i++) {
                        wakeIfNear(hits.get(i), from, to);
                    }
                    return;
                }
            }
        }
        int middle = divide(from, to);
        wake(from, middle);
        wake(middle, to);
    }

    private void wakeIfNear(int id, int from, int to) {
        // Jolt's trees still have a body that was destroyed before it was taken out of them.
        if (!jolt.bodies.isActive(id) && jolt.bodies.isAdded(id)) {
            read(jolt.body(id));
            for (int i = from; i < to; i++) {
                if (overlaps(BOX * order[i])) {
                    jolt.bodies.activateBody(id);
                    return;
                }
            }
        }
    }

    private boolean overlaps(int box) {
        boolean overlaps = true;
        for (int axis = 0; axis < AXES; axis++) {
            overlaps &= bounds[axis] <= boxes[box + AXES + axis] && bounds[AXES + axis] >= boxes[box + axis];
        }
        return overlaps;
    }

    private void read(Body body) {
        ConstAaBox box = body.getWorldSpaceBounds();
        Vec3 least = box.getMin();
        Vec3 most = box.getMax();
        for (int axis = 0; axis < AXES; axis++) {
            bounds[axis] = least.get(axis);
            bounds[AXES + axis] = most.get(axis);
        }
    }

    private void surround(int from, int to) {
        Arrays.fill(bounds, 0, AXES, Float.POSITIVE_INFINITY);
        Arrays.fill(bounds, AXES, BOX, Float.NEGATIVE_INFINITY);
        for (int i = from; i < to; i++) {
            int box = BOX * order[i];
            for (int axis = 0; axis < AXES; axis++) {
                bounds[axis] = Math.min(bounds[axis], boxes[box + axis]);
                bounds[AXES + axis] = Math.max(bounds[AXES + axis], boxes[box + AXES + axis]);
            }
        }
        group.setMin(new Vec3(bounds[0], bounds[1], bounds[2]));
        group.setMax(new Vec3(bounds[3], bounds[4], bounds[5]));
    }

    /** Divides a group in the middle of its longest side, and returns where its second half begins. */
    private int divide(int from, int to) {
        int axis = 0;
        for (int other = 1; other < AXES; other++) {
            if (bounds[AXES + other] - bounds[other] > bounds[AXES + axis] - bounds[axis]) {
                axis = other;
            }
        }
        float middle = bounds[axis] + bounds[AXES + axis];
        int second = from;
        for (int i = from; i < to; i++) {
            int box = order[i];
            if (boxes[BOX * box + axis] + boxes[BOX * box + AXES + axis] < middle) {
                order[i] = order[second];
                order[second++] = box;
            }
        }
        // If all boxes have the same centre, they are divided by number.
        return second == from || second == to ? (from + to) / 2 : second;
    }

    void free() {
        group.close();
    }
}
