package io.github.freestep.physics.dyn4j;

import io.github.freestep.physics.engine.EngineQueries;
import io.github.freestep.physics.engine.HitCollector;
import java.util.Iterator;
import org.dyn4j.collision.narrowphase.Raycast;
import org.dyn4j.dynamics.Body;
import org.dyn4j.dynamics.BodyFixture;
import org.dyn4j.geometry.Convex;
import org.dyn4j.geometry.Geometry;
import org.dyn4j.geometry.Ray;
import org.dyn4j.geometry.Transform;
import org.dyn4j.geometry.Vector2;
import org.dyn4j.world.World;
import org.dyn4j.world.result.DetectResult;
import org.dyn4j.world.result.RaycastResult;

/** Runs rays and overlaps in a world. For the physics thread; allocates, as dyn4j does. */
final class Dyn4jQueries implements EngineQueries {
    private final Dyn4jSimulation world;
    private final World<Body> queried;

    Dyn4jQueries(Dyn4jSimulation world, World<Body> queried) {
        this.world = world;
        this.queried = queried;
    }

    @Override
    public void ray(double x, double y, double z, double dx, double dy, double dz, double length, HitCollector into) {
        // The part of the direction that is in the plane.
        double flat = Math.sqrt(dx * dx + dy * dy);
        double reach = length * flat;
        // For dyn4j, a length of 0 means an endless ray.
        if (reach == 0) {
            return;
        }
        Ray ray = new Ray(new Vector2(x, y), new Vector2(dx / flat, dy / flat));
        Iterator<RaycastResult<Body, BodyFixture>> hits = queried.raycastIterator(ray, reach, null);
        while (hits.hasNext()) {
            RaycastResult<Body, BodyFixture> hit = hits.next();
            Raycast at = hit.getRaycast();
            Vector2 normal = at.getNormal();
            into.hit(world.slot(hit.getBody()), at.getDistance() / flat, (float) normal.x, (float) normal.y, 0);
        }
    }

    @Override
    public void sphere(double x, double y, double z, double radius, HitCollector into) {
        find(Geometry.createCircle(radius), x, y, into);
    }

    @Override
    public void box(double x, double y, double z, double halfX, double halfY, double halfZ, HitCollector into) {
        find(Geometry.createRectangle(2 * halfX, 2 * halfY), x, y, into);
    }

    private void find(Convex shape, double x, double y, HitCollector into) {
        Transform place = new Transform();
        place.translate(x, y);
        // Does not use dyn4j's own query for a shape: in 6.0.0, it returns a wrong body for each body that is near and
        // does not overlap.
        Iterator<DetectResult<Body, BodyFixture>> near = queried.detectIterator(shape.createAABB(place), null);
        while (near.hasNext()) {
            DetectResult<Body, BodyFixture> item = near.next();
            Body body = item.getBody();
            Transform pose = body.getTransform();
            Convex other = item.getFixture().getShape();
            if (queried.getNarrowphaseDetector().detect(other, pose, shape, place)) {
                into.overlap(world.slot(body), pose.getTranslationX(), pose.getTranslationY(), 0);
            }
        }
    }
}
