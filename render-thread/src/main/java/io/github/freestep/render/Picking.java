package io.github.freestep.render;

import io.github.freestep.internal.FoundHits;
import java.util.Arrays;
import java.util.Objects;
import org.joml.Matrix4fc;
import org.joml.Vector3d;

/**
 * Finds bodies of a picture by their bounding spheres. For one reader. The first query allocates two floats for each
 * slot, all others nothing.
 *
 * <p>Loops that C2 turns into SIMD code compute how far inside of each sphere the ray or the rectangle passes, for all
 * slots. Only the few that pass are looked at one by one. The first answer is computed with floats, whose error grows
 * with the distance, so for a ray it errs on the side of a hit, and doubles decide. For a rectangle, the loops look at
 * its four sides. Few bodies between the sides are beyond the near or the far end, so these ends are checked body by
 * body.
 *
 * <p>Rejected: a tree of boxes. Bodies move in every frame, and building the tree takes longer than looking at
 * them all.
 */
final class Picking {
    /** A few times the rounding error of a float, relative to the distance. */
    private static final float ROUNDING = 1e-6f;

    /** The number of slots that all loops work on before they go on, so that their values stay in the nearest cache. */
    private static final int BLOCK = 1024;

    private static final float[] ZEROS = new float[BLOCK];

    private final Picture picture;
    private final Poses poses;
    private final Planes planes = new Planes();

    /** The ray that is being asked for, relative to the origin of the picture. */
    private final Vector3d start = new Vector3d();

    private final Vector3d direction = new Vector3d();

    /** By slot: how far inside of the sphere the ray or the rectangle passes; zero if it misses. */
    private float[] inside = {};

    /** By slot: a radius that is the same for all. */
    private float[] same = {};

    Picking(Picture picture) {
        this.picture = picture;
        poses = picture.poses;
    }

    /** Returns an array with a radius for each slot in use. */
    float[] same(float radius) {
        if (!(radius >= 0 && radius <= Float.MAX_VALUE)) {
            throw new IllegalArgumentException("radius must be a finite number from 0, was " + radius);
        }
        if (same.length < picture.slots) {
            same = new float[poses.capacity()];
        }
        Arrays.fill(same, 0, picture.slots, radius);
        return same;
    }

    /** Finds the spheres on a ray, whose direction has any length but zero. */
    int ray(
            double x,
            double y,
            double z,
            double dx,
            double dy,
            double dz,
            double length,
            float[] radii,
            FoundHits hits) {
        double norm = Math.sqrt(dx * dx + dy * dy + dz * dz);
        if (!(norm > 0 && norm <= Double.MAX_VALUE)) {
            throw new IllegalArgumentException(
                    "the direction must be finite and not too long, and must not be zero, was (" + dx + ", " + dy + ", "
                            + dz + ")");
        }
        if (!(length >= 0 && length <= Double.MAX_VALUE)) {
            throw new IllegalArgumentException("length must be a finite number from 0, was " + length);
        }
        if (!(Math.abs(x) + Math.abs(y) + Math.abs(z) <= Double.MAX_VALUE)) {
            throw new IllegalArgumentException(
                    "the ray must begin at a finite place, was (" + x + ", " + y + ", " + z + ")");
        }
        begin(radii, hits);
        start.set(x - poses.originX(), y - poses.originY(), z - poses.originZ());
        direction.set(dx / norm, dy / norm, dz / norm);
        for (int from = 0; from < picture.slots; from += BLOCK) {
            int to = Math.min(from + BLOCK, picture.slots);
            along(radii, from, to);
            for (int slot = next(from, to); slot < to; slot = next(slot + 1, to)) {
                if (radii[slot] >= 0 && picture.presence.isAlive(slot)) {
                    hit(slot, length, radii[slot], hits);
                }
            }
        }
        return hits.size();
    }

    /** Computes how far inside of each sphere the line of the ray passes, as a difference of squares. */
    private void along(float[] radii, int from, int to) {
        float fromX = (float) start.x;
        float fromY = (float) start.y;
        float fromZ = (float) start.z;
        float dx = (float) direction.x;
        float dy = (float) direction.y;
        float dz = (float) direction.z;
        Arrays.fill(inside, from, to, 0);
        Kernels.addCross(poses.y, poses.z, inside, from, to, fromY, fromZ, dy, dz);
        Kernels.addCross(poses.z, poses.x, inside, from, to, fromZ, fromX, dz, dx);
        Kernels.addCross(poses.x, poses.y, inside, from, to, fromX, fromY, dx, dy);
        float least = Math.abs(fromX) + Math.abs(fromY) + Math.abs(fromZ);
        Kernels.reach(poses.x, poses.y, poses.z, radii, inside, from, to, least, ROUNDING);
    }

    private void hit(int slot, double length, double radius, FoundHits hits) {
        double dx = direction.x;
        double dy = direction.y;
        double dz = direction.z;
        double cx = poses.x[slot] - start.x;
        double cy = poses.y[slot] - start.y;
        double cz = poses.z[slot] - start.z;
        double along = cx * dx + cy * dy + cz * dz;
        double aside = square(cx - along * dx) + square(cy - along * dy) + square(cz - along * dz);
        double half = Math.sqrt(radius * radius - aside);
        double near = Math.max(0, along - half);
        // All false if the line misses the sphere, because half is then NaN.
        if (along + half >= 0 && near <= length) {
            // Without a surface in front of the ray, the normal points back along it.
            boolean begins = along - half < 0 || radius == 0;
            hits.add(
                    slot,
                    picture.presence.life(slot),
                    near,
                    start.x + near * dx + poses.originX(),
                    start.y + near * dy + poses.originY(),
                    start.z + near * dz + poses.originZ(),
                    (float) (begins ? -dx : (near * dx - cx) / radius),
                    (float) (begins ? -dy : (near * dy - cy) / radius),
                    (float) (begins ? -dz : (near * dz - cz) / radius));
        }
    }

    private static double square(double value) {
        return value * value;
    }

    /** Finds the spheres in a rectangle of the screen, whose corners are in normalised device coordinates. */
    int rectangle(Matrix4fc viewProjection, float x1, float y1, float x2, float y2, float[] radii, FoundHits hits) {
        planes.set(viewProjection, x1, y1, x2, y2);
        begin(radii, hits);
        for (int from = 0; from < picture.slots; from += BLOCK) {
            int to = Math.min(from + BLOCK, picture.slots);
            planes.depths(poses, inside, from, to);
            Kernels.within(radii, inside, from, to);
            for (int slot = next(from, to); slot < to; slot = next(slot + 1, to)) {
                // NaN is not zero, either.
                float x = poses.x[slot];
                float y = poses.y[slot];
                float z = poses.z[slot];
                if (inside[slot] > 0
                        && radii[slot] >= 0
                        && planes.endsInclude(x, y, z, radii[slot])
                        && picture.presence.isAlive(slot)) {
                    add(slot, Math.max(0, planes.depth(x, y, z)), hits);
                }
            }
        }
        return hits.size();
    }

    /** Adds a body that was found as a whole, with its own position and no normal. */
    private void add(int slot, double distance, FoundHits hits) {
        hits.add(
                slot,
                picture.presence.life(slot),
                distance,
                poses.x[slot] + poses.originX(),
                poses.y[slot] + poses.originY(),
                poses.z[slot] + poses.originZ(),
                0,
                0,
                0);
    }

    /** The next slot of a block whose sphere is not missed; the end of the block if there is none. */
    private int next(int from, int to) {
        int missed = Arrays.mismatch(inside, from, to, ZEROS, 0, to - from);
        return missed < 0 ? to : from + missed;
    }

    private void begin(float[] radii, FoundHits hits) {
        if (Objects.requireNonNull(radii, "radii must not be null").length < picture.slots) {
            throw new IllegalArgumentException("radii must have an element for each of the " + picture.slots
                    + " slots in use, but its length was " + radii.length + "; make it as long as the capacity");
        }
        if (inside.length < picture.slots) {
            inside = new float[poses.capacity()];
        }
        hits.begin(picture.reachedTick);
    }
}
