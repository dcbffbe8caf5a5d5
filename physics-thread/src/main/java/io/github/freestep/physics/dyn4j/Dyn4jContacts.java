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
 * Reports pairs that begin to touch as events. dyn4j itself reports contact points, which may begin and end while a
 * pair keeps touching. It finds a contact at the end of one step and solves it in the next step, so the impulse is
 * known only then.
 */
final class Dyn4jContacts extends ContactListenerAdapter<Body> implements StepListener<Body> {
    private final Dyn4jSimulation world;
    private final List<ContactCollisionData<Body>> found = new ArrayList<>();

    /** The pair whose points dyn4j is reporting now, if the pair touched before or is already in {@link #found}. */
    private ContactCollisionData<Body> known;

    Dyn4jContacts(Dyn4jSimulation world) {
        this.world = world;
    }

    @Override
    public void begin(ContactCollisionData<Body> pair, Contact point) {
        ContactConstraint<Body> constraint = pair.getContactConstraint();
        // The constraint still holds those points of the last step that did not persist. If it holds none, and no point
        // has persisted, the pair did not touch before.
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
            report(found.get(i));
        }
        found.clear();
        // dyn4j detects contacts again at the end of this step. The pair may have parted by then.
        known = null;
    }

    @Override
    public void end(TimeStep step, PhysicsWorld<Body, ?> in) {}

    private void report(ContactCollisionData<Body> pair) {
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
