package io.github.freestep.benchmarks.careless;

import com.badlogic.gdx.physics.box2d.BodyDef;
import com.badlogic.gdx.physics.box2d.CircleShape;
import com.github.stephengold.joltjni.BodyCreationSettings;
import com.github.stephengold.joltjni.BoxShape;
import com.github.stephengold.joltjni.Quat;
import com.github.stephengold.joltjni.RVec3;
import com.github.stephengold.joltjni.enumerate.EMotionType;
import com.jme3.bullet.collision.shapes.SphereCollisionShape;
import com.jme3.bullet.objects.PhysicsRigidBody;
import io.github.freestep.physics.InlineStepper;
import io.github.freestep.physics.Tick;
import io.github.freestep.physics.box2d.Box2dSimulation;
import io.github.freestep.physics.bullet.BulletSimulation;
import io.github.freestep.physics.dyn4j.Dyn4jSimulation;
import io.github.freestep.physics.engine.EngineQueries;
import io.github.freestep.physics.engine.EngineSimulation;
import io.github.freestep.physics.engine.HitCollector;
import io.github.freestep.physics.engine.SavableEngineSimulation;
import io.github.freestep.physics.engine.SavedBytes;
import io.github.freestep.physics.engine.SavedNumbers;
import io.github.freestep.physics.engine.Touches;
import io.github.freestep.physics.jolt.JoltSimulation;
import io.github.freestep.physics.physx.PhysxSimulation;
import io.github.freestep.state.Hits;
import java.io.ByteArrayInputStream;
import java.io.DataInput;
import java.io.DataInputStream;
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

/** Provides worlds of all engines with two bodies in them, and a body that is in no world. */
final class EngineStages {
    private EngineStages() {}

    static void addTo(Stages stages) {
        Stages.Stage flat = use -> stepped(EngineStages::flat, use, world -> box());
        stages.add(EngineSimulation.class, flat);
        stages.add(SavedBytes.class, use -> use.on(new SavedBytes(), zeros()));
        stages.add(SavedNumbers.class, use -> use.on(null, zeros()));
        stages.add(SavableEngineSimulation.class, flat);
        stages.add(HitCollector.class, use -> {
            Rays world = new Rays(use, false);
            try (InlineStepper stepper = Stages.builder(world).inline()) {
                stepper.advanceTick();
                world.ray(0, 0, 0, 0, -1, 0, 9, slot -> true, new Hits(4));
            }
        });
        stages.add(Touches.class, use -> {
            try (InlineStepper stepper = Stages.builder(new Rays(use, true)).inline()) {
                stepper.advanceTick();
            }
        });
        stages.add(Dyn4jSimulation.class, flat);
        stages.add(PhysxSimulation.class, use -> stepped(EngineStages::solid, use, EngineStages::box));
        stages.add(BulletSimulation.class, use -> stepped(EngineStages::balls, use, world -> ball()));
        stages.add(Box2dSimulation.class, use -> stepped(EngineStages::discs, use, EngineStages::disc));
        stages.add(JoltSimulation.class, use -> stepped(EngineStages::cubes, use, EngineStages::cube));
        stages.add(JoltSimulation.Builder.class, use -> {
            JoltSimulation.Builder options = JoltSimulation.builder(Stages.World.LAYOUT, world -> {});
            use.on(options);
            options.build();
        });
    }

    private static DataInput zeros() {
        return new DataInputStream(new ByteArrayInputStream(new byte[8]));
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
                        use.on(
                                world,
                                unused,
                                c,
                                c.bodies(),
                                Stages.aTick(),
                                Stages.aState(),
                                Stages.World.class,
                                new Hits(4));
                    })
                    .join();
            stepper.advance(Stages.TICK);
        }
    }

    private static BulletSimulation balls() {
        return BulletSimulation.of(Stages.World.LAYOUT, world -> {
            world.add(ball());
            world.add(ball());
        });
    }

    private static PhysicsRigidBody ball() {
        return new PhysicsRigidBody(new SphereCollisionShape(0.5f), 1);
    }

    private static Box2dSimulation discs() {
        return Box2dSimulation.of(Stages.World.LAYOUT, world -> {
            world.add(disc(world));
            world.add(disc(world));
        });
    }

    private static com.badlogic.gdx.physics.box2d.Body disc(Box2dSimulation world) {
        BodyDef at = new BodyDef();
        at.type = BodyDef.BodyType.DynamicBody;
        com.badlogic.gdx.physics.box2d.Body disc = world.world().createBody(at);
        CircleShape circle = new CircleShape();
        circle.setRadius(0.5f);
        disc.createFixture(circle, 1);
        circle.dispose();
        return disc;
    }

    private static JoltSimulation cubes() {
        return JoltSimulation.of(Stages.World.LAYOUT, world -> {
            world.add(cube(world));
            world.add(cube(world));
        });
    }

    private static com.github.stephengold.joltjni.Body cube(JoltSimulation world) {
        BodyCreationSettings settings =
                new BodyCreationSettings(new BoxShape(0.5f), new RVec3(0, 0, 0), new Quat(), EMotionType.Dynamic, 0);
        com.github.stephengold.joltjni.Body cube = world.bodies().createBody(settings);
        settings.close();
        return cube;
    }

    /** An engine with two bodies that passes on its touches in a step, or its collector of hits in a query. */
    private static final class Rays extends EngineSimulation<Object> {
        private final Stages.Use use;
        private final boolean inStep;

        Rays(Stages.Use use, boolean inStep) {
            super(
                    Stages.World.LAYOUT,
                    world -> {
                        world.add(new Object());
                        world.add(new Object());
                    },
                    Rays.class);
            this.use = use;
            this.inStep = inStep;
        }

        @Override
        protected EngineQueries openQueries() {
            return new EngineQueries() {
                @Override
                public void ray(
                        double x,
                        double y,
                        double z,
                        double dx,
                        double dy,
                        double dz,
                        double length,
                        HitCollector into) {
                    use.on(into);
                }

                @Override
                public void sphere(double x, double y, double z, double radius, HitCollector into) {}

                @Override
                public void box(
                        double x, double y, double z, double halfX, double halfY, double halfZ, HitCollector into) {}
            };
        }

        @Override
        protected void open() {}

        @Override
        protected void insert(Object body) {}

        @Override
        protected void delete(Object body) {}

        @Override
        protected void simulate(Tick tick) {
            if (inStep) {
                use.on(touches());
            }
        }

        @Override
        protected boolean asleep(Object body) {
            return false;
        }

        @Override
        protected void read(int slot, Object body) {
            pose(slot, 0, 0, 0, 0, 0, 0, 1);
        }

        @Override
        protected void release() {}
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
