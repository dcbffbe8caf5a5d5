package io.github.freestep.physics.lockstep.session;

import io.github.freestep.physics.PhysicsBuilder;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.physics.Simulation;
import io.github.freestep.physics.Tick;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StateWriter;
import java.util.Objects;

/**
 * A simulation for a match, and the builder of its run, which has the options that a match leaves to the user and gets
 * those that the match decides. Not thread-safe.
 */
public record Game(Simulation simulation, PhysicsBuilder builder) {
    /** Returns a game whose run has the default options. */
    public static Game of(Simulation simulation) {
        Objects.requireNonNull(simulation, "simulation must not be null");
        return new Game(simulation, PhysicsService.builder(simulation));
    }

    /** Returns the builder of a run in which nothing happens. */
    static PhysicsBuilder empty() {
        return PhysicsService.builder(new Nothing());
    }

    private static final class Nothing implements Simulation {
        @Override
        public StateLayout layout() {
            return StateLayout.of(1);
        }

        @Override
        public void step(Tick tick) {}

        @Override
        public void write(StateWriter state) {}
    }
}
