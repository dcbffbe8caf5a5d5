package io.github.freestep.physics.bullet;

import com.jme3.bullet.PhysicsSpace;
import com.jme3.bullet.collision.PhysicsCollisionEvent;
import com.jme3.bullet.collision.PhysicsCollisionListener;
import com.jme3.bullet.collision.PhysicsCollisionObject;
import com.jme3.bullet.collision.PhysicsRayTestResult;
import com.jme3.bullet.collision.shapes.CollisionShape;
import com.jme3.bullet.collision.shapes.CompoundCollisionShape;
import com.jme3.bullet.collision.shapes.SphereCollisionShape;
import com.jme3.bullet.collision.shapes.infos.ChildCollisionShape;
import com.jme3.bullet.objects.PhysicsGhostObject;
import com.jme3.math.Matrix3f;
import com.jme3.math.Vector3f;
import com.simsilica.mathd.Vec3d;
import io.github.freestep.physics.engine.HitCollector;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;

/**
 * Runs rays in a space. Bullet finds the bodies that a ray may hit, and for the shapes that {@link ConvexSolid} knows,
 * this class computes where. Bullet itself reports a hit if a ray passes a convex shape within 1 cm, and computes in
 * floats. For the physics thread; allocates only in the binding.
 */
final class BulletRays implements PhysicsCollisionListener {
    /**
     * The length of a ray's first piece. Each later piece is three times as long as all earlier ones together. So
     * Bullet's error, which grows with the length of a piece, is that of the coordinates there.
     */
    private static final double FIRST_PIECE = 100;

    /** How far a piece overlaps its neighbours. */
    private static final double OVERLAP = 1;

    /** Bullet's error where two pieces meet: a hit within it may be reported by both, so that none is lost. */
    private static final double EDGE = 0.01;

    /**
     * The radius around the begin of a ray within which bodies are looked for by an overlap. Bullet's ray finds none
     * within 1 cm, and its overlap misses up to 2.8 cm of a corner.
     */
    private static final float NEAR = 0.05f;

    private final BulletSimulation world;
    private final PhysicsSpace space;
    private final ConvexSolid solid = new ConvexSolid();
    private final Vec3d from = new Vec3d();
    private final Vec3d to = new Vec3d();
    private final Vec3d place = new Vec3d();
    private final Vector3f vector = new Vector3f();
    private final Matrix3f basis = new Matrix3f();
    private final Matrix3f childBasis = new Matrix3f();
    private final List<PhysicsRayTestResult> results = new ArrayList<>();
    private final PhysicsGhostObject near = new PhysicsGhostObject(new SphereCollisionShape(NEAR));

    private final List<PhysicsCollisionObject> touching = new ArrayList<>();

    /** The bodies that the current ray was computed for. */
    private final Set<PhysicsCollisionObject> computed = Collections.newSetFromMap(new IdentityHashMap<>());

    /** The ray: where it begins, its direction and its length. */
    private final double[] origin = new double[3];

    private final double[] direction = new double[3];
    private double length;
    private HitCollector into;

    /** The ray, and the normal where it enters, in coordinates of a body, and of a child of its shape. */
    private final double[] point = new double[3];

    private final double[] along = new double[3];
    private final double[] normal = new double[3];
    private final double[] childPoint = new double[3];
    private final double[] childAlong = new double[3];

    BulletRays(BulletSimulation world, PhysicsSpace space) {
        this.world = world;
        this.space = space;
    }

    void find(double x, double y, double z, double dx, double dy, double dz, double reach, HitCollector collector) {
        set(origin, x, y, z);
        set(direction, dx, dy, dz);
        length = reach;
        into = collector;
        try {
            double begin = 0;
            double end = FIRST_PIECE;
            while (begin < length) {
                findPiece(begin, end);
                begin = end;
                end *= 4;
            }
        } finally {
            into = null;
            computed.clear();
            touching.clear();
            results.clear();
        }
    }

    private void findPiece(double begin, double end) {
        double first = Math.max(0, begin - OVERLAP);
        double last = Math.min(end, length) + OVERLAP;
        at(first, from);
        at(last, to);
        if (begin == 0) {
            findNear();
        }
        space.rayTestDp(from, to, results);
        for (int i = 0; i < results.size(); i++) {
            PhysicsRayTestResult hit = results.get(i);
            PhysicsCollisionObject body = hit.getCollisionObject();
            double distance = first + hit.getHitFraction() * (last - first);
            // What lies where two pieces overlap is reported for one of them.
            boolean inPiece = distance >= begin - EDGE && distance < end && distance <= length;
            if (!compute(body) && inPiece) {
                // In world coordinates, despite its name.
                hit.getHitNormalLocal(vector);
                into.hit(world.slot(body), part(body, hit), distance, vector.x, vector.y, vector.z);
            }
        }
    }

    /** Computes the bodies around the begin. Not while Bullet reports them: the user's filter may throw. */
    private void findNear() {
        near.setPhysicsLocationDp(from);
        space.contactTest(near, this);
        for (int i = 0; i < touching.size(); i++) {
            compute(touching.get(i));
        }
    }

    private void at(double distance, Vec3d place) {
        place.set(
                origin[0] + distance * direction[0],
                origin[1] + distance * direction[1],
                origin[2] + distance * direction[2]);
    }

    /** Called for each point where a body touches {@link #near}. */
    @Override
    public void collision(PhysicsCollisionEvent event) {
        PhysicsCollisionObject a = event.getObjectA();
        touching.add(a == near ? event.getObjectB() : a);
    }

    /** Computes the hits of a body, or returns false if its shape is not known. */
    private boolean compute(PhysicsCollisionObject body) {
        CollisionShape shape = body.getCollisionShape();
        if (!(shape instanceof CompoundCollisionShape compound)) {
            if (!solid.set(shape)) {
                return false;
            }
            if (computed.add(body)) {
                double nearest = enter(body);
                double at = solid.enter(point, along, -nearest, length - nearest, normal);
                hit(body, 0, nearest + at);
            }
            return true;
        }
        ChildCollisionShape[] children = compound.listChildren();
        if (!isKnown(compound, children)) {
            return false;
        }
        if (computed.add(body)) {
            double nearest = enter(body);
            for (int part = 0; part < children.length; part++) {
                ChildCollisionShape child = children[part];
                child.copyOffset(vector);
                child.copyRotationMatrix(childBasis);
                set(childPoint, point[0] - vector.x, point[1] - vector.y, point[2] - vector.z);
                turnBack(childBasis, childPoint, childPoint);
                turnBack(childBasis, along, childAlong);
                solid.set(child.getShape());
                double at = solid.enter(childPoint, childAlong, -nearest, length - nearest, normal);
                turn(childBasis, normal);
                hit(body, part, nearest + at);
            }
        }
        return true;
    }

    /**
     * Whether all shapes of a compound are known. A scaled one is not: the binding does not say where its children are.
     */
    private boolean isKnown(CompoundCollisionShape compound, ChildCollisionShape[] children) {
        if (!compound.getScale(vector).equals(Vector3f.UNIT_XYZ)) {
            return false;
        }
        for (ChildCollisionShape child : children) {
            if (!solid.set(child.getShape())) {
                return false;
            }
        }
        return true;
    }

    /**
     * Takes the ray into the coordinates of a body, as a line from its point nearest to the body's position: so numbers
     * are small, even if the ray begins far away. Returns where on the ray that point is.
     */
    private double enter(PhysicsCollisionObject body) {
        body.getPhysicsLocationDp(place);
        body.getPhysicsRotationMatrix(basis);
        double towards = (place.x - origin[0]) * direction[0]
                + (place.y - origin[1]) * direction[1]
                + (place.z - origin[2]) * direction[2];
        double nearest = Math.max(0, Math.min(length, towards));
        set(
                point,
                origin[0] + nearest * direction[0] - place.x,
                origin[1] + nearest * direction[1] - place.y,
                origin[2] + nearest * direction[2] - place.z);
        turnBack(basis, point, point);
        turnBack(basis, direction, along);
        return nearest;
    }

    /** Returns the child of a compound shape, unless Bullet reports a triangle of the child instead. */
    private static int part(PhysicsCollisionObject body, PhysicsRayTestResult hit) {
        if (!(body.getCollisionShape() instanceof CompoundCollisionShape)) {
            return 0;
        }
        return hit.partIndex() < 0 ? hit.triangleIndex() : -1;
    }

    private void hit(PhysicsCollisionObject body, int part, double distance) {
        turn(basis, normal);
        into.hit(world.slot(body), part, distance, (float) normal[0], (float) normal[1], (float) normal[2]);
    }

    private static void set(double[] vector, double x, double y, double z) {
        vector[0] = x;
        vector[1] = y;
        vector[2] = z;
    }

    private static void turn(Matrix3f by, double[] vector) {
        double x = vector[0];
        double y = vector[1];
        double z = vector[2];
        for (int row = 0; row < 3; row++) {
            vector[row] = by.get(row, 0) * x + by.get(row, 1) * y + by.get(row, 2) * z;
        }
    }

    private static void turnBack(Matrix3f by, double[] vector, double[] turned) {
        double x = vector[0];
        double y = vector[1];
        double z = vector[2];
        for (int column = 0; column < 3; column++) {
            turned[column] = by.get(0, column) * x + by.get(1, column) * y + by.get(2, column) * z;
        }
    }
}
