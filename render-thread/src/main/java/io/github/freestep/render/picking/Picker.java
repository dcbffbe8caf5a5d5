package io.github.freestep.render.picking;

import io.github.freestep.internal.Inside;
import io.github.freestep.internal.query.FoundHits;
import io.github.freestep.query.Hits;
import io.github.freestep.render.Frame;
import java.util.Arrays;
import java.util.Objects;
import org.joml.Vector3d;

/**
 * Finds the bodies that a frame shows on a ray, by bounding spheres. A click then hits what is seen, although the
 * simulation is ahead of it. Works with each kind of frame: of a sampler, of a receiver's states, or of the past. For
 * the thread of the frame. Never blocks, and allocates only when a frame has more slots than those before. Each query
 * takes time proportional to {@link Frame#slots()}. For exact shapes, ask the world of an engine instead, and for a
 * rectangle of the screen, test the position of each body by {@link org.joml.FrustumIntersection}.
 *
 * <pre>{@code
 * private final Picker picker = new Picker();                             // once
 * private final Hits picked = new Hits(1);
 *
 * if (picker.ray(frame, x, y, z, dx, dy, dz, 100, 0.5f, picked) > 0) {
 *     select(picked.slot(0), picked.life(0));
 * }
 * }</pre>
 */
// Loops that C2 turns into SIMD code compute how far inside of each sphere the ray passes, for all slots. Only the few
// that pass are looked at one by one. The first answer is computed with floats, whose error grows with the distance, so
// it errs on the side of a hit, and doubles decide.
//
// Rejected: a tree of boxes. Bodies move in every frame, and building the tree takes longer than looking at them all.
public final class Picker {
    /** A few times the rounding error of a float, relative to the distance. */
    private static final float ROUNDING = 1e-6f;

    /** The number of slots that all loops work on before they continue, to keep values in the nearest cache. */
    private static final int BLOCK = 1024;

    private static final float[] ZEROS = new float[BLOCK];

    /** The ray that is being asked for, relative to the origin of the frame. */
    private final Vector3d start = new Vector3d();

    private final Vector3d direction = new Vector3d();

    /** By slot: how far inside of the sphere the ray passes; zero if it misses. */
    private float[] inside = {};

    /** By slot: a radius that is the same for all. */
    private float[] same = {};

    /** Creates a picker, for any number of queries of any frames. */
    public Picker() {}

    /**
     * Finds the bodies that a frame shows on a ray. A ray that begins inside of a sphere hits it at distance 0, with a
     * normal against the ray.
     *
     * @param frame the frame that is asked
     * @param x the x coordinate of the beginning, in the world
     * @param y the y coordinate of the beginning
     * @param z the z coordinate of the beginning
     * @param dx the x component of the direction, of any length but zero
     * @param dy the y component of the direction
     * @param dz the z component of the direction
     * @param length how far to look, in the simulation's unit of length
     * @param radius the radius of all spheres
     * @param hits receives the hits, nearest first, with the {@link Frame#reachedTick} and with lives for {@code
     *     Bodies.isSameLife}
     * @return the number of hits
     * @throws IllegalArgumentException if an argument is NaN or infinite, the direction is zero, or the length or the
     *     radius is negative; then the hits are as before
     */
    public int ray(
            Frame frame,
            double x,
            double y,
            double z,
            double dx,
            double dy,
            double dz,
            double length,
            float radius,
            Hits hits) {
        return ray(frame, x, y, z, dx, dy, dz, length, same(frame, radius), hits);
    }

    /**
     * Finds the bodies that a frame shows on a ray, as {@link #ray(Frame, double, double, double, double, double,
     * double, double, float, Hits)} does, with a radius for each body.
     *
     * @param frame the frame that is asked
     * @param x the x coordinate of the beginning, in the world
     * @param y the y coordinate of the beginning
     * @param z the z coordinate of the beginning
     * @param dx the x component of the direction, of any length but zero
     * @param dy the y component of the direction
     * @param dz the z component of the direction
     * @param length how far to look, in the simulation's unit of length
     * @param radii the radii, indexed by slot; a body with a negative radius or NaN is never hit, such as the
     *     player's own
     * @param hits receives the hits, nearest first
     * @return the number of hits
     * @throws IllegalArgumentException as that method does, or if the array is shorter than {@link Frame#slots()}
     */
    public int ray(
            Frame frame,
            double x,
            double y,
            double z,
            double dx,
            double dy,
            double dz,
            double length,
            float[] radii,
            Hits hits) {
        // The root of the sum of squares would be 0 for short directions, and infinite for long ones.
        double norm = Math.hypot(Math.hypot(dx, dy), dz);
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
        FoundHits found = begin(frame, radii, hits);
        start.set(x - frame.originX(), y - frame.originY(), z - frame.originZ());
        direction.set(dx / norm, dy / norm, dz / norm);
        for (int from = 0; from < frame.slots(); from += BLOCK) {
            int to = Math.min(from + BLOCK, frame.slots());
            along(frame, radii, from, to);
            for (int slot = next(from, to); slot < to; slot = next(slot + 1, to)) {
                if (radii[slot] >= 0 && frame.isAlive(slot)) {
                    hit(frame, slot, length, radii[slot], found);
                }
            }
        }
        return found.size;
    }

    /** Computes how far inside of each sphere the line of the ray passes, as a difference of squares. */
    private void along(Frame frame, float[] radii, int from, int to) {
        float fromX = (float) start.x;
        float fromY = (float) start.y;
        float fromZ = (float) start.z;
        float dx = (float) direction.x;
        float dy = (float) direction.y;
        float dz = (float) direction.z;
        Arrays.fill(inside, from, to, 0);
        addCross(frame.y(), frame.z(), inside, from, to, fromY, fromZ, dy, dz);
        addCross(frame.z(), frame.x(), inside, from, to, fromZ, fromX, dz, dx);
        addCross(frame.x(), frame.y(), inside, from, to, fromX, fromY, dx, dy);
        reach(frame, radii, inside, from, to, Math.abs(fromX) + Math.abs(fromY) + Math.abs(fromZ));
    }

    private void hit(Frame frame, int slot, double length, double radius, FoundHits hits) {
        double dx = direction.x;
        double dy = direction.y;
        double dz = direction.z;
        double cx = frame.x()[slot] - start.x;
        double cy = frame.y()[slot] - start.y;
        double cz = frame.z()[slot] - start.z;
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
                    frame.life(slot),
                    near,
                    start.x + near * dx + frame.originX(),
                    start.y + near * dy + frame.originY(),
                    start.z + near * dz + frame.originZ(),
                    (float) (begins ? -dx : (near * dx - cx) / radius),
                    (float) (begins ? -dy : (near * dy - cy) / radius),
                    (float) (begins ? -dz : (near * dz - cz) / radius));
        }
    }

    private static double square(double value) {
        return value * value;
    }

    /** The next slot of a block whose sphere is not missed; the end of the block if there is none. */
    private int next(int from, int to) {
        int missed = Arrays.mismatch(inside, from, to, ZEROS, 0, to - from);
        return missed < 0 ? to : from + missed;
    }

    /** Returns an array with a radius for each slot in use. */
    private float[] same(Frame frame, float radius) {
        int slots = Objects.requireNonNull(frame, "frame must not be null").slots();
        if (!(radius >= 0 && radius <= Float.MAX_VALUE)) {
            throw new IllegalArgumentException("radius must be a finite number from 0, was " + radius);
        }
        if (same.length < slots) {
            same = new float[frame.x().length];
        }
        Arrays.fill(same, 0, slots, radius);
        return same;
    }

    private FoundHits begin(Frame frame, float[] radii, Hits hits) {
        int slots = Objects.requireNonNull(frame, "frame must not be null").slots();
        if (Objects.requireNonNull(radii, "radii must not be null").length < slots) {
            throw new IllegalArgumentException("radii must have an element for each of the " + slots
                    + " slots in use, but its length was " + radii.length + "; make it as long as the capacity");
        }
        FoundHits found = Inside.of(Objects.requireNonNull(hits, "hits must not be null"));
        if (inside.length < slots) {
            inside = new float[frame.x().length];
        }
        found.begin(frame.reachedTick());
        return found;
    }

    /** Adds the square of one component of the cross product of {@code (p, q)} from a point and a direction. */
    private static void addCross(
            float[] p, float[] q, float[] sum, int from, int to, float fromP, float fromQ, float dp, float dq) {
        for (int i = from; i < to; i++) {
            float component = (p[i] - fromP) * dq - (q[i] - fromQ) * dp;
            sum[i] += component * component;
        }
    }

    /**
     * Replaces squares of distances by {@code radius * radius - square}, or by zero where that is negative. The radii
     * grow by a part of the distances of both points from the origin, to allow for rounding.
     */
    private static void reach(Frame frame, float[] radii, float[] squares, int from, int to, float least) {
        float[] x = frame.x();
        float[] y = frame.y();
        float[] z = frame.z();
        for (int i = from; i < to; i++) {
            float reach = radii[i] + (Math.abs(x[i]) + Math.abs(y[i]) + Math.abs(z[i]) + least) * ROUNDING;
            float excess = reach * reach - squares[i];
            squares[i] = excess + Math.abs(excess);
        }
    }
}
