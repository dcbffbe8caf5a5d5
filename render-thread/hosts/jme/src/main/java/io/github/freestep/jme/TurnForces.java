package io.github.freestep.jme;

import com.jme3.bullet.PhysicsSpace;
import com.jme3.bullet.PhysicsTickListener;
import com.jme3.bullet.objects.PhysicsRigidBody;
import com.jme3.math.Vector3f;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/**
 * Gives each step between two turns of the game the forces of the last turn. Bullet clears all forces after each call,
 * which in Minie's own state is one for all steps of a frame, but here one for each step. So without this, a force that
 * a game applies in each frame would act in the first step after the frame alone, or several times in one step.
 *
 * <p>What tick listeners apply stays for the further steps, too, as in Minie. It is found by comparing totals before
 * and after the listeners, because the totals also have gravity.
 *
 * <p>Only for the thread that has the turn, except that any thread may add and remove listeners.
 */
final class TurnForces implements PhysicsTickListener {
    /** In the order in which Minie would call them. */
    final List<PhysicsTickListener> listeners = new CopyOnWriteArrayList<>();

    private final PhysicsSpace space;
    private final Map<PhysicsRigidBody, Totals> kept = new IdentityHashMap<>();

    /** The bodies of the step that runs, if it has listeners, and their totals before these were called. */
    private final List<PhysicsRigidBody> bodies = new ArrayList<>();

    private final List<Totals> before = new ArrayList<>();
    private final Totals now = new Totals();

    /** The gravity that acts on bodies while Bullet takes several steps at once, and what is done after each. */
    private final Map<PhysicsRigidBody, Vector3f> gravities = new IdentityHashMap<>();

    private @Nullable Runnable afterEach;

    /** Whether a step was taken since the game's last turn. */
    private boolean hasStepped;

    TurnForces(PhysicsSpace space) {
        this.space = space;
    }

    /** The game's turn begins. Forces of a turn that no step has followed are lost, as in a frame of Minie's own. */
    void turn() {
        if (!hasStepped) {
            space.getRigidBodyList().forEach(PhysicsRigidBody::clearForces);
        }
        hasStepped = false;
    }

    /** Lets Bullet take several steps at once, in which all forces stay. */
    void step(int steps, float seconds, Runnable after) {
        hasStepped = true;
        kept.clear(); // Bullet keeps the forces of this turn by itself.
        gravities.clear();
        for (PhysicsRigidBody body : space.getRigidBodyList()) {
            if (body.isDynamic()) {
                gravities.put(body, body.getGravity(null));
            }
        }
        afterEach = after;
        try {
            space.update((steps + 0.01f) * seconds, steps); // a little more, or rounding would leave out a step
        } finally {
            afterEach = null;
        }
        space.update(0, 0); // or motion states would stay behind
    }

    /** Bullet reads gravity once for all steps, so what a tick has set since then would wait for the next frame. */
    private void applyGravities() {
        for (Map.Entry<PhysicsRigidBody, Vector3f> each : gravities.entrySet()) {
            PhysicsRigidBody body = each.getKey();
            Vector3f gravity = body.getGravity(null);
            if (!gravity.equals(each.getValue()) && space.contains(body)) {
                body.applyCentralForce(gravity.subtract(each.getValue()).multLocal(body.getMass()));
                each.setValue(gravity);
            }
        }
    }

    void beforeStep() {
        if (hasStepped) {
            kept.forEach((body, totals) -> {
                if (space.contains(body)) {
                    totals.applyTo(body);
                }
            });
        } else {
            kept.clear();
            for (PhysicsRigidBody body : space.getRigidBodyList()) {
                if (body.isDynamic()) {
                    keep(body, now.read(body));
                }
            }
        }
        hasStepped = true;
    }

    private void keep(PhysicsRigidBody body, Totals added) {
        if (!added.areZero()) {
            kept.computeIfAbsent(body, unknown -> new Totals()).add(added);
        }
    }

    @Override
    public void prePhysicsTick(PhysicsSpace in, float seconds) {
        bodies.clear();
        if (afterEach != null) {
            applyGravities();
            listeners.forEach(each -> each.prePhysicsTick(in, seconds));
        } else if (!listeners.isEmpty()) {
            for (PhysicsRigidBody body : space.getRigidBodyList()) {
                if (body.isDynamic()) {
                    bodies.add(body);
                    if (before.size() < bodies.size()) {
                        before.add(new Totals());
                    }
                    before.get(bodies.size() - 1).read(body);
                }
            }
            listeners.forEach(each -> each.prePhysicsTick(in, seconds));
        }
    }

    @Override
    public void physicsTick(PhysicsSpace in, float seconds) {
        listeners.forEach(each -> each.physicsTick(in, seconds));
        for (int i = 0; i < bodies.size(); i++) {
            keep(bodies.get(i), now.read(bodies.get(i)).subtract(before.get(i)));
        }
        bodies.clear();
        if (afterEach != null) {
            afterEach.run();
        }
    }

    /** The force and the torque of a body. */
    private static final class Totals {
        private final Vector3f force = new Vector3f();
        private final Vector3f torque = new Vector3f();

        Totals read(PhysicsRigidBody body) {
            body.totalAppliedForce(force);
            body.totalAppliedTorque(torque);
            return this;
        }

        boolean areZero() {
            return force.equals(Vector3f.ZERO) && torque.equals(Vector3f.ZERO);
        }

        void add(Totals other) {
            force.addLocal(other.force);
            torque.addLocal(other.torque);
        }

        Totals subtract(Totals other) {
            force.subtractLocal(other.force);
            torque.subtractLocal(other.torque);
            return this;
        }

        /** Totals have the factors of the body already, with which Bullet multiplies what is applied. */
        void applyTo(PhysicsRigidBody body) {
            body.applyCentralForce(divide(force, body.getLinearFactor(null)));
            body.applyTorque(divide(torque, body.getAngularFactor(null)));
        }

        private static Vector3f divide(Vector3f total, Vector3f factor) {
            return new Vector3f(
                    factor.x == 0 ? 0 : total.x / factor.x,
                    factor.y == 0 ? 0 : total.y / factor.y,
                    factor.z == 0 ? 0 : total.z / factor.z);
        }
    }
}
