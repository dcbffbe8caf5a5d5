package io.github.freestep.physics.bullet;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.jme3.bullet.collision.PhysicsSweepTestResult;
import com.jme3.bullet.collision.shapes.BoxCollisionShape;
import com.jme3.bullet.collision.shapes.SphereCollisionShape;
import com.jme3.bullet.objects.PhysicsRigidBody;
import com.jme3.math.Transform;
import com.jme3.math.Vector3f;
import io.github.freestep.physics.InlineStepper;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.physics.engines.EngineRig;
import io.github.freestep.state.StateLayout;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Runs the code of the page of this module. */
class FirstWorldTest extends EngineRig {
    @Test
    void aServiceRunsIt() {
        BulletSimulation world = BulletSimulation.of(StateLayout.of(10), in -> {
            BoxCollisionShape floor = new BoxCollisionShape(50, 0.5f, 50);
            in.space().addCollisionObject(new PhysicsRigidBody(floor, 0)); // never moves
            PhysicsRigidBody ball = new PhysicsRigidBody(new SphereCollisionShape(0.5f), 1);
            ball.setPhysicsLocation(new Vector3f(0, 5, 0));
            in.add(ball); // falls with 9.81 m/s^2
        });
        PhysicsService physics = PhysicsService.builder(world).start();
        physics.close();
        InlineStepper stepper = stepper(world);
        advance(stepper, 300);
        assertEquals(1, world.body(0).getPhysicsLocation(null).y, 0.05);
    }

    @Test
    void aBallFallsThroughOneOfAnotherGroupThatIsSwept() {
        BulletSimulation world = BulletSimulation.of(StateLayout.of(2), in -> {
            in.add(new PhysicsRigidBody(new SphereCollisionShape(1), 0));
            PhysicsRigidBody ball = new PhysicsRigidBody(new SphereCollisionShape(1), 1);
            ball.setPhysicsLocation(new Vector3f(0, -0.5f, 0));
            ball.setCollisionGroup(PhysicsRigidBody.COLLISION_GROUP_02);
            ball.setCollideWithGroups(PhysicsRigidBody.COLLISION_GROUP_02);
            in.add(ball);
        });
        InlineStepper stepper = stepper(world);
        advance(stepper, 20);
        assertEquals(-0.7, world.body(1).getPhysicsLocation(null).y, 0.05);
        Transform start = new Transform().setTranslation(new Vector3f(0, 9, 0));
        Transform end = new Transform().setTranslation(new Vector3f(0, 1.5f, 0));
        List<PhysicsSweepTestResult> hits = new ArrayList<>(); // in any order
        stepper.submit(c -> world.space().sweepTest(new SphereCollisionShape(1), start, end, hits, 0))
                .join();
        assertEquals(7, 7.5f * hits.get(0).getHitFraction(), 0.01);
    }
}
