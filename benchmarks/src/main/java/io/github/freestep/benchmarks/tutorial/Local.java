package io.github.freestep.benchmarks.tutorial;

import io.github.freestep.physics.InlineStepper;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.state.State;
import io.github.freestep.state.StateReader;
import java.util.Locale;

/** Step 1: the world, in your own loop. */
public final class Local {
    private Local() {}

    public static void main(String[] args) {
        try (InlineStepper stepper =
                        PhysicsService.builder(new Coins(1)).rate(100).inline();
                StateReader states = stepper.states().reader()) {
            stepper.input().axis(0, 1); // player 0 runs to the right
            for (int frame = 0; frame < 60; frame++) {
                stepper.advance(16_666_667); // a second in all; nothing waits
            }
            states.acquire();
            State newest = states.state(0);
            System.out.printf(Locale.ROOT, "after tick %d, player 0 is at x = %.2f%n", newest.tick(), newest.x(0));
        }
    }
}
