package io.github.freestep.benchmarks.tutorial;

import io.github.freestep.physics.PhysicsService;
import io.github.freestep.render.Frame;
import io.github.freestep.render.FrameSampler;
import java.io.IOException;

/** Step 2: a thread steps the world, and this one draws it, with another look for each kind of body. */
public final class Drawn {
    private Drawn() {}

    public static void main(String[] args) throws IOException, InterruptedException {
        String file = args.length == 0 ? "coins.png" : args[0];
        try (PhysicsService physics =
                        PhysicsService.builder(new Coins(1)).rate(100).start();
                FrameSampler frames = FrameSampler.open(physics.states())) {
            Frame frame = frames.sample();
            while (frame.reachedTick() < 20 && physics.failure() == null) {
                Thread.sleep(16); // in a game: draw and swap
                frame = frames.sample();
            }
            Picture.save(frame, file);
            System.out.println(file + " shows one player and " + Coins.COINS + " coins");
        }
    }
}
