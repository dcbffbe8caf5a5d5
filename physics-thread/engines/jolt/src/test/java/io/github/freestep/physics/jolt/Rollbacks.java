package io.github.freestep.physics.jolt;

import io.github.freestep.physics.InlineStepper;
import io.github.freestep.testing.Seeds;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Runs, saves and restores a world of {@link Toys}. */
final class Rollbacks {
    private Rollbacks() {}

    /** Makes ticks with changes, and returns the hash after each. */
    static List<Long> run(InlineStepper stepper, Toys toys, long seed, int ticks) {
        Random random = Seeds.random(seed);
        List<Long> hashes = new ArrayList<>();
        for (int tick = 0; tick < ticks; tick++) {
            stepper.submit(c -> toys.change(c.world(JoltSimulation.class), random))
                    .join();
            stepper.advanceTick();
            hashes.add(stepper.call(c -> toys.hashWithPlayer(c.world(JoltSimulation.class)))
                    .join());
        }
        return hashes;
    }
}
