package io.github.freestep.physics.jolt;

import com.github.stephengold.joltjni.Body;
import com.github.stephengold.joltjni.BodyCreationSettings;
import com.github.stephengold.joltjni.BodyInterface;
import com.github.stephengold.joltjni.EmptyShape;
import com.github.stephengold.joltjni.Quat;
import com.github.stephengold.joltjni.RVec3;
import com.github.stephengold.joltjni.enumerate.EMotionType;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Bodies outside of the world that take Jolt's numbers, until {@link BodyIds} has made Jolt give the wanted ones.
 * For the physics thread. Close it, even if a restore has failed; then it may be used again.
 */
final class Placeholders implements AutoCloseable {
    private final BodyInterface bodies;

    /** Null if no placeholder was needed since the last {@link #close}. */
    private @Nullable BodyCreationSettings settings;

    /** For each index: the placeholder that has it. */
    private final int[] ids;

    private final boolean[] exists;

    /** The number of placeholders. */
    int count;

    Placeholders(BodyInterface bodies, int most) {
        this.bodies = bodies;
        ids = new int[most];
        exists = new boolean[most];
    }

    /**
     * Makes a placeholder. Jolt chooses its index.
     *
     * @throws IOException if that is not below a limit, so the free indices of Jolt are unknown
     */
    void create(int limit) throws IOException {
        if (settings == null) {
            settings = new BodyCreationSettings(new EmptyShape(), new RVec3(), new Quat(), EMotionType.Static, 0);
        }
        Body body = bodies.createBody(settings);
        if (body == null || BodyIds.index(body.getId()) >= limit) {
            if (body != null) {
                bodies.destroyBody(body.getId());
            }
            throw unknown();
        }
        int index = BodyIds.index(body.getId());
        ids[index] = body.getId();
        exists[index] = true;
        count++;
    }

    /** Frees an index after the use that has this number. */
    void free(int id) throws IOException {
        int index = BodyIds.index(id);
        if (!exists[index]) {
            throw unknown();
        }
        while (ids[index] != id) {
            destroy(index);
            create(index + 1);
        }
        destroy(index);
    }

    private void destroy(int index) {
        bodies.destroyBody(ids[index]);
        exists[index] = false;
        count--;
    }

    private static IOException unknown() {
        return new IOException(
                "the scene has created and destroyed bodies by Jolt's own API since build, so the numbers"
                        + " of later bodies are unknown; use add and remove of the world");
    }

    @Override
    public void close() {
        for (int index = 0; count > 0; index++) {
            if (exists[index]) {
                destroy(index);
            }
        }
        if (settings != null) {
            settings.close();
            settings = null;
        }
    }
}
