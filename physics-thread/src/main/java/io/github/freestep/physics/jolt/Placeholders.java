package io.github.freestep.physics.jolt;

import com.github.stephengold.joltjni.BodyCreationSettings;
import com.github.stephengold.joltjni.BodyInterface;
import com.github.stephengold.joltjni.EmptyShape;
import com.github.stephengold.joltjni.Quat;
import com.github.stephengold.joltjni.RVec3;
import com.github.stephengold.joltjni.enumerate.EMotionType;

/**
 * Bodies outside of the world that take Jolt's numbers, until {@link BodyIds} has made Jolt give the wanted ones.
 * For the physics thread. Close it, even if a restore has failed.
 */
final class Placeholders implements AutoCloseable {
    private final BodyInterface bodies;
    private final BodyCreationSettings settings =
            new BodyCreationSettings(new EmptyShape(), new RVec3(), new Quat(), EMotionType.Static, 0);

    /** For each index: the placeholder that has it. */
    private final int[] ids;

    private final boolean[] exists;

    Placeholders(BodyInterface bodies, int most) {
        this.bodies = bodies;
        ids = new int[most];
        exists = new boolean[most];
    }

    /** Makes a placeholder. Jolt chooses its index. */
    void create() {
        put(bodies.createBody(settings).getId());
    }

    private void put(int id) {
        requireKnown(BodyIds.index(id) < ids.length);
        ids[BodyIds.index(id)] = id;
        exists[BodyIds.index(id)] = true;
    }

    /** Frees an index after the use that has this number. */
    void free(int index, int uses) {
        requireKnown(exists[index]);
        while (BodyIds.uses(ids[index]) != uses) {
            bodies.destroyBody(ids[index]);
            create();
        }
        bodies.destroyBody(ids[index]);
        exists[index] = false;
    }

    private static void requireKnown(boolean isKnown) {
        if (!isKnown) {
            throw new IllegalStateException("the scene has created and destroyed bodies by Jolt's own API since build,"
                    + " so the numbers of later bodies are unknown; use add and remove of the world");
        }
    }

    @Override
    public void close() {
        for (int index = 0; index < ids.length; index++) {
            if (exists[index]) {
                bodies.destroyBody(ids[index]);
            }
        }
        settings.close();
    }
}
