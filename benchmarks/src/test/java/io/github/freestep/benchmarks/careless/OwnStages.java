package io.github.freestep.benchmarks.careless;

import io.github.freestep.physics.InlineStepper;
import io.github.freestep.physics.PhysicsContext;
import io.github.freestep.physics.Tick;
import io.github.freestep.physics.prediction.OwnBody;
import io.github.freestep.physics.prediction.OwnScene;
import io.github.freestep.physics.prediction.OwnWorld;
import io.github.freestep.physics.prediction.RunAhead;
import io.github.freestep.state.State;
import io.github.freestep.state.StateLayout;
import io.github.freestep.tools.Walkers;

/** Provides instances of the types that predict the player's own body. */
final class OwnStages {
    private OwnStages() {}

    static void addTo(Stages stages) {
        addAhead(stages);
        stages.add(
                OwnBody.class,
                use -> staged((server, builder) -> {
                    try (OwnBody own = builder.open()) {
                        use.on(own, new Small(), server.states(), server.input());
                        server.advance(Stages.TICK);
                        own.advance();
                    }
                }));
        stages.add(
                OwnBody.Builder.class,
                use -> staged((server, unused) -> {
                    OwnWorld pushing = new Pushing(server.states().layout());
                    OwnBody.Builder builder = OwnBody.builder(pushing, server.states(), server.input());
                    use.on(builder, new Pushing(server.states().layout()));
                    builder.open().close();
                }));
    }

    private static void addAhead(Stages stages) {
        stages.add(RunAhead.class, use -> {
            try (InlineStepper physics = Stages.builder(new Stages.World()).inline();
                    RunAhead own = RunAhead.builder(new Small(), physics).open()) {
                use.on(own, new Small(), physics);
                physics.advance(Stages.TICK);
                own.advance(physics.clock().nanoTime());
            }
        });
        stages.add(RunAhead.Builder.class, use -> {
            try (InlineStepper physics = Stages.builder(new Stages.World()).inline()) {
                RunAhead.Builder builder = RunAhead.builder(new Small(), physics);
                use.on(builder);
                builder.open().close();
            }
        });
    }

    private interface Predicting {
        void use(InlineStepper server, OwnBody.Builder builder);
    }

    private static void staged(Predicting predicting) {
        try (InlineStepper server = Stages.builder(new Stages.World()).inline()) {
            predicting.use(server, OwnBody.builder(new Small(), server.states(), server.input()));
        }
    }

    /** The small world of an {@code OwnBody} that also predicts the bodies that the player pushes. */
    private static final class Pushing extends Small implements OwnScene {
        private final StateLayout layout;

        Pushing(StateLayout layout) {
            this.layout = layout;
        }

        @Override
        public StateLayout layout() {
            return layout;
        }

        @Override
        public void rest(State server, int slot, PhysicsContext context) {}
    }

    private static class Small extends Walkers implements OwnWorld {
        Small() {
            super(1);
        }

        @Override
        public int slot(State server) {
            return 0;
        }

        @Override
        public void set(State server, int slot, PhysicsContext context) {}

        @Override
        public void step(Tick tick) {}
    }
}
