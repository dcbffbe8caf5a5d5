package io.github.freestep.physics.dyn4j;

import io.github.freestep.physics.engines.Touches;
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
 * Reports pairs of fixtures that begin or end to touch as events. dyn4j itself reports contact points, which may begin
 * and end while a pair keeps touching. It finds a contact at the end of one step and solves it in the next step, so the
 * impulse is known only then. Sensors are not solved, so a sensor is reported when it is found.
 */
final class Dyn4jContacts extends ContactListenerAdapter<Body> implements StepListener<Body> {
    private final Dyn4jSimulation world;
    private final Touches touches;

    /** The pairs to report once they are solved. */
    private final List<ContactCollisionData<Body>> found = new ArrayList<>();

    /**
     * The pair whose points dyn4j is reporting now, if it needs no further report: it touched before, or it has been
     * reported or noted. dyn4j reports new and persisting points of a pair before those that have ended.
     */
    private ContactCollisionData<Body> known;

    Dyn4jContacts(Dyn4jSimulation world, Touches touches) {
        this.world = world;
        this.touches = touches;
    }

    /** Forgets what was found and not reported, because nobody reads it. */
    void forget() {
        found.clear();
    }

    @Override
    public void begin(ContactCollisionData<Body> pair, Contact point) {
        ContactConstraint<Body> constraint = pair.getContactConstraint();
        // The constraint still holds those points of the last step that did not persist. If it holds none, and no point
        // has persisted, the pair did not touch before.
        if (pair != known && constraint.getContacts().isEmpty()) {
            if (constraint.isSensor()) {
                Vector2 at = point.getPoint();
                boolean first = pair.getFixture1().isSensor();
                touches.sensorBegin(slot(pair, first), slot(pair, !first), at.x, at.y, 0);
            } else {
                found.add(pair);
            }
        }
        known = pair;
    }

    /** Returns the slot of one of the bodies. */
    private int slot(ContactCollisionData<Body> pair, boolean first) {
        return world.slot(first ? pair.getBody1() : pair.getBody2());
    }

    @Override
    public void persist(ContactCollisionData<Body> pair, Contact before, Contact now) {
        known = pair;
    }

    @Override
    public void end(ContactCollisionData<Body> pair, Contact point) {
        if (pair != known) {
            ended(pair);
        }
        known = pair;
    }

    @Override
    public void destroyed(ContactCollisionData<Body> pair, Contact point) {
        end(pair, point);
    }

    private void ended(ContactCollisionData<Body> pair) {
        if (!found.remove(pair)) {
            touches.end(
                    slot(pair, true),
                    pair.getFixture1().isSensor(),
                    slot(pair, false),
                    pair.getContactConstraint().isSensor());
        }
    }

    @Override
    public void begin(TimeStep step, PhysicsWorld<Body, ?> in) {
        known = null;
    }

    @Override
    public void updatePerformed(TimeStep step, PhysicsWorld<Body, ?> in) {}

    @Override
    public void postSolve(TimeStep step, PhysicsWorld<Body, ?> in) {
        int disabled = 0;
        for (int i = 0; i < found.size(); i++) {
            ContactCollisionData<Body> pair = found.get(i);
            if (pair.getContactConstraint().isEnabled()) {
                report(pair);
            } else {
                // A listener of the scene lets the bodies pass through each other.
                found.set(disabled++, pair);
            }
        }
        found.subList(disabled, found.size()).clear();
        // dyn4j detects contacts again at the end of this step. The pair may have parted by then.
        known = null;
    }

    @Override
    public void end(TimeStep step, PhysicsWorld<Body, ?> in) {
        known = null;
    }

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
        touches.contactBegin(
                slot(pair, true), slot(pair, false), point.x, point.y, 0, (float) normal.x, (float) normal.y, 0, (float)
                        impulse);
    }
}
