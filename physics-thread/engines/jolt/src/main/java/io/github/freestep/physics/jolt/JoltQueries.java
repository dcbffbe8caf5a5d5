package io.github.freestep.physics.jolt;

import com.github.stephengold.joltjni.AaBox;
import com.github.stephengold.joltjni.BodyFilter;
import com.github.stephengold.joltjni.BoxShape;
import com.github.stephengold.joltjni.CollideShapeResult;
import com.github.stephengold.joltjni.CollideShapeSettings;
import com.github.stephengold.joltjni.CustomCastRayCollector;
import com.github.stephengold.joltjni.CustomCollideShapeCollector;
import com.github.stephengold.joltjni.RMat44;
import com.github.stephengold.joltjni.RRayCast;
import com.github.stephengold.joltjni.RVec3;
import com.github.stephengold.joltjni.RayCastResult;
import com.github.stephengold.joltjni.RayCastSettings;
import com.github.stephengold.joltjni.ShapeFilter;
import com.github.stephengold.joltjni.ShapeRef;
import com.github.stephengold.joltjni.SphereShape;
import com.github.stephengold.joltjni.Vec3;
import com.github.stephengold.joltjni.readonly.ConstShape;
import io.github.freestep.physics.engine.EngineQueries;
import io.github.freestep.physics.engine.HitCollector;
import java.util.Arrays;

/** Runs rays and overlaps in a system. For the physics thread; allocates in the binding. */
final class JoltQueries implements EngineQueries {
    /** The smallest radius or half length, and the length below which Jolt hits nothing. */
    private static final double SHORTEST = 1e-4;

    /** How far outside of all bodies a ray begins and ends at most, in metres. */
    private static final double MARGIN = 1;

    private final JoltSystem jolt;
    private final BodySlots slots;
    private final BodyFilter allBodies = new BodyFilter();
    private final ShapeFilter allShapes = new ShapeFilter();
    private final RayCastSettings raySettings = new RayCastSettings();
    private final CollideShapeSettings overlapSettings = new CollideShapeSettings();
    private final RayHits rayHits = new RayHits();
    private final Overlaps overlaps = new Overlaps();
    private final RVec3 origin = new RVec3();
    private final SphereShape sphere = new SphereShape(1);
    private final BoxShape box = new BoxShape(new Vec3(1, 1, 1), 0);

    /** Keep the shapes, which Jolt otherwise frees with the last reference. */
    private final ShapeRef sphereReference = sphere.toRef();

    private final ShapeRef boxReference = box.toRef();

    JoltQueries(JoltSystem jolt, BodySlots slots) {
        this.jolt = jolt;
        this.slots = slots;
    }

    /**
     * Casts only the part of the ray that is near bodies: Jolt computes a hit as a part of the length, in floats, so a
     * long ray would be inexact.
     */
    @Override
    public void ray(double x, double y, double z, double dx, double dy, double dz, double length, HitCollector into) {
        AaBox bounds = jolt.system.getBounds();
        Vec3 least = bounds.getMin();
        Vec3 most = bounds.getMax();
        bounds.close();
        Span span = new Span(length);
        if (span.clip(x, dx, least.getX(), most.getX())
                && span.clip(y, dy, least.getY(), most.getY())
                && span.clip(z, dz, least.getZ(), most.getZ())) {
            double reach = span.to - span.from;
            cast(x + span.from * dx, y + span.from * dy, z + span.from * dz, dx, dy, dz, reach);
            rayHits.pass(span.from, reach, new RVec3(x, y, z), new RVec3(dx, dy, dz), into);
        }
    }

    private void cast(double x, double y, double z, double dx, double dy, double dz, double length) {
        rayHits.count = 0;
        if (length < SHORTEST) {
            return;
        }
        Vec3 direction = new Vec3((float) (dx * length), (float) (dy * length), (float) (dz * length));
        try (RRayCast ray = new RRayCast(new RVec3(x, y, z), direction)) {
            JoltCalls.castRay(jolt, ray, raySettings, rayHits, allBodies, allShapes);
        }
    }

    /** The part of a ray that is near bodies. */
    private static final class Span {
        double from;
        double to;

        Span(double length) {
            to = length;
        }

        /** Leaves what is between two planes. Returns false if that is nothing. */
        boolean clip(double start, double direction, double least, double most) {
            double first = (least - MARGIN - start) / direction;
            double second = (most + MARGIN - start) / direction;
            if (direction == 0) {
                return start >= least - MARGIN && start <= most + MARGIN;
            }
            from = Math.max(from, Math.min(first, second));
            to = Math.min(to, Math.max(first, second));
            return from < to;
        }
    }

    /** Keeps the hits of a ray until Jolt has returned, because a callback must not call Jolt. */
    private final class RayHits extends CustomCastRayCollector {
        private int[] bodies = new int[16];
        private int[] shapes = new int[16];
        private float[] fractions = new float[16];
        private int count;

        @Override
        public void addHit(long result) {
            if (count == bodies.length) {
                bodies = Arrays.copyOf(bodies, 2 * count);
                shapes = Arrays.copyOf(shapes, 2 * count);
                fractions = Arrays.copyOf(fractions, 2 * count);
            }
            RayCastResult hit = new RayCastResult(null, result);
            bodies[count] = hit.getBodyId();
            shapes[count] = hit.getSubShapeId2();
            fractions[count++] = hit.getFraction();
        }

        private void pass(double from, double length, RVec3 start, RVec3 direction, HitCollector into) {
            for (int i = 0; i < count; i++) {
                // Jolt says 0 for a shape in which the ray begins. Then it begins before all others.
                if (fractions[i] > 0) {
                    double distance = from + fractions[i] * length;
                    origin.set(
                            start.xx() + distance * direction.xx(),
                            start.yy() + distance * direction.yy(),
                            start.zz() + distance * direction.zz());
                    Vec3 normal = jolt.normal(bodies[i], shapes[i], origin);
                    into.hit(slots.of(bodies[i]), distance, normal.getX(), normal.getY(), normal.getZ());
                }
            }
        }
    }

    @Override
    public void sphere(double x, double y, double z, double radius, HitCollector into) {
        overlap(sphere, size(radius), size(radius), size(radius), x, y, z, into);
    }

    @Override
    public void box(double x, double y, double z, double halfX, double halfY, double halfZ, HitCollector into) {
        overlap(box, size(halfX), size(halfY), size(halfZ), x, y, z, into);
    }

    private void overlap(
            ConstShape shape, float sx, float sy, float sz, double x, double y, double z, HitCollector into) {
        overlaps.count = 0;
        origin.set(x, y, z);
        try (RMat44 at = RMat44.sTranslation(origin)) {
            JoltCalls.collideShape(
                    jolt, shape, new Vec3(sx, sy, sz), at, overlapSettings, origin, overlaps, allBodies, allShapes);
        }
        overlaps.pass(into);
    }

    /** Keeps the bodies of an overlap, as {@link RayHits} does. */
    private final class Overlaps extends CustomCollideShapeCollector {
        private int[] bodies = new int[16];
        private int count;

        @Override
        public void addHit(long result) {
            int id = new CollideShapeResult(result).getBodyId2();
            // Jolt passes the shapes of a body one after the other.
            if (count > 0 && bodies[count - 1] == id) {
                return;
            }
            if (count == bodies.length) {
                bodies = Arrays.copyOf(bodies, 2 * count);
            }
            bodies[count++] = id;
        }

        private void pass(HitCollector into) {
            for (int i = 0; i < count; i++) {
                RVec3 at = jolt.bodies.getPosition(bodies[i]);
                into.overlap(slots.of(bodies[i]), at.xx(), at.yy(), at.zz());
            }
        }
    }

    private static float size(double half) {
        return (float) Math.max(half, SHORTEST);
    }

    @Override
    public void close() {
        overlaps.close();
        rayHits.close();
        boxReference.close();
        sphereReference.close();
        overlapSettings.close();
        raySettings.close();
        allShapes.close();
        allBodies.close();
    }
}
