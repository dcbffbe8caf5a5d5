package io.github.freestep.physics.bullet;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.jme3.bullet.collision.PhysicsSweepTestResult;
import com.jme3.bullet.collision.shapes.SphereCollisionShape;
import com.jme3.bullet.objects.PhysicsRigidBody;
import com.jme3.math.Transform;
import com.jme3.math.Vector3f;
import io.github.freestep.physics.InlineStepper;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.physics.engine.EngineRig;
import io.github.freestep.query.Hits;
import io.github.freestep.state.StateLayout;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Runs the code of the page of this module. */
class FirstWorldTest extends EngineRig {
    @Test
    void aServiceRunsIt() {
        BulletSimulation world = BulletSimulation.of(StateLayout.of(10), in -> {
            SphereCollisionShape shape = new SphereCollisionShape(0.5f);
            in.add(new PhysicsRigidBody(shape, 1));
        });
        PhysicsService physics = PhysicsService.builder(world).start();
        Hits hits = new Hits(1);
        physics.submit(c -> world.ray(0, 9, 0, 0, -1, 0, 1_000, slot -> true, hits))
                .join();
        try (physics) {
            assertEquals(0, hits.slot(0));
        }
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
