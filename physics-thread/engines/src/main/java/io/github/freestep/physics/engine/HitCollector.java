package io.github.freestep.physics.engine;

import io.github.freestep.internal.FoundHits;
import io.github.freestep.state.Bodies;
import io.github.freestep.state.State;
import java.util.Arrays;
import java.util.function.IntPredicate;

/**
 * Collects what an engine finds for a query, in any order. For adapters, during the methods of {@link
 * EngineQueries}. Allocates only when a query finds more than ever before.
 *
 * <p>It drops what the caller's filter refuses, computes points and distances, and keeps only the nearest hit of each
 * body, which may have several shapes. Bodies without a slot, such as the ground, may be hit more than once, because
 * they can't be told apart.
 */
public final class HitCollector {
    private static final int FIRST_ROOM = 16;
    private static final IntPredicate ALL = slot -> true;

    /** For each slot: one more than the index of its hit, or 0. */
    private final int[] hitOf;

    private int[] slots = new int[FIRST_ROOM];

    /** For each hit: its distance and its point. */
    private double[] places = new double[4 * FIRST_ROOM];

    private float[] normals = new float[3 * FIRST_ROOM];
    private int size;

    private IntPredicate filter = ALL;

    /** Where the query begins, and the direction of a ray. */
    private double x;

    private double y;
    private double z;
    private double dx;
    private double dy;
    private double dz;

    HitCollector(int capacity) {
        hitOf = new int[capacity];
    }

    void begin(IntPredicate newFilter, double newX, double newY, double newZ) {
        filter = newFilter;
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
        if (!(distance > 0 && distance < Double.POSITIVE_INFINITY)) {
            return;
        }
        boolean hasNormal = nx * nx + ny * ny + nz * nz > 0.5f;
        add(
                slot,
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
        double squared = (px - x) * (px - x) + (py - y) * (py - y) + (pz - z) * (pz - z);
        if (squared < Double.POSITIVE_INFINITY) {
            add(slot, Math.sqrt(squared), px, py, pz, 0, 0, 0);
        }
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
        double squared = (px - x) * (px - x) + (py - y) * (py - y);
        if (squared < Double.POSITIVE_INFINITY) {
            add(slot, Math.sqrt(squared), px, py, 0, 0, 0, 0);
        }
    }

    private void add(int slot, double distance, double px, double py, double pz, float nx, float ny, float nz) {
        Slots.requireOrNone(slot, hitOf.length);
        int index = slot == State.NO_SLOT ? -1 : hitOf[slot] - 1;
        if (index >= 0 && places[4 * index] <= distance || !filter.test(slot)) {
            return;
        }
        if (index < 0) {
            index = size++;
            makeRoom();
            slots[index] = slot;
            if (slot != State.NO_SLOT) {
                hitOf[slot] = size;
            }
        }
        places[4 * index] = distance;
        places[4 * index + 1] = px;
        places[4 * index + 2] = py;
        places[4 * index + 3] = pz;
        normals[3 * index] = nx;
        normals[3 * index + 1] = ny;
        normals[3 * index + 2] = nz;
    }

    private void makeRoom() {
        if (size > slots.length) {
            int room = 2 * slots.length;
            slots = Arrays.copyOf(slots, room);
            places = Arrays.copyOf(places, 4 * room);
            normals = Arrays.copyOf(normals, 3 * room);
        }
    }

    /** Copies the hits, nearest first. */
    void copy(Bodies bodies, FoundHits into) {
        for (int i = 0; i < size; i++) {
            int slot = slots[i];
            into.add(
                    slot,
                    slot == State.NO_SLOT ? 0 : bodies.life(slot),
                    places[4 * i],
                    places[4 * i + 1],
                    places[4 * i + 2],
                    places[4 * i + 3],
                    normals[3 * i],
                    normals[3 * i + 1],
                    normals[3 * i + 2]);
        }
    }

    /** Forgets the query, and with it the caller's filter. */
    void end() {
        for (int i = 0; i < size; i++) {
            if (slots[i] != State.NO_SLOT) {
                hitOf[slots[i]] = 0;
            }
        }
        size = 0;
        filter = ALL;
    }
}
