package io.github.freestep.physics.box2d;

import com.badlogic.gdx.math.Vector2;
import com.badlogic.gdx.physics.box2d.Body;
import com.badlogic.gdx.physics.box2d.Fixture;
import com.badlogic.gdx.physics.box2d.QueryCallback;
import com.badlogic.gdx.physics.box2d.RayCastCallback;
import com.badlogic.gdx.physics.box2d.World;
import io.github.freestep.physics.engines.EngineQueries;
import io.github.freestep.physics.engines.HitCollector;

/** Runs rays and overlaps in a world. For the physics thread; allocates only in the binding. */
final class Box2dQueries implements EngineQueries {
    private final Box2dSimulation world;
    private final World queried;
    private final ShapeOverlap overlap = new ShapeOverlap();

    /** Made once, because a method reference to this object allocates. */
    private final RayCastCallback onHit = this::hit;

    private final QueryCallback onNear = this::near;

    /** Receives what the current query finds. */
    private HitCollector into;

    private double reach;

    Box2dQueries(Box2dSimulation world, World queried) {
        this.world = world;
        this.queried = queried;
    }

    @Override
    public void ray(
            double x, double y, double z, double dx, double dy, double dz, double length, HitCollector collector) {
        reach = length;
        float toX = (float) (x + reach * dx);
        float toY = (float) (y + reach * dy);
        float alongX = toX - (float) x;
        float alongY = toY - (float) y;
        // Box2D ends the process if the square of a ray's length is 0 as a float.
        if (alongX * alongX + alongY * alongY > 0) {
            into = collector;
            queried.rayCast(onHit, (float) x, (float) y, toX, toY);
        }
    }

    private float hit(Fixture fixture, Vector2 point, Vector2 normal, float fraction) {
        int part = fixture.getBody().getFixtureList().indexOf(fixture, true);
        into.hit(world.slot(fixture.getBody()), part, fraction * reach, normal.x, normal.y, 0);
        return 1; // continues to the end of the ray
    }

    @Override
    public void sphere(double x, double y, double z, double radius, HitCollector collector) {
        overlap.disc((float) x, (float) y, (float) radius);
        find(x, y, radius, radius, collector);
    }

    @Override
    public void box(double x, double y, double z, double halfX, double halfY, double halfZ, HitCollector collector) {
        overlap.rectangle((float) x, (float) y, (float) halfX, (float) halfY);
        find(x, y, halfX, halfY, collector);
    }

    private void find(double x, double y, double halfX, double halfY, HitCollector collector) {
        into = collector;
        queried.QueryAABB(onNear, (float) (x - halfX), (float) (y - halfY), (float) (x + halfX), (float) (y + halfY));
    }

    /** Box2D finds fixtures whose bounds overlap, so this looks at their shapes. */
    private boolean near(Fixture fixture) {
        Body body = fixture.getBody();
        if (overlap.isWith(fixture.getShape(), body.getTransform())) {
            Vector2 place = body.getPosition();
            into.overlap(world.slot(body), place.x, place.y);
        }
        return true;
    }
}
