package io.github.freestep.benchmarks.readme;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.freestep.physics.PhysicsService;
import io.github.freestep.physics.dyn4j.Dyn4jSimulation;
import io.github.freestep.state.StateLayout;
import io.github.freestep.time.VirtualClock;
import java.util.concurrent.TimeUnit;
import org.dyn4j.dynamics.Body;
import org.dyn4j.geometry.Geometry;
import org.dyn4j.geometry.MassType;
import org.junit.jupiter.api.Test;

class RaysTest {
    @Test
    void aBatchOfRaysIsUsedAgain() throws Exception {
        Dyn4jSimulation world = Dyn4jSimulation.of(StateLayout.of(4), in -> {
            in.world().setGravity(0, 0);
            for (int i = 0; i < 4; i++) {
                Body box = new Body();
                box.addFixture(Geometry.createSquare(1));
                box.setMass(MassType.NORMAL);
                box.translate(10 * i, 2 * i);
                in.add(box);
            }
        });
        try (PhysicsService physics =
                PhysicsService.builder(world).clock(new VirtualClock(0)).start()) {
            Rays rays = new Rays(3);
            for (int round = 0; round < 2; round++) {
                for (int i = 0; i < 3; i++) {
                    rays.set(i, 10 * (i + round), 50, 0, 0, -1, 0);
                }
                physics.submit(rays).get(60, TimeUnit.SECONDS);
                for (int i = 0; i < 3; i++) {
                    assertEquals(i + round, rays.nearest(i).slot(0));
                    assertEquals(49.5 - 2 * (i + round), rays.nearest(i).distance(0), 1e-9);
                }
            }
        }
    }
}
