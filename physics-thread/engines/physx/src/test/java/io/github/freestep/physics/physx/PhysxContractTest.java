package io.github.freestep.physics.physx;

import io.github.freestep.physics.contract.EngineContract;
import io.github.freestep.physics.engine.EngineScene;
import io.github.freestep.physics.engine.EngineSimulation;
import io.github.freestep.state.StateLayout;
import java.util.List;
import org.junit.jupiter.api.function.Executable;
import physx.common.PxTransform;
import physx.common.PxVec3;
import physx.physics.PxRigidBodyFlagEnum;
import physx.physics.PxRigidDynamic;
import physx.physics.PxShape;
import physx.physics.PxShapeFlagEnum;
import physx.support.SupportFunctions;

class PhysxContractTest extends EngineContract<PxRigidDynamic> {
    @Override
    protected EngineSimulation<PxRigidDynamic> world(
            StateLayout layout, EngineScene<EngineSimulation<PxRigidDynamic>> scene) {
        return PhysxSimulation.of(layout, scene);
    }

    @Override
    protected void floor(EngineSimulation<PxRigidDynamic> world) {
        BoxWorld.floor((PhysxSimulation) world);
    }

    @Override
    protected PxRigidDynamic body(EngineSimulation<PxRigidDynamic> world, float x, float y) {
        return BoxWorld.box((PhysxSimulation) world, x, y, 0);
    }

    @Override
    protected PxRigidDynamic sensor(EngineSimulation<PxRigidDynamic> world, float x, float y) {
        PxRigidDynamic sensor = body(world, x, y);
        PxShape shape = SupportFunctions.PxActor_getShape(sensor, 0);
        shape.setFlag(PxShapeFlagEnum.eSIMULATION_SHAPE, false);
        shape.setFlag(PxShapeFlagEnum.eTRIGGER_SHAPE, true);
        sensor.setRigidBodyFlag(PxRigidBodyFlagEnum.eKINEMATIC, true);
        return sensor;
    }

    @Override
    protected PxRigidDynamic kinematic(EngineSimulation<PxRigidDynamic> world, float x, float y) {
        PxRigidDynamic body = body(world, x, y);
        body.setRigidBodyFlag(PxRigidBodyFlagEnum.eKINEMATIC, true);
        return body;
    }

    @Override
    protected void steer(PxRigidDynamic body, float metresPerSecond) {
        PxVec3 at = body.getGlobalPose().getP();
        PxTransform target = BoxWorld.at(at.getX() + metresPerSecond * TICK_NANOS / 1e9f, at.getY(), at.getZ());
        body.setKinematicTarget(target);
        target.destroy();
    }

    @Override
    protected void push(PxRigidDynamic body, float vx, float vy) {
        PxVec3 velocity = new PxVec3(vx, vy, 0);
        body.setLinearVelocity(velocity);
        velocity.destroy();
    }

    @Override
    protected void place(PxRigidDynamic body, float x, float y) {
        PxTransform pose = BoxWorld.at(x, y, 0);
        body.setGlobalPose(pose);
        pose.destroy();
    }

    @Override
    protected boolean asleep(PxRigidDynamic body) {
        return body.isSleeping();
    }

    @Override
    protected List<Executable> accessors(EngineSimulation<PxRigidDynamic> world) {
        PhysxSimulation physx = (PhysxSimulation) world;
        return List.of(physx::physics, physx::scene, () -> physx.own(null));
    }

    @Override
    protected int live() {
        return PhysxRuntime.worlds();
    }
}
