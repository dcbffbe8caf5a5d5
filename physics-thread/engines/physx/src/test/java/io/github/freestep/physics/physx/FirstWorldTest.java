package io.github.freestep.physics.physx;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.physics.PhysicsService;
import io.github.freestep.state.StateLayout;
import org.junit.jupiter.api.Test;
import physx.common.PxIDENTITYEnum;
import physx.common.PxTransform;
import physx.physics.PxRigidDynamic;

/** Runs the code of the page of this module. */
class FirstWorldTest {
    @Test
    void aServiceRunsIt() {
        PhysxSimulation world = PhysxSimulation.of(StateLayout.of(10), in -> {
            PxTransform at = new PxTransform(PxIDENTITYEnum.PxIdentity);
            PxRigidDynamic body = in.physics().createRigidDynamic(at);
            at.destroy();
            in.add(body);
        });
        PhysicsService physics = PhysicsService.builder(world).start();
        try (physics) {
            assertTrue(physics.call(c -> c.bodies().isAlive(0)).join());
        }
    }
}
