package io.github.freestep.physics.physx;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.freestep.physics.InlineStepper;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.physics.engines.EngineRig;
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
import physx.physics.PxRigidStatic;
import physx.physics.PxSweepResult;
import physx.support.SupportFunctions;

/** Runs the code of the page of this module. */
class FirstWorldTest extends EngineRig {
    @Test
    void aServiceRunsIt() {
        PhysxSimulation world = PhysxSimulation.of(StateLayout.of(10), in -> {
            PxMaterial material = in.own(in.physics().createMaterial(0.5f, 0.5f, 0.1f));
            PxTransform at = new PxTransform(PxIDENTITYEnum.PxIdentity);
            PxRigidStatic floor = in.own(in.physics().createRigidStatic(at));
            PxBoxGeometry slab = new PxBoxGeometry(50, 0.5f, 50);
            floor.attachShape(in.own(in.physics().createShape(slab, material, true)));
            in.scene().addActor(floor);
            at.getP().setY(5);
            PxRigidDynamic body = in.physics().createRigidDynamic(at);
            PxBoxGeometry cube = new PxBoxGeometry(0.5f, 0.5f, 0.5f);
            body.attachShape(in.own(in.physics().createShape(cube, material, true)));
            in.add(body); // falls with 9.81 m/s^2
            slab.destroy();
            cube.destroy();
            at.destroy();
        });
        PhysicsService physics = PhysicsService.builder(world).start();
        physics.close();
        InlineStepper stepper = stepper(world);
        advance(stepper, 300);
        assertEquals(1, world.body(0).getGlobalPose().getP().getY(), 0.05);
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
