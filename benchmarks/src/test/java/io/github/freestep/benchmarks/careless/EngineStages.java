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
        Stages.Stage flat = use -> stepped(Flat::new, use, Flat::box);
        stages.add(EngineSimulation.class, flat);
        stages.add(Dyn4jSimulation.class, flat);
        stages.add(PhysxSimulation.class, use -> stepped(Solid::new, use, Solid::box));
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
                        use.on(world, unused, c, c.bodies(), Stages.aTick(), Stages.aState());
                    })
                    .join();
            stepper.advance(Stages.TICK);
        }
    }

    private static final class Flat extends Dyn4jSimulation {
        Flat() {
            super(Stages.World.LAYOUT);
        }

        @Override
        protected void build() {
            add(box());
            add(box());
        }

        Body box() {
            Body box = new Body();
            box.addFixture(Geometry.createSquare(1));
            box.setMass(MassType.NORMAL);
            return box;
        }
    }

    private static final class Solid extends PhysxSimulation {
        private PxMaterial material;

        Solid() {
            super(Stages.World.LAYOUT);
        }

        @Override
        protected void build() {
            material = own(physics().createMaterial(0.5f, 0.5f, 0.1f));
            add(box());
            add(box());
        }

        PxRigidDynamic box() {
            PxTransform pose = new PxTransform(PxIDENTITYEnum.PxIdentity);
            PxRigidDynamic box = physics().createRigidDynamic(pose);
            pose.destroy();
            PxBoxGeometry geometry = new PxBoxGeometry(0.5f, 0.5f, 0.5f);
            PxShape shape = physics().createShape(geometry, material, true);
            box.attachShape(shape);
            shape.release();
            geometry.destroy();
            PxRigidBodyExt.setMassAndUpdateInertia(box, 1);
            return box;
        }
    }
}
