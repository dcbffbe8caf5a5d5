package io.github.freestep.benchmarks.examples;

import io.github.freestep.physics.*;
import io.github.freestep.render.*;
import io.github.freestep.render.display.*;
import io.github.freestep.state.*;
import java.io.IOException;
import java.util.concurrent.locks.LockSupport;

/** A ball that falls, and that a key kicks. It prints a picture in each frame. This is the code of the service's page. */
public class Ball implements Simulation {
    private float y = 10, speed;

    public StateLayout layout() {
        return StateLayout.of(1); // one body
    }

    public void setUp(PhysicsContext c) {
        c.bodies().spawn(0); // its number is 0
    }

    public void step(Tick tick) { // the physics thread, 100 times a second
        if (tick.input().size() > 0) speed = 8; // a key kicks the ball
        speed -= (float) (9.81 * tick.dtSeconds());
        y = Math.max(0, y + (float) (speed * tick.dtSeconds()));
    }

    public void write(StateWriter state) {
        state.position(0, 0, y, 0);
    }

    public static void main(String[] args) throws IOException {
        FrameHandler screen = new FrameHandler() { // the render thread
                    public void draw(Frame frame) { // interpolated for the refresh that shows it
                        if (frame.hasState()) System.out.println(" ".repeat((int) (6 * frame.y()[0])) + "o");
                    }

                    public void swap() { // in a game: swap buffers, which waits for the display
                        LockSupport.parkNanos(16_666_667 - Math.floorMod(System.nanoTime(), 16_666_667L));
                    }
                };
        try (PhysicsService physics =
                        PhysicsService.builder(new Ball()).rate(100).start();
                FrameLoop loop = FrameLoop.start(FrameSampler.builder(physics.states()), screen)) {
            while (loop.isRunning() && System.in.read() >= 0) // Enter; in a game: the callback of a key
            physics.input().action(0, 1);
        }
    }
}
