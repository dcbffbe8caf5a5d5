package io.github.freestep.physics.dyn4j;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.freestep.physics.PhysicsService;
import io.github.freestep.state.Hits;
import io.github.freestep.state.StateLayout;
import org.dyn4j.dynamics.Body;
import org.dyn4j.geometry.Geometry;
import org.dyn4j.geometry.MassType;
import org.junit.jupiter.api.Test;

/** Runs the code of the page of this module. */
class FirstWorldTest {
    @Test
    void aServiceRunsIt() {
        Dyn4jSimulation world = Dyn4jSimulation.of(StateLayout.of(10), in -> {
            Body box = new Body();
            box.addFixture(Geometry.createSquare(1));
            box.setMass(MassType.NORMAL);
            in.add(box);
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
