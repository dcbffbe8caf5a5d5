package io.github.freestep.benchmarks.careless;

import io.github.freestep.physics.InlineStepper;
import io.github.freestep.physics.dyn4j.Dyn4jSimulation;
import io.github.freestep.physics.engine.EngineSimulation;
import io.github.freestep.physics.physx.PhysxSimulation;
import java.util.function.Supplier;
import org.dyn4j.dynamics.Body;
import org.dyn4j.geometry.Geometry;
import org.dyn4j.geometry.MassType;
import physx.common.PxIDENTITYEnum;
import physx.common.PxTransform;
import physx.extensions.PxRigidBodyExt;
import physx.geometry.PxBoxGeometry;
import physx.physics.PxMaterial;
import physx.physics.PxRigidDynamic;
import physx.physics.PxShape;

/** Provides worlds of both engines with two bodies in them, and a body that is in no world. */
final class EngineStages {
    private EngineStages() {}

    static void addTo(Stages stages) {
        Stages.Stage flat = use -> stepped(EngineStages::flat, use, world -> box());
        stages.add(EngineSimulation.class, flat);
        stages.add(Dyn4jSimulation.class, flat);
        stages.add(PhysxSimulation.class, use -> stepped(EngineStages::solid, use, EngineStages::box));
    }

    private interface Making<W, B> {
        B body(W world);
    }

    private static <B, W extends EngineSimulation<B>> void stepped(
            Supplier<W> worlds, Stages.Use use, Making<W, B> making) throws Exception {
        W world = worlds.get();
        try (InlineStepper stepper = Stages.builder(world).inline()) {
            stepper.advance(Stages.TICK);
            stepper.submit(c -> {
                        B unused = making.body(world);
                        use.on(world, unused, c, c.bodies(), Stages.aTick(), Stages.aState(), Stages.World.class);
                    })
                    .join();
            stepper.advance(Stages.TICK);
        }
    }

    private static Dyn4jSimulation flat() {
        return Dyn4jSimulation.of(Stages.World.LAYOUT, world -> {
            world.add(box());
            world.add(box());
        });
    }

    private static Body box() {
        Body box = new Body();
        box.addFixture(Geometry.createSquare(1));
        box.setMass(MassType.NORMAL);
        return box;
    }

    private static PhysxSimulation solid() {
        return PhysxSimulation.of(Stages.World.LAYOUT, world -> {
            world.add(box(world));
            world.add(box(world));
        });
    }

    private static PxRigidDynamic box(PhysxSimulation world) {
        PxTransform pose = new PxTransform(PxIDENTITYEnum.PxIdentity);
        PxRigidDynamic box = world.physics().createRigidDynamic(pose);
        pose.destroy();
        PxBoxGeometry geometry = new PxBoxGeometry(0.5f, 0.5f, 0.5f);
        PxMaterial material = world.physics().createMaterial(0.5f, 0.5f, 0.1f);
        PxShape shape = world.physics().createShape(geometry, material, true);
        box.attachShape(shape);
        shape.release();
        material.release();
        geometry.destroy();
        PxRigidBodyExt.setMassAndUpdateInertia(box, 1);
        return box;
    }
}
