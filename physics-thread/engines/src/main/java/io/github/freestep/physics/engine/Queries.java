package io.github.freestep.physics.engine;

import io.github.freestep.internal.FoundHits;
import io.github.freestep.internal.Inside;
import io.github.freestep.state.Hits;
import java.util.Objects;
import java.util.function.IntPredicate;

/** Checks the queries of a world, and passes them to the engine. For the physics thread; allocates nothing. */
final class Queries {
    /** The greatest magnitude that an engine is asked for, because engines square numbers as floats. */
    private static final double FARTHEST = 1e15;

    private final EngineQueries engine;
    private final HitCollector found;
    private final EngineSimulation<?> world;
    private Doing before = Doing.NOTHING;

    Queries(EngineQueries engine, EngineSimulation<?> world) {
        this.engine = engine;
        this.world = world;
        found = new HitCollector(world.layout().capacity());
    }

    void ray(
            double x,
            double y,
            double z,
            double dx,
            double dy,
            double dz,
            double length,
            IntPredicate filter,
            Hits into) {
        finite(dx, "dx");
        finite(dy, "dy");
        finite(dz, "dz");
        above0(length, "length");
        double largest = Math.max(Math.abs(dx), Math.max(Math.abs(dy), Math.abs(dz)));
        if (largest == 0) {
            throw new IllegalArgumentException(
                    "the direction must have a length above 0, was (" + dx + ", " + dy + ", " + dz + ")");
        }
        double ux = dx / largest;
        double uy = dy / largest;
        double uz = dz / largest;
        double norm = Math.sqrt(ux * ux + uy * uy + uz * uz);
        begin(filter, into, x, y, z);
        try {
            found.direction(ux / norm, uy / norm, uz / norm);
            if (fits(x, y, z)) {
                engine.ray(x, y, z, ux / norm, uy / norm, uz / norm, Math.min(length, FARTHEST), found);
            }
        } finally {
            end();
        }
    }

    void sphere(double x, double y, double z, double radius, IntPredicate filter, Hits into) {
        above0(radius, "radius");
        begin(filter, into, x, y, z);
        try {
            if (fits(x, y, z) && radius < FARTHEST) {
                engine.sphere(x, y, z, radius, found);
            }
        } finally {
            end();
        }
    }

    void box(double x, double y, double z, double halfX, double halfY, double halfZ, IntPredicate filter, Hits into) {
        above0(halfX, "halfX");
        above0(halfY, "halfY");
        above0(halfZ, "halfZ");
        begin(filter, into, x, y, z);
        try {
            if (fits(x, y, z) && fits(halfX, halfY, halfZ)) {
                engine.box(x, y, z, halfX, halfY, halfZ, found);
            }
        } finally {
            end();
        }
    }

    private void begin(IntPredicate filter, Hits into, double x, double y, double z) {
        finite(x, "x");
        finite(y, "y");
        finite(z, "z");
        Objects.requireNonNull(filter, "filter must not be null; slot -> true finds all bodies");
        Objects.requireNonNull(into, "into must not be null; make new Hits(n) once, and use it again");
        before = world.begin(Doing.QUERYING);
        FoundHits hits = Inside.of(into);
        hits.begin(world.tick);
        found.begin(filter, hits, world.bodies.published(), x, y, z);
    }

    void close() {
        engine.close();
    }

    private void end() {
        found.end();
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
}
