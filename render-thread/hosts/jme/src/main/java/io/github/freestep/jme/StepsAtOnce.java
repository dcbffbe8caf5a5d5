package io.github.freestep.jme;

import com.jme3.bullet.collision.PhysicsCollisionObject;
import com.jme3.math.Transform;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * The poses after each of several steps that Bullet has taken in one call, for Freestep, which reads them one step
 * after another. For the thread that steps.
 */
final class StepsAtOnce {
    private final List<Map<PhysicsCollisionObject, Transform>> poses = new ArrayList<>();

    /** The step that Freestep has taken last. */
    private int current;

    /** How many of the steps Freestep has not taken yet. */
    int left() {
        return Math.max(0, poses.size() - 1 - current);
    }

    void begin() {
        poses.clear();
        current = 0;
    }

    void next() {
        current++;
    }

    void record(ShownSpatials picture) {
        Map<PhysicsCollisionObject, Transform> now = new IdentityHashMap<>();
        picture.forEach(each -> now.put(each, each.getTransform(null)));
        poses.add(now);
    }

    /** Reads where a body was after the current step, or where it is. */
    Transform read(PhysicsCollisionObject body, Transform into) {
        Transform then = left() == 0 ? null : poses.get(current).get(body);
        return then == null ? body.getTransform(into) : into.set(then);
    }
}
