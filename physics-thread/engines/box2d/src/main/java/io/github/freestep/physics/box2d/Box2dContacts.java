package io.github.freestep.physics.box2d;

import com.badlogic.gdx.math.Vector2;
import com.badlogic.gdx.physics.box2d.Contact;
import com.badlogic.gdx.physics.box2d.ContactImpulse;
import com.badlogic.gdx.physics.box2d.ContactListener;
import com.badlogic.gdx.physics.box2d.Fixture;
import com.badlogic.gdx.physics.box2d.Manifold;
import com.badlogic.gdx.physics.box2d.World;
import com.badlogic.gdx.physics.box2d.WorldManifold;
import io.github.freestep.physics.engines.Touches;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reports pairs of fixtures that begin or end to touch. Box2D reports a pair before its solver has run, so the pair
 * waits here until the solver has run. Called by the thread that steps; allocates nothing once warm.
 */
final class Box2dContacts implements ContactListener {
    /** Box2D has no getter of its listener. */
    private static final VarHandle LISTENER = listener();

    private final Box2dSimulation world;
    private final Touches touches;

    /** The listener of the scene. */
    private @Nullable ContactListener next;

    /** The pairs that have begun to touch and were not solved yet: fixture A, then fixture B. */
    private final List<Fixture> found = new ArrayList<>();

    private Box2dContacts(Box2dSimulation world, Touches touches) {
        this.world = world;
        this.touches = touches;
    }

    private static VarHandle listener() {
        try {
            return MethodHandles.privateLookupIn(World.class, MethodHandles.lookup())
                    .findVarHandle(World.class, "contactListener", ContactListener.class);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("World of libGDX must have the field contactListener; use 1.14.2", e);
        }
    }

    /**
     * Returns what listens to a world while somebody reads contacts, and takes the place of a listener that the scene
     * has set since. It is in this class, because otherwise Box2dSimulation could not be loaded, nor name the version,
     * where ContactListener is missing.
     */
    static Runnable of(World box2d, Box2dSimulation world, Touches touches) {
        Box2dContacts contacts = new Box2dContacts(world, touches);
        return () -> contacts.chain(box2d);
    }

    /**
     * Passes callbacks on to the listener that the scene has set, and takes its place. While nobody reads contacts,
     * gives its place back.
     */
    private void chain(World box2d) {
        ContactListener set = (ContactListener) LISTENER.get(box2d);
        if (set != this) {
            next = set;
        }
        ContactListener wanted = touches.areRead() ? this : next;
        if (wanted != set) {
            found.clear();
            box2d.setContactListener(wanted);
        }
    }

    @Override
    public void beginContact(Contact contact) {
        Fixture a = contact.getFixtureA();
        Fixture b = contact.getFixtureB();
        if (a.isSensor()) {
            enters(slot(a), slot(b));
        } else if (b.isSensor()) {
            enters(slot(b), slot(a));
        } else {
            found.add(a);
            found.add(b);
        }
        if (next != null) {
            next.beginContact(contact);
        }
    }

    private void enters(int sensor, int visitor) {
        touches.sensorBegin(sensor, visitor, Double.NaN, Double.NaN, Double.NaN);
    }

    private int slot(Fixture fixture) {
        return world.slot(fixture.getBody());
    }

    @Override
    public void endContact(Contact contact) {
        Fixture a = contact.getFixtureA();
        Fixture b = contact.getFixtureB();
        if (!take(a, b)) {
            touches.end(slot(a), a.isSensor(), slot(b), b.isSensor());
        }
        if (next != null) {
            next.endContact(contact);
        }
    }

    @Override
    public void preSolve(Contact contact, Manifold before) {
        if (next != null) {
            next.preSolve(contact, before);
        }
    }

    @Override
    public void postSolve(Contact contact, ContactImpulse impulse) {
        if (!found.isEmpty()) {
            begin(contact, impulse);
        }
        if (next != null) {
            next.postSolve(contact, impulse);
        }
    }

    private void begin(Contact contact, ContactImpulse impulse) {
        Fixture a = contact.getFixtureA();
        Fixture b = contact.getFixtureB();
        if (take(a, b)) {
            WorldManifold points = contact.getWorldManifold();
            float[] impulses = impulse.getNormalImpulses();
            float sum = 0;
            for (int i = 0; i < impulse.getCount(); i++) {
                sum += impulses[i];
            }
            Vector2 point = points.getPoints()[0];
            Vector2 normal = points.getNormal();
            // Box2D's normal points from A to B.
            touches.contactBegin(slot(a), slot(b), point.x, point.y, 0, -normal.x, -normal.y, 0, sum);
        }
    }

    /** Removes a pair from those that were found. Returns whether it was among them. */
    private boolean take(Fixture a, Fixture b) {
        for (int i = 0; i < found.size(); i += 2) {
            if (found.get(i) == a && found.get(i + 1) == b) {
                found.remove(i + 1);
                found.remove(i);
                return true;
            }
        }
        return false;
    }
}
