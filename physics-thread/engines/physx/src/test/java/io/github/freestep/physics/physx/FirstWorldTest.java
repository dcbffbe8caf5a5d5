package io.github.freestep.physics.physx;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.freestep.physics.PhysicsService;
import io.github.freestep.state.Hits;
import io.github.freestep.state.StateLayout;
import org.junit.jupiter.api.Test;
import physx.common.PxIDENTITYEnum;
import physx.common.PxTransform;
import physx.geometry.PxBoxGeometry;
import physx.physics.PxMaterial;
import physx.physics.PxRigidDynamic;

/** Runs the code of the page of this module. */
class FirstWorldTest {
    @Test
    void aServiceRunsIt() {
        PhysxSimulation world = PhysxSimulation.of(StateLayout.of(10), in -> {
            PxTransform at = new PxTransform(PxIDENTITYEnum.PxIdentity);
            PxRigidDynamic body = in.physics().createRigidDynamic(at);
            PxBoxGeometry cube = new PxBoxGeometry(0.5f, 0.5f, 0.5f);
            PxMaterial material = in.own(in.physics().createMaterial(0.5f, 0.5f, 0.1f));
            body.attachShape(in.own(in.physics().createShape(cube, material, true)));
            cube.destroy();
            at.destroy();
            in.add(body);
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
