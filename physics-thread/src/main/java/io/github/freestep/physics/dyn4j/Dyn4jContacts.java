package io.github.freestep.physics.dyn4j;

import java.util.ArrayList;
import java.util.List;
import org.dyn4j.dynamics.Body;
import org.dyn4j.dynamics.TimeStep;
import org.dyn4j.dynamics.contact.Contact;
import org.dyn4j.dynamics.contact.ContactConstraint;
import org.dyn4j.dynamics.contact.SolvedContact;
import org.dyn4j.geometry.Vector2;
import org.dyn4j.world.ContactCollisionData;
import org.dyn4j.world.PhysicsWorld;
import org.dyn4j.world.listener.ContactListenerAdapter;
import org.dyn4j.world.listener.StepListener;

/**
 * Pairs that have come to touch, as the simulation's events. dyn4j tells of points that begin and end while a pair goes on
 * touching, and it finds a contact at the end of one step and solves it in the next, when there is an impulse to tell.
 */
final class Dyn4jContacts extends ContactListenerAdapter<Body> implements StepListener<Body> {
    private final Dyn4jSimulation world;
    private final List<ContactCollisionData<Body>> found = new ArrayList<>();

    /** The pair that dyn4j is at, if it has touched before, or was found already. */
    private ContactCollisionData<Body> known;

    Dyn4jContacts(Dyn4jSimulation world) {
        this.world = world;
    }

    @Override
    public void begin(ContactCollisionData<Body> pair, Contact point) {
        ContactConstraint<Body> constraint = pair.getContactConstraint();
        // Those points are left that it had before, less those that go on.
        if (pair != known && constraint.getContacts().isEmpty() && !constraint.isSensor()) {
            found.add(pair);
        }
        known = pair;
    }

    @Override
    public void persist(ContactCollisionData<Body> pair, Contact before, Contact now) {
        known = pair;
    }

    @Override
    public void destroyed(ContactCollisionData<Body> pair, Contact point) {
        found.remove(pair);
    }

    @Override
    public void begin(TimeStep step, PhysicsWorld<Body, ?> in) {}

    @Override
    public void updatePerformed(TimeStep step, PhysicsWorld<Body, ?> in) {}

    @Override
    public void postSolve(TimeStep step, PhysicsWorld<Body, ?> in) {
        for (int i = 0; i < found.size(); i++) {
            tell(found.get(i));
        }
        found.clear();
        // What has touched until now may have left when dyn4j looks again, at the end of the step.
        known = null;
    }

    @Override
    public void end(TimeStep step, PhysicsWorld<Body, ?> in) {}

    private void tell(ContactCollisionData<Body> pair) {
        List<? extends SolvedContact> points = pair.getContactConstraint().getContacts();
        if (points.isEmpty()) {
            return;
        }
        double impulse = 0;
        for (int i = 0; i < points.size(); i++) {
            impulse += points.get(i).getNormalImpulse();
        }
        Vector2 point = points.get(0).getPoint();
        Vector2 normal = pair.getContactConstraint().getNormal();
        int slotA = world.slot(pair.getBody1());
        int slotB = world.slot(pair.getBody2());
        world.touched(slotA, slotB, point.x, point.y, normal.x, normal.y, impulse);
    }
}
