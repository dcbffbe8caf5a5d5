package io.github.freestep.physics.bullet;

import static org.junit.jupiter.api.Assertions.assertTrue;

import com.jme3.bullet.collision.shapes.SphereCollisionShape;
import com.jme3.bullet.objects.PhysicsRigidBody;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.state.StateLayout;
import org.junit.jupiter.api.Test;

/** Runs the code of the page of this module. */
class FirstWorldTest {
    @Test
    void aServiceRunsIt() {
        BulletSimulation world = BulletSimulation.of(StateLayout.of(10), in -> {
            SphereCollisionShape shape = new SphereCollisionShape(0.5f);
            in.add(new PhysicsRigidBody(shape, 1));
        });
        PhysicsService physics = PhysicsService.builder(world).start();
        try (physics) {
            assertTrue(physics.call(c -> c.bodies().isAlive(0)).join());
        }
    }
}
