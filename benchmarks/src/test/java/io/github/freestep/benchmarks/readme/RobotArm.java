package io.github.freestep.benchmarks.readme;

import io.github.freestep.physics.PhysicsService;
import io.github.freestep.physics.Simulation;

/** Steps a world whose ticks must be on time, however busy the machine is. */
final class RobotArm {
    private RobotArm() {}

    static PhysicsService start(Simulation arm) {
        return PhysicsService.builder(arm)
                .rate(1_000)
                .realTime(50) // runs before all ordinary threads
                .cpu(1) // on this processor only
                .start();
    }
}
