package io.github.freestep.physics.physx;

import io.github.freestep.physics.Tick;
import io.github.freestep.physics.contract.EngineContract;
import io.github.freestep.physics.engine.EngineSimulation;
import io.github.freestep.state.StateLayout;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.function.Executable;
import physx.common.PxTransform;
import physx.common.PxVec3;
import physx.physics.PxRigidDynamic;

class PhysxContractTest extends EngineContract<PxRigidDynamic> {
    @Override
    protected EngineSimulation<PxRigidDynamic> world(
            int capacity, Builder<PxRigidDynamic> builder, Consumer<Tick> beforeStep) {
        return new BoxWorld(StateLayout.of(capacity)) {
            @Override
            protected void fill() {
                builder.fill(this);
            }

            @Override
            protected void beforeStep(Tick tick) {
                beforeStep.accept(tick);
            }
        };
    }

    @Override
    protected PxRigidDynamic body(EngineSimulation<PxRigidDynamic> world, float x, float y) {
        return ((BoxWorld) world).box(x, y, 0);
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
