package io.github.freestep.physics.engine;

import io.github.freestep.internal.FoundHits;
import io.github.freestep.state.Bodies;
import io.github.freestep.state.State;
import java.util.function.IntPredicate;

/**
 * Collects what an engine finds for a query, in any order. For adapters, during the methods of {@link
 * EngineQueries}. Allocates nothing.
 *
 * <p>It drops what the caller's filter refuses, computes points and distances, and keeps only the nearest hit of each
 * body, which may have several shapes. Bodies without a slot, such as the ground, may be hit more than once, because
 * they can't be told apart.
 */
public final class HitCollector {
    private static final IntPredicate ALL = slot -> true;

    /** For each slot: the place of its hit in the result, if it is there. */
    private final int[] placeOf;

    /** The result of the query, and the bodies that it asks. */
    private FoundHits hits;

    private Bodies bodies;
    private IntPredicate filter = ALL;

    /** Where the query begins, and the direction of a ray. */
    private double x;

    private double y;
    private double z;
    private double dx;
    private double dy;
    private double dz;

    HitCollector(int capacity) {
        placeOf = new int[capacity];
    }

    void begin(IntPredicate newFilter, FoundHits result, Bodies asked, double newX, double newY, double newZ) {
        filter = newFilter;
        hits = result;
        bodies = asked;
        x = newX;
        y = newY;
        z = newZ;
    }

    void direction(double newDx, double newDy, double newDz) {
        dx = newDx;
        dy = newDy;
        dz = newDz;
    }

    /**
     * Adds a body that the ray hits. Drops a hit where the ray begins, because engines disagree whether a ray that
     * begins in a shape hits it.
     *
     * @param slot the slot of the body, or {@link io.github.freestep.state.State#NO_SLOT}
     * @param distance how far along the ray, in the engine's unit of length; a hit at 0 or less, or at NaN, is dropped
     * @param nx the unit normal of the surface, along x; if the engine knows none, pass (0, 0, 0), and the normal
     *     becomes the reverse of the ray's direction
     * @param ny the normal, along y
     * @param nz the normal, along z
     */
    public void hit(int slot, double distance, float nx, float ny, float nz) {
        hit(slot, -1, distance, nx, ny, nz);
    }

    /**
     * Adds a body that the ray hits, and the part of it that is hit. Otherwise as the method without a part.
     *
     * @param slot the slot of the body, or {@link io.github.freestep.state.State#NO_SLOT}
     * @param part the index of the shape that is hit among those of the body; -1 if the engine does not know it
     * @param distance how far along the ray
     * @param nx the unit normal of the surface, along x
     * @param ny the normal, along y
     * @param nz the normal, along z
     */
    public void hit(int slot, int part, double distance, float nx, float ny, float nz) {
        if (!(distance > 0 && distance < Double.POSITIVE_INFINITY)) {
            return;
        }
        boolean hasNormal = nx * nx + ny * ny + nz * nz > 0.5f;
        add(
                slot,
                part,
                distance,
                x + distance * dx,
                y + distance * dy,
                z + distance * dz,
                hasNormal ? nx : (float) -dx,
                hasNormal ? ny : (float) -dy,
                hasNormal ? nz : (float) -dz);
    }

    /**
     * Adds a body that overlaps the sphere or box. Its distance is that of its position from the centre.
     *
     * @param slot the slot of the body, or {@link io.github.freestep.state.State#NO_SLOT}
     * @param px the position of the body, along x
     * @param py the position, along y
     * @param pz the position, along z
     */
    public void overlap(int slot, double px, double py, double pz) {
        overlap(slot, px, py, pz, pz - z);
    }

    /**
     * Adds a body that overlaps the sphere or box in an engine of two dimensions, whose bodies are at z = 0. The
     * distance is that in the plane.
     *
     * @param slot the slot of the body, or {@link io.github.freestep.state.State#NO_SLOT}
     * @param px the position of the body, along x
     * @param py the position, along y
     */
    public void overlap(int slot, double px, double py) {
        overlap(slot, px, py, 0, 0);
    }

    private void overlap(int slot, double px, double py, double pz, double alongZ) {
        double squared = (px - x) * (px - x) + (py - y) * (py - y) + alongZ * alongZ;
        if (squared < Double.POSITIVE_INFINITY) {
            add(slot, -1, Math.sqrt(squared), px, py, pz, 0, 0, 0);
        }
    }

    private void add(
            int slot, int part, double distance, double px, double py, double pz, float nx, float ny, float nz) {
        Slots.requireOrNone(slot, placeOf.length);
        boolean hasSlot = slot != State.NO_SLOT;
        int place = hasSlot ? placeOf[slot] : 0;
        // Otherwise the place is that of an earlier query, or a nearer body has taken it.
        boolean isThere = hasSlot && place < hits.size() && hits.slots[place] == slot;
        if (isThere && hits.distances[place] <= distance || !filter.test(slot)) {
            return;
        }
        if (isThere) {
            hits.nearer(place, distance, px, py, pz, nx, ny, nz);
            hits.parts[place] = part;
            return;
        }
        place = hits.add(slot, hasSlot ? bodies.life(slot) : 0, distance, px, py, pz, nx, ny, nz);
        if (place < 0) {
            return;
        }
        hits.parts[place] = part;
        if (hasSlot) {
            placeOf[slot] = place;
        }
    }

    /** Forgets the query, and with it the caller's filter. */
    void end() {
        filter = ALL;
        hits = null;
    }
}
