package io.github.freestep.physics.engines;

import io.github.freestep.internal.Inside;
import io.github.freestep.internal.query.FoundHits;
import io.github.freestep.query.Hits;
import io.github.freestep.state.State;
import java.util.Objects;
import java.util.function.IntPredicate;

/**
 * Collects what an engine finds for a query, in any order. For adapters, on the thread that calls a method of {@link
 * EngineQueries}, during the call. Allocates nothing.
 *
 * <pre>{@code
 * public void ray(
 *         double x, double y, double z, double dx, double dy, double dz, double length, HitCollector into) {
 *     for (Marble marble : engine.onRay(x, y, z, dx, dy, dz, length)) {
 *         into.hit(world.slot(marble), -1, marble.distance(), 0, 0, 0); // it knows neither part nor normal
 *     }
 * }
 * }</pre>
 *
 * <p>It drops what the caller's filter refuses, computes points and distances, and keeps only the nearest hit of each
 * body, which may have several shapes. Bodies without a slot, such as the ground, may be hit more than once, because
 * no slot distinguishes them.
 */
public final class HitCollector {
    private static final IntPredicate ALL = slot -> true;

    /** The greatest magnitude that an engine is asked for, because engines square numbers as floats. */
    private static final double FARTHEST = 1e15;

    private final EngineSimulation<?> world;
    private final EngineQueries engine;

    /** For each slot: the place of its hit in the result, if it is there. */
    private final int[] placeOf;

    /** The result of the query. */
    private FoundHits hits;

    private IntPredicate filter = ALL;
    private Doing before = Doing.NOTHING;

    /** Where the query begins, and the direction of a ray. */
    private double x;

    private double y;
    private double z;
    private double dx;
    private double dy;
    private double dz;

    HitCollector(EngineSimulation<?> world, EngineQueries engine) {
        this.world = world;
        this.engine = engine;
        placeOf = new int[world.layout().capacity()];
    }

    void ray(
            double fromX,
            double fromY,
            double fromZ,
            double alongX,
            double alongY,
            double alongZ,
            double length,
            IntPredicate caller,
            Hits into) {
        finite(alongX, "dx");
        finite(alongY, "dy");
        finite(alongZ, "dz");
        above0(length, "length");
        double largest = Math.max(Math.abs(alongX), Math.max(Math.abs(alongY), Math.abs(alongZ)));
        if (largest == 0) {
            throw new IllegalArgumentException(
                    "the direction must have a length above 0, was (" + alongX + ", " + alongY + ", " + alongZ + ")");
        }
        double ux = alongX / largest;
        double uy = alongY / largest;
        double uz = alongZ / largest;
        double norm = Math.sqrt(ux * ux + uy * uy + uz * uz);
        begin(caller, into, fromX, fromY, fromZ);
        try {
            dx = ux / norm;
            dy = uy / norm;
            dz = uz / norm;
            if (fits(x, y, z)) {
                engine.ray(x, y, z, dx, dy, dz, Math.min(length, FARTHEST), this);
            }
        } finally {
            end();
        }
    }

    void sphere(double px, double py, double pz, double radius, IntPredicate caller, Hits into) {
        above0(radius, "radius");
        begin(caller, into, px, py, pz);
        try {
            if (fits(x, y, z) && radius < FARTHEST) {
                engine.sphere(x, y, z, radius, this);
            }
        } finally {
            end();
        }
    }

    void box(double px, double py, double pz, double halfX, double halfY, double halfZ, IntPredicate with, Hits into) {
        above0(halfX, "halfX");
        above0(halfY, "halfY");
        above0(halfZ, "halfZ");
        begin(with, into, px, py, pz);
        try {
            if (fits(x, y, z) && fits(halfX, halfY, halfZ)) {
                engine.box(x, y, z, halfX, halfY, halfZ, this);
            }
        } finally {
            end();
        }
    }

    private void begin(IntPredicate caller, Hits into, double atX, double atY, double atZ) {
        finite(atX, "x");
        finite(atY, "y");
        finite(atZ, "z");
        Objects.requireNonNull(caller, "filter must not be null; slot -> true finds all bodies");
        hits = Inside.of(
                Objects.requireNonNull(into, "into must not be null; make new Hits(n) once, and use it again"));
        hits.begin(world.tick);
        filter = caller;
        x = atX;
        y = atY;
        z = atZ;
        before = world.begin(Doing.QUERYING);
    }

    /** Forgets the query, and with it the caller's filter. */
    private void end() {
        filter = ALL;
        hits = null;
        world.end(before);
    }

    private static boolean fits(double x, double y, double z) {
        return Math.abs(x) < FARTHEST && Math.abs(y) < FARTHEST && Math.abs(z) < FARTHEST;
    }

    private static void finite(double value, String name) {
        if (!Double.isFinite(value)) {
            throw new IllegalArgumentException(name + " must be finite, was " + value);
        }
    }

    private static void above0(double value, String name) {
        if (!(value > 0 && value < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException(name + " must be finite and above 0, was " + value);
        }
    }

    void close() {
        engine.close();
    }

    /**
     * Adds a body that the ray hits. Drops a hit where the ray begins, because engines disagree whether a ray that
     * begins in a shape hits it.
     *
     * @param slot the slot of the body, or {@link io.github.freestep.state.State#NO_SLOT}
     * @param part the index of the shape that is hit among those of the body; -1 if the engine does not know it
     * @param distance how far along the ray, in the engine's unit of length; a hit at 0 or less, or at NaN, is dropped
     * @param nx the unit normal of the surface, along x; if the engine knows none, pass (0, 0, 0), and the normal
     *     becomes the reverse of the ray's direction
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
        boolean isThere = hasSlot && place < hits.size && hits.slots[place] == slot;
        if (isThere && hits.distances[place] <= distance || !filter.test(slot)) {
            return;
        }
        if (isThere) {
            hits.nearer(place, distance, px, py, pz, nx, ny, nz);
        } else {
            place = hits.add(slot, hasSlot ? world.bodies.published.life(slot) : 0, distance, px, py, pz, nx, ny, nz);
        }
        if (place >= 0) {
            hits.parts[place] = part;
            if (hasSlot) {
                placeOf[slot] = place;
            }
        }
    }
}
