package io.github.freestep.physics.bullet;

import com.jme3.bounding.BoundingBox;
import com.jme3.bullet.PhysicsSpace;
import com.jme3.bullet.collision.PhysicsCollisionEvent;
import com.jme3.bullet.collision.PhysicsCollisionListener;
import com.jme3.bullet.collision.PhysicsCollisionObject;
import com.jme3.bullet.collision.PhysicsRayTestResult;
import com.jme3.bullet.collision.shapes.BoxCollisionShape;
import com.jme3.bullet.collision.shapes.CompoundCollisionShape;
import com.jme3.bullet.collision.shapes.SphereCollisionShape;
import com.jme3.bullet.objects.PhysicsGhostObject;
import com.jme3.math.Vector3f;
import com.simsilica.mathd.Vec3d;
import io.github.freestep.physics.engines.EngineQueries;
import io.github.freestep.physics.engines.HitCollector;
import io.github.freestep.state.State;
import java.util.ArrayList;
import java.util.List;

/** Runs rays and overlaps in a space. For the physics thread; allocates only in the binding. */
final class BulletQueries implements EngineQueries, PhysicsCollisionListener {
    /** The smallest sphere or box. Bullet keeps a margin within it. */
    private static final double SHORTEST = 0.002;

    /**
     * The length of a ray's first piece. Each later piece is three times as long as all earlier ones together, so that
     * Bullet's error is that of the coordinates there.
     */
    private static final double FIRST_PIECE = 100;

    /** How far a piece overlaps its neighbours, because Bullet may miss a shape near a piece's begin. */
    private static final double OVERLAP = 10;

    /** Bullet reports a hit where a ray comes this close to a convex shape. */
    private static final double NEAR = 0.01;

    private final BulletSimulation world;
    private final PhysicsSpace space;
    private final Vec3d place = new Vec3d();
    private final Vec3d end = new Vec3d();
    private final List<PhysicsRayTestResult> results = new ArrayList<>();
    private final List<PhysicsCollisionObject> slotless = new ArrayList<>();

    /** The bodies that touch a probe, once for each point where they touch it. */
    private final List<PhysicsCollisionObject> found = new ArrayList<>();

    private final BoundingBox bounds = new BoundingBox();
    private final Vector3f centre = new Vector3f();
    private final Vector3f vector = new Vector3f();
    private final SphereCollisionShape sphere = new SphereCollisionShape(1);
    private final BoxCollisionShape box = new BoxCollisionShape(1);
    private final PhysicsGhostObject ball = new PhysicsGhostObject(sphere);
    private final PhysicsGhostObject block = new PhysicsGhostObject(box);

    /** Where the ray enters and leaves the bounds of a body. */
    private double entry;

    private double exit;

    BulletQueries(BulletSimulation world, PhysicsSpace space) {
        this.world = world;
        this.space = space;
        box.setMargin((float) SHORTEST / 2);
    }

    /** Cuts a long ray into pieces, because Bullet's error grows with the length of a ray. */
    @Override
    public void ray(
            double x, double y, double z, double dx, double dy, double dz, double length, HitCollector collector) {
        double begin = 0;
        slotless.clear();
        for (double piece = FIRST_PIECE; begin < length; piece = 3 * begin) {
            double from = begin - OVERLAP;
            double span = Math.min(length - begin, piece) + 2 * OVERLAP;
            place.set(x + from * dx, y + from * dy, z + from * dz);
            end.set(x + (from + span) * dx, y + (from + span) * dy, z + (from + span) * dz);
            try {
                space.rayTestDp(place, end, results);
                for (int i = 0; i < results.size(); i++) {
                    PhysicsRayTestResult hit = results.get(i);
                    PhysicsCollisionObject body = hit.getCollisionObject();
                    double distance = from + hit.getHitFraction() * span;
                    // Bullet's place of a ray that grazes a body may be far before the body.
                    double at = Math.max(Math.max(distance, entry(body, x, y, z, dx, dy, dz)), Double.MIN_NORMAL);
                    int slot = world.slot(body);
                    if (distance > -NEAR
                            && distance <= exit
                            && at <= length
                            && (slot != State.NO_SLOT || isNew(body))) {
                        // In world coordinates, despite its name.
                        hit.getHitNormalLocal(vector);
                        collector.hit(slot, part(body, hit), at, vector.x, vector.y, vector.z);
                    }
                }
            } finally {
                results.clear();
            }
            begin += piece;
        }
    }

    /** Returns where a ray enters the bounds of a body; NaN if it passes them. */
    private double entry(PhysicsCollisionObject body, double x, double y, double z, double dx, double dy, double dz) {
        body.boundingBox(bounds);
        bounds.getCenter(centre);
        entry = Double.NEGATIVE_INFINITY;
        exit = Double.POSITIVE_INFINITY;
        clip(centre.x, bounds.getXExtent(), x, dx);
        clip(centre.y, bounds.getYExtent(), y, dy);
        clip(centre.z, bounds.getZExtent(), z, dz);
        return entry <= exit ? entry : Double.NaN;
    }

    private void clip(double middle, double half, double from, double along) {
        // Bounds are floats.
        double reach = half + 2 * NEAR + 1e-6 * Math.abs(middle);
        double a = (middle - reach - from) / along;
        double b = (middle + reach - from) / along;
        entry = Math.max(entry, Math.min(a, b));
        exit = Math.min(exit, Math.max(a, b));
    }

    /** Whether a body without a slot is hit for the first time. A plane is two triangles, which both may be hit. */
    private boolean isNew(PhysicsCollisionObject body) {
        return !slotless.contains(body) && slotless.add(body);
    }

    /** Returns the child of a compound shape, unless Bullet reports a triangle of the child instead. */
    private static int part(PhysicsCollisionObject body, PhysicsRayTestResult hit) {
        if (!(body.getCollisionShape() instanceof CompoundCollisionShape)) {
            return 0;
        }
        return hit.partIndex() < 0 ? hit.triangleIndex() : -1;
    }

    @Override
    public void sphere(double x, double y, double z, double radius, HitCollector collector) {
        sphere.setScale(vector.set(size(radius), size(radius), size(radius)));
        find(ball, x, y, z, collector);
    }

    @Override
    public void box(double x, double y, double z, double halfX, double halfY, double halfZ, HitCollector collector) {
        box.setScale(vector.set(size(halfX), size(halfY), size(halfZ)));
        find(block, x, y, z, collector);
    }

    private void find(PhysicsGhostObject probe, double x, double y, double z, HitCollector collector) {
        place.set(x, y, z);
        probe.setPhysicsLocationDp(place);
        try {
            space.contactTest(probe, this);
            for (int i = 0; i < found.size(); i++) {
                found.get(i).getPhysicsLocationDp(place);
                collector.overlap(world.slot(found.get(i)), place.x, place.y, place.z);
            }
        } finally {
            found.clear();
        }
    }

    /**
     * Called for each point where the probe touches a body. Only notes the body: a filter that removes one from the
     * space would end the process while Bullet walks through them.
     */
    @Override
    public void collision(PhysicsCollisionEvent event) {
        PhysicsCollisionObject a = event.getObjectA();
        found.add(a == ball || a == block ? event.getObjectB() : a);
    }

    private static float size(double half) {
        return (float) Math.max(half, SHORTEST);
    }
}
