package io.github.freestep.physics.jolt;

import com.github.stephengold.joltjni.AaBox;
import com.github.stephengold.joltjni.AllHitCastRayCollector;
import com.github.stephengold.joltjni.Body;
import com.github.stephengold.joltjni.BodyFilter;
import com.github.stephengold.joltjni.BoxShape;
import com.github.stephengold.joltjni.CollideShapeResult;
import com.github.stephengold.joltjni.CollideShapeSettings;
import com.github.stephengold.joltjni.CompoundShape;
import com.github.stephengold.joltjni.CustomCollideShapeCollector;
import com.github.stephengold.joltjni.DecoratedShape;
import com.github.stephengold.joltjni.JoltPhysicsObject;
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

/**
 * Runs rays and overlaps in a system. For the physics thread. A ray allocates about 140 bytes, and 400 to 600 for each
 * hit: a ray of the binding cannot be set anew, nor its collector emptied.
 */
final class JoltQueries implements EngineQueries {
    /** The smallest radius or half length, and the length below which Jolt hits nothing. */
    private static final double SHORTEST = 1e-4;

    /** How far outside of all bodies a ray begins and ends at most, in metres. */
    private static final double MARGIN = 1;

    private final JoltSystem jolt;

    /** Jolt's own queries. */
    private final Object engine;

    private final BodyIds ids;
    private final BodyFilter allBodies = new BodyFilter();
    private final ShapeFilter allShapes = new ShapeFilter();
    private final RayCastSettings raySettings = new RayCastSettings();
    private final CollideShapeSettings overlapSettings = new CollideShapeSettings();
    private final Overlaps overlaps = new Overlaps();
    private final RVec3 origin = new RVec3();
    private final SphereShape sphere = new SphereShape(1);
    private final BoxShape box = new BoxShape(new Vec3(1, 1, 1), 0);

    /** Keep the shapes, which Jolt otherwise frees with the last reference. */
    private final ShapeRef sphereReference = sphere.toRef();

    private final ShapeRef boxReference = box.toRef();

    JoltQueries(JoltSystem jolt, BodyIds ids) {
        this.jolt = jolt;
        engine = JoltRuntime.calls().narrowPhase().call(jolt.system);
        this.ids = ids;
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
            cast(x, y, z, dx, dy, dz, span, into);
        }
    }

    private void cast(double x, double y, double z, double dx, double dy, double dz, Span span, HitCollector into) {
        double length = span.to - span.from;
        if (length < SHORTEST) {
            return;
        }
        RVec3 start = new RVec3(x + span.from * dx, y + span.from * dy, z + span.from * dz);
        Vec3 way = new Vec3((float) (dx * length), (float) (dy * length), (float) (dz * length));
        try (RRayCast ray = new RRayCast(start, way);
                AllHitCastRayCollector found = new AllHitCastRayCollector()) {
            JoltRuntime.calls()
                    .castRay()
                    .call(engine, ray, raySettings, found, jolt.allTrees, jolt.allLayers, allBodies, allShapes);
            for (RayCastResult hit : found.getHits()) {
                // Jolt says 0 for a shape in which the ray begins. Then it begins before all others.
                if (hit.getFraction() > 0) {
                    double distance = span.from + hit.getFraction() * length;
                    origin.set(x + distance * dx, y + distance * dy, z + distance * dz);
                    Body body = jolt.body(hit.getBodyId());
                    int part = part(body.getShape(), hit.getSubShapeId2());
                    Vec3 normal = body.getWorldSpaceSurfaceNormal(hit.getSubShapeId2(), origin);
                    into.hit(ids.slot(hit.getBodyId()), part, distance, normal.getX(), normal.getY(), normal.getZ());
                }
            }
        }
    }

    /** Returns the child of a compound shape, whose index is in the lowest bits; decorations of it have no bits. */
    private static int part(ConstShape of, int subShape) {
        // In later versions of the binding, the object is a reference, which must be closed.
        try (JoltPhysicsObject shape = (JoltPhysicsObject) of) {
            if (shape instanceof DecoratedShape decorated) {
                return part(decorated.getInnerShape(), subShape);
            }
            if (shape instanceof CompoundShape compound) {
                int last = compound.getNumSubShapes() - 1;
                return subShape & (1 << Integer.SIZE - Integer.numberOfLeadingZeros(last)) - 1;
            }
            return 0;
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
            JoltRuntime.calls()
                    .collideShape()
                    .call(
                            engine,
                            shape,
                            new Vec3(sx, sy, sz),
                            at,
                            overlapSettings,
                            origin,
                            overlaps,
                            jolt.allTrees,
                            jolt.allLayers,
                            allBodies,
                            allShapes);
        }
        overlaps.pass(into);
    }

    /** Keeps the bodies of an overlap until Jolt has returned, because a callback must not call Jolt. */
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
                into.overlap(ids.slot(bodies[i]), at.xx(), at.yy(), at.zz());
            }
        }
    }

    private static float size(double half) {
        return (float) Math.max(half, SHORTEST);
    }

    @Override
    public void close() {
        JoltSystem.close(overlaps, boxReference, sphereReference, overlapSettings, raySettings, allShapes, allBodies);
    }
}
