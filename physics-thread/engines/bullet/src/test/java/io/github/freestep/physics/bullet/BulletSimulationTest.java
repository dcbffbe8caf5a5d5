package io.github.freestep.physics.bullet;

import static io.github.freestep.state.State.NO_SLOT;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.jme3.bullet.collision.PersistentManifolds;
import com.jme3.bullet.collision.shapes.BoxCollisionShape;
import com.jme3.bullet.collision.shapes.SphereCollisionShape;
import com.jme3.bullet.joints.Point2PointJoint;
import com.jme3.bullet.objects.PhysicsGhostObject;
import com.jme3.bullet.objects.PhysicsRigidBody;
import com.jme3.math.Vector3f;
import io.github.freestep.physics.EventReader;
import io.github.freestep.physics.InlineStepper;
import io.github.freestep.physics.PhysicsEvent.Kind;
import io.github.freestep.physics.engines.EngineRig;
import io.github.freestep.query.Hits;
import io.github.freestep.state.StateLayout;
import io.github.freestep.testing.Seeds;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;

class BulletSimulationTest extends EngineRig {

    /** Bullet finds a body by its bounds at the beginning of the step. */
    @Test
    void anOverlapMissesNoMoreOfABodyThanItWasPushedInTheLastTick() {
        BulletSimulation world = BulletSimulation.of(StateLayout.of(20), in -> {});
        InlineStepper stepper = stepper(world);
        world.space().setGravity(Vector3f.ZERO);
        Random random = Seeds.random(3);
        Vector3f[] before = new Vector3f[20];
        for (int i = 0; i < before.length; i++) {
            PhysicsRigidBody box = Solids.box(random.nextFloat() / 2, 5 + random.nextFloat() / 2);
            assertEquals(i, world.add(box));
            before[i] = box.getPhysicsLocation(null);
        }
        Hits hits = new Hits(1);
        for (int tick = 0; tick < 60; tick++) {
            stepper.advance(10_000_000);
            for (int i = 0; i < before.length; i++) {
                int slot = i;
                Vector3f now = world.body(i).getPhysicsLocation(null);
                Vector3f pushed = now.subtract(before[i]);
                Vector3f along = pushed.normalize();
                for (double out = 0; out < 0.49; out += 0.04) {
                    world.overlapSphere(
                            now.x + out * along.x,
                            now.y + out * along.y,
                            now.z + out * along.z,
                            0.005,
                            any -> any == slot,
                            hits);
                    double inside = 0.5 - out;
                    assertTrue(
                            hits.size() == 1 || inside <= pushed.length(),
                            "tick " + tick + ", pushed " + pushed.length() + ", missed " + inside);
                }
                before[i] = now;
            }
        }
    }

    @Test
    void aFilterOfAnOverlapMayChangeTheSpace() {
        BulletSimulation world = boxes();
        stepper(world);
        List<PhysicsRigidBody> walls = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            walls.add(Solids.box(i % 8, i / 8f));
        }
        walls.forEach(world.space()::addCollisionObject);
        Hits hits = new Hits(1_000);
        world.overlapSphere(
                4,
                2,
                0,
                9,
                slot -> {
                    walls.forEach(world.space()::removeCollisionObject);
                    walls.clear();
                    return slot == NO_SLOT;
                },
                hits);
        assertTrue(hits.size() > 40, () -> "" + hits);
    }

    @Test
    void aBodyThatSlidesJustAboveAnotherMakesNoContact() {
        BulletSimulation world = boxes();
        InlineStepper stepper = stepper(world);
        world.space().setGravity(Vector3f.ZERO);
        PhysicsRigidBody ball = new PhysicsRigidBody(new SphereCollisionShape(0.5f), 1);
        ball.setPhysicsLocation(new Vector3f(0, 0.505f, 0));
        int slot = world.add(ball);
        ball.setLinearVelocity(new Vector3f(1, 0, 0));
        assertEquals(List.of(), contacts(stepper, 50));
        assertEquals(
                1, PersistentManifolds.countPoints(world.space().listManifoldIds()[0]), "Bullet says that they touch");
        ball.setLinearVelocity(new Vector3f(0, -1, 0));
        assertEquals(List.of(slot + " " + NO_SLOT), contacts(stepper, 50));
    }

    @Test
    void removingABodyRemovesItsJoints() {
        BulletSimulation world = boxes(3, 5);
        InlineStepper stepper = stepper(world);
        PhysicsRigidBody kept = world.body(1);
        world.space()
                .addJoint(new Point2PointJoint(world.body(0), kept, new Vector3f(0, 1, 0), new Vector3f(0, -1, 0)));
        world.remove(0);
        assertEquals(0, world.space().countJoints());
        assertEquals(List.of("1 " + NO_SLOT), contacts(stepper, 200));
    }

    @Test
    void aStaticBodySleepsAfterARestoreAndAfterItsNeighbourWasRemoved() {
        BulletSimulation world = BulletSimulation.of(StateLayout.of(2), in -> {
            in.add(new PhysicsRigidBody(new BoxCollisionShape(0.5f), 0));
            in.add(Solids.box(0, 1));
        });
        InlineStepper stepper = stepper(world);
        advance(stepper, 400);
        restore(stepper, save(stepper));
        advance(stepper, 10);
        assertTrue(world.allAsleep(), "after a restore");
        world.remove(1);
        advance(stepper, 10);
        assertTrue(world.allAsleep(), "after a removal");
    }

    @Test
    void aGhostIsASensorWithoutASlot() {
        BulletSimulation world = boxes(5);
        InlineStepper stepper = stepper(world);
        PhysicsGhostObject ghost = new PhysicsGhostObject(new BoxCollisionShape(0.5f));
        ghost.setPhysicsLocation(new Vector3f(0, 2.5f, 0));
        world.space().addCollisionObject(ghost);
        EventReader events = stepper.events().with().open();
        List<String> seen = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            stepper.advanceTick();
            events.poll(event -> {
                if (event.kind() != Kind.TICK) {
                    seen.add(event.kind() + " " + event.slotA() + " " + event.slotB());
                }
            });
        }
        assertEquals(List.of("SENSOR_BEGIN -1 0", "SENSOR_END -1 0", "CONTACT_BEGIN 0 -1"), seen);
    }

    /** Most native libraries keep floats, in which 1e300 is infinite. */
    @Test
    void aSavedBodyWithANumberBeyondFloatsIsRefused() throws IOException {
        BulletSimulation world = boxes();
        PhysicsRigidBody box = Solids.box(1, 5);
        ByteArrayOutputStream saved = new ByteArrayOutputStream();
        world.save(box, new DataOutputStream(saved));
        for (int at = 0; at < saved.size(); at += Double.BYTES) {
            byte[] forged = saved.toByteArray();
            ByteBuffer.wrap(forged).putDouble(at, 1e300);
            assertThrows(IOException.class, () -> world.restore(box, in(forged)), "byte " + at);
        }
    }

    @Test
    void loggersKeepTheLevelThatTheUserHasSet() {
        Logger unset = Logger.getLogger("freestep.test.unset");
        Logger set = Logger.getLogger("freestep.test.set");
        Logger parent = Logger.getLogger("freestep.test.parent");
        Logger child = Logger.getLogger("freestep.test.parent.child");
        set.setLevel(Level.FINE);
        parent.setLevel(Level.INFO);
        BulletRuntime.quieten(Level.WARNING, unset, set, child);
        assertEquals(Level.WARNING, unset.getLevel());
        assertEquals(Level.FINE, set.getLevel());
        assertNull(child.getLevel());
    }

    /** Makes a world of boxes above each other, in slots from 0. */
    private static BulletSimulation boxes(float... heights) {
        return BulletSimulation.of(StateLayout.of(8), world -> {
            Solids.floor(world);
            for (float height : heights) {
                world.add(Solids.box(0, height));
            }
        });
    }
}
