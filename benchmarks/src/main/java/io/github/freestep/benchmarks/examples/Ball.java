package io.github.freestep.benchmarks.examples;

import io.github.freestep.physics.*;
import io.github.freestep.render.*;
import io.github.freestep.state.*;

/** A ball that falls, and is kicked. It prints its height in each frame. This is the code of the main page. */
public class Ball implements Simulation {
    private float y = 10, speed;

    public StateLayout layout() {
        return StateLayout.of(1); // one body
    }

    public void setUp(PhysicsContext c) {
        c.bodies().spawn(0); // its number is 0
    }

    public void step(Tick tick) { // the physics thread, 100 times a second
        speed -= (float) (9.81 * tick.dtSeconds());
        y += (float) (speed * tick.dtSeconds());
    }

    public void write(StateWriter state) {
        state.position(0, 0, y, 0);
    }

    public static void main(String[] args) throws InterruptedException {
        try (PhysicsService physics =
                        PhysicsService.builder(new Ball()).rate(100).start();
                FrameSampler frames = FrameSampler.open(physics.states())) {
            for (int shown = 0; shown < 30 && physics.failure() == null; Thread.sleep(16)) { // your render loop
                Frame frame = frames.sample(); // interpolated for this moment
                if (!frame.hasState()) continue; // the world is not set up
                System.out.println("at " + frame.simulationNanos() / 1_000_000 + " ms: y = " + frame.y()[0]);
                if (++shown == 15) physics.submit(c -> c.world(Ball.class).speed = 5); // a command: kick the ball
            }
            if (physics.failure() != null) throw new IllegalStateException(physics.failure());
        }
    }
}
