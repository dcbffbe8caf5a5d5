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
import io.github.freestep.physics.engines.EngineQueries;
import io.github.freestep.physics.engines.HitCollector;
import java.util.Arrays;

/**
 * Runs rays and overlaps in a system. For the physics thread. A ray allocates about 140 bytes, and 400 to 600 for each
 * hit: a ray of the binding cannot be set again, nor its collector emptied.
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
        double[] start = {x, y, z};
        double[] along = {dx, dy, dz};
        double from = 0;
        double to = length;
        for (int axis = 0; axis < start.length; axis++) {
            // Infinite if the ray is perpendicular to the axis.
            double one = (least.get(axis) - MARGIN - start[axis]) / along[axis];
            double other = (most.get(axis) + MARGIN - start[axis]) / along[axis];
            from = Math.max(from, Math.min(one, other));
            to = Math.min(to, Math.max(one, other));
        }
        if (to - from >= SHORTEST) {
            cast(start, along, from, to - from, into);
        }
    }

    private void cast(double[] start, double[] along, double from, double length, HitCollector into) {
        Vec3 way = new Vec3((float) (along[0] * length), (float) (along[1] * length), (float) (along[2] * length));
        try (RRayCast ray = new RRayCast(at(start, along, from), way);
                AllHitCastRayCollector found = new AllHitCastRayCollector()) {
            JoltRuntime.calls()
                    .castRay()
                    .call(engine, ray, raySettings, found, jolt.allTrees, jolt.allLayers, allBodies, allShapes);
            for (RayCastResult hit : found.getHits()) {
                // Jolt says 0 for a shape in which the ray begins. Then it begins before all others.
                if (hit.getFraction() > 0) {
                    double distance = from + hit.getFraction() * length;
                    Body body = jolt.body(hit.getBodyId());
                    int part = part(body.getShape(), hit.getSubShapeId2());
                    Vec3 normal = body.getWorldSpaceSurfaceNormal(hit.getSubShapeId2(), at(start, along, distance));
                    into.hit(ids.slot(hit.getBodyId()), part, distance, normal.getX(), normal.getY(), normal.getZ());
                }
            }
        }
    }

    private RVec3 at(double[] start, double[] along, double distance) {
        origin.set(start[0] + distance * along[0], start[1] + distance * along[1], start[2] + distance * along[2]);
        return origin;
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
        for (int i = 0; i < overlaps.count; i++) {
            RVec3 place = jolt.bodies.getPosition(overlaps.bodies[i]);
            into.overlap(ids.slot(overlaps.bodies[i]), place.xx(), place.yy(), place.zz());
        }
    }

    /**
     * Keeps the bodies of an overlap until Jolt has returned, because a callback must not call Jolt. The binding's own
     * collector would keep 1 kB for each triangle of a mesh.
     */
    private static final class Overlaps extends CustomCollideShapeCollector {
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
    }

    private static float size(double half) {
        return (float) Math.max(half, SHORTEST);
    }

    @Override
    public void close() {
        JoltSystem.close(overlaps, boxReference, sphereReference, overlapSettings, raySettings, allShapes, allBodies);
    }
}
