package io.github.freestep.physics.bullet;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.jme3.bullet.collision.shapes.SphereCollisionShape;
import com.jme3.bullet.objects.PhysicsRigidBody;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.state.Hits;
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
        Hits hits = new Hits(1);
        physics.submit(c -> world.ray(0, 9, 0, 0, -1, 0, 1_000, slot -> true, hits))
                .join();
        try (physics) {
            assertEquals(0, hits.slot(0));
        }
    }
}
