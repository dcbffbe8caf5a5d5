package io.github.freestep.physics.physx;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.freestep.physics.contract.EngineContract;
import io.github.freestep.physics.engines.EngineScene;
import io.github.freestep.physics.engines.EngineSimulation;
import io.github.freestep.state.StateLayout;
import io.github.freestep.testing.OtherProcess;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import physx.common.PxQuat;
import physx.common.PxTransform;
import physx.common.PxVec3;
import physx.geometry.PxBoxGeometry;
import physx.physics.PxRigidBodyFlagEnum;
import physx.physics.PxRigidDynamic;
import physx.physics.PxShape;
import physx.physics.PxShapeFlagEnum;
import physx.support.SupportFunctions;

class PhysxContractTest extends EngineContract<PxRigidDynamic> {
    @Override
    protected String engine() {
        return "PhysX";
    }

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
    protected PxRigidDynamic turned(EngineSimulation<PxRigidDynamic> world, float x, float y, float angle) {
        PxRigidDynamic body = body(world, x, y);
        PxTransform pose = BoxWorld.at(x, y, 0);
        PxQuat turn = new PxQuat(0, 0, (float) Math.sin(angle / 2), (float) Math.cos(angle / 2));
        pose.setQ(turn);
        body.setGlobalPose(pose);
        turn.destroy();
        pose.destroy();
        return body;
    }

    @Override
    protected PxRigidDynamic pair(EngineSimulation<PxRigidDynamic> world, float x, float y) {
        PxRigidDynamic pair = body(world, x, y);
        BoxWorld.shape((PhysxSimulation) world, pair, 0.5f, 0.5f, 0.5f);
        for (int part = 0; part < 2; part++) {
            PxTransform pose = BoxWorld.at(part - 0.5f, 0, 0);
            SupportFunctions.PxActor_getShape(pair, part).setLocalPose(pose);
            pose.destroy();
        }
        return pair;
    }

    @Override
    protected void makeShape() {
        PhysxSimulation.load();
        new PxBoxGeometry(0.5f, 0.5f, 0.5f).destroy();
    }

    @Override
    protected String nativeLibraries() {
        return ".*natives-linux.*";
    }

    /** Only the second compiler removes the wrappers of native objects. */
    @Override
    protected long bytesPerStep() {
        return -1;
    }

    @Test
    void anUnknownPlatformIsNamed() throws Exception {
        assertEquals("2 Plan 9 vax", printed(OtherProcess.with("-Dos.name=Plan 9", "-Dos.arch=vax"), "open"));
    }
}
