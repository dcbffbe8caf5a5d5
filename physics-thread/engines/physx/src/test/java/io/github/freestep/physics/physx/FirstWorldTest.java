package io.github.freestep.physics.physx;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.freestep.physics.InlineStepper;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.physics.engine.EngineRig;
import io.github.freestep.query.Hits;
import io.github.freestep.state.StateLayout;
import org.junit.jupiter.api.Test;
import physx.common.PxIDENTITYEnum;
import physx.common.PxTransform;
import physx.common.PxVec3;
import physx.geometry.PxBoxGeometry;
import physx.geometry.PxSphereGeometry;
import physx.physics.PxFilterData;
import physx.physics.PxMaterial;
import physx.physics.PxRigidDynamic;
import physx.physics.PxSweepResult;
import physx.support.SupportFunctions;

/** Runs the code of the page of this module. */
class FirstWorldTest extends EngineRig {
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

    static float sweep(PhysxSimulation world) { // how far a ball falls, at most 20
        PxSphereGeometry ball = new PxSphereGeometry(1);
        PxTransform start = BoxWorld.at(0, 9, 0);
        PxVec3 down = new PxVec3(0, -1, 0);
        PxSweepResult hits = new PxSweepResult();
        float distance = 20;
        world.scene().sweep(ball, start, down, distance, hits);
        for (int i = 0; i < hits.getNbAnyHits(); i++) {
            distance = Math.min(distance, hits.getAnyHit(i).getDistance());
        }
        hits.destroy();
        down.destroy();
        start.destroy();
        ball.destroy();
        return distance;
    }

    @Test
    void aBoxFallsThroughOneOfAnotherGroupOntoTheFloorThatIsSwept() {
        PhysxSimulation world = BoxWorld.of(3, description -> {}, in -> {
            for (int i = 0; i < 3; i++) { // The upper two collide with each other, and all with the floor.
                PxRigidDynamic box = BoxWorld.box(in, 3, 1 + 2 * i, 0);
                PxFilterData groups = new PxFilterData(i == 0 ? 1 : 2, i == 0 ? 1 : 2, 0, 0);
                SupportFunctions.PxActor_getShape(box, 0).setSimulationFilterData(groups);
                groups.destroy();
                in.add(box);
            }
        });
        InlineStepper stepper = stepper(world);
        advance(stepper, 200);
        assertEquals(1.5, world.body(2).getGlobalPose().getP().getY(), 0.05);
        assertEquals(8, stepper.call(c -> sweep(world)).join(), 0.01);
    }
}
