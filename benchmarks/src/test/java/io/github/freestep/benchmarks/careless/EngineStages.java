package io.github.freestep.benchmarks.careless;

import io.github.freestep.benchmarks.scenes.Dyn4jWorld;
import io.github.freestep.benchmarks.scenes.JoltWorld;
import io.github.freestep.physics.InlineStepper;
import io.github.freestep.physics.Tick;
import io.github.freestep.physics.dyn4j.Dyn4jSimulation;
import io.github.freestep.physics.engines.EngineQueries;
import io.github.freestep.physics.engines.EngineSimulation;
import io.github.freestep.physics.engines.HitCollector;
import io.github.freestep.physics.engines.SavableEngineSimulation;
import io.github.freestep.physics.engines.SavedBytes;
import io.github.freestep.physics.engines.SavedNumbers;
import io.github.freestep.physics.engines.Touches;
import io.github.freestep.physics.jolt.JoltContact;
import io.github.freestep.physics.jolt.JoltSimulation;
import io.github.freestep.physics.physx.PhysxSimulation;
import io.github.freestep.query.Hits;
import java.io.ByteArrayInputStream;
import java.io.DataInput;
import java.io.DataInputStream;
import java.lang.reflect.Proxy;
import java.util.function.Function;
import java.util.function.Supplier;
import org.dyn4j.geometry.MassType;

/** Provides a world with two bodies and a body that is in no world, and what only the adapter of one engine has. */
final class EngineStages {
    private EngineStages() {}

    static void addTo(Stages stages) {
        Stages.Stage flat = use -> stepped(EngineStages::flat, use, world -> Dyn4jWorld.box(MassType.NORMAL, 0, 0));
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
        stages.add(
                PhysxSimulation.class,
                use -> stepped(
                        () -> PhysxSimulation.of(Stages.World.LAYOUT, world -> {}),
                        use,
                        world -> world.physics().createMaterial(0.5f, 0.5f, 0.1f)));
        stages.add(
                JoltSimulation.class,
                use -> stepped(
                        () -> JoltSimulation.of(Stages.World.LAYOUT, world -> {}),
                        use,
                        world -> JoltWorld.box(world, 0, 0, 0)));
        stages.add(JoltContact.class, EngineStages::contact);
        stages.add(JoltSimulation.Builder.class, use -> {
            JoltSimulation.Builder options = JoltSimulation.builder(Stages.World.LAYOUT, world -> {});
            use.on(options);
            options.build();
        });
    }

    /** Gives a user the first contact of two boxes. */
    private static void contact(Stages.Use use) {
        boolean[] isUsed = {false};
        JoltSimulation world = JoltSimulation.builder(Stages.World.LAYOUT, in -> {
                    in.add(JoltWorld.box(in, 0, 0, 0));
                    in.add(JoltWorld.box(in, 0, 0.9f, 0));
                })
                .contactRule(contact -> {
                    if (!isUsed[0]) {
                        isUsed[0] = true;
                        use.on(contact);
                    }
                })
                .build();
        try (InlineStepper stepper = Stages.builder(world).inline()) {
            stepper.advanceTick();
        }
    }

    private static DataInput zeros() {
        return new DataInputStream(new ByteArrayInputStream(new byte[8]));
    }

    /** Gives a user a world, and something of its engine that is not in the world. */
    private static <W extends EngineSimulation<?>> void stepped(
            Supplier<W> worlds, Stages.Use use, Function<W, Object> making) throws Exception {
        W world = worlds.get();
        try (InlineStepper stepper = Stages.builder(world).inline()) {
            stepper.advance(Stages.TICK);
            stepper.submit(c -> {
                        Object unused = making.apply(world);
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
            // A query only passes on the collector of its hits, which is its last argument.
            Class<?>[] queries = {EngineQueries.class};
            return (EngineQueries)
                    Proxy.newProxyInstance(getClass().getClassLoader(), queries, (self, query, given) -> {
                        use.on(given[given.length - 1]);
                        return null;
                    });
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
            world.add(Dyn4jWorld.box(MassType.NORMAL, 0, 0));
            world.add(Dyn4jWorld.box(MassType.NORMAL, 0, 0));
        });
    }
}
