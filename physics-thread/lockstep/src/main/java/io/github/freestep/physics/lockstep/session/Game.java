package io.github.freestep.physics.lockstep.session;

import io.github.freestep.physics.PhysicsBuilder;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.physics.Simulation;
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
}
