package io.github.freestep.benchmarks.hosts.jme;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.jme3.bullet.collision.shapes.BoxCollisionShape;
import com.jme3.bullet.collision.shapes.PlaneCollisionShape;
import com.jme3.bullet.objects.PhysicsRigidBody;
import com.jme3.math.Plane;
import com.jme3.math.Vector3f;
import io.github.freestep.physics.InlineStepper;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.physics.bullet.BulletSimulation;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StateReader;
import io.github.freestep.testing.OtherProcess;
import org.junit.jupiter.api.Test;

/** Tests that Bullet runs with the vectors of jMonkeyEngine, if that is first on the class path. */
class BulletBesideJmeTest {
    @Test
    void aBoxOfBulletFallsInAProgramWithJmonkeyengine() throws Exception {
        assertEquals("jme3-core true 0.5", OtherProcess.run(Falls.class));
    }

    static final class Falls {
        private Falls() {}

        public static void main(String[] args) {
            BulletSimulation world = BulletSimulation.of(StateLayout.of(1), in -> {
                PlaneCollisionShape ground = new PlaneCollisionShape(new Plane(Vector3f.UNIT_Y, 0));
                in.space().addCollisionObject(new PhysicsRigidBody(ground, 0));
                PhysicsRigidBody box = new PhysicsRigidBody(new BoxCollisionShape(0.5f), 1);
                box.setPhysicsLocation(new Vector3f(0, 3, 0));
                in.add(box);
            });
            String jar = Vector3f.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .getPath();
            try (InlineStepper stepper = PhysicsService.builder(world).inline();
                    StateReader reader = stepper.states().reader()) {
                for (int i = 0; i < 300; i++) {
                    stepper.advanceTick();
                }
                boolean isNew = reader.acquire();
                float height = Math.round(reader.state(0).y()[0] * 100) / 100f;
                System.out.print((jar.contains("jme3-core") ? "jme3-core " : jar) + isNew + " " + height);
            }
        }
    }
}
