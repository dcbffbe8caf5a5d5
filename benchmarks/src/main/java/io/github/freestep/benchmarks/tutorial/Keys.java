package io.github.freestep.benchmarks.tutorial;

import io.github.freestep.physics.PhysicsService;
import io.github.freestep.render.Frame;
import io.github.freestep.render.FrameSampler;
import io.github.freestep.render.display.FrameHandler;
import io.github.freestep.render.display.FrameLoop;
import java.io.IOException;
import java.util.concurrent.locks.LockSupport;

/** Step 3: a loop of Freestep draws, and the main thread waits for keys: a, d, s, w and Enter, until Ctrl-D. */
public final class Keys {
    private Keys() {}

    public static void main(String[] args) throws IOException {
        FrameHandler screen = new FrameHandler() {
            private int shown;

            @Override
            public void draw(Frame frame) {
                int x = frame.hasState() ? Math.round(4 * (frame.x()[0] + Coins.SIZE)) : shown;
                if (x != shown) {
                    System.out.println(" ".repeat(x) + "o");
                    shown = x;
                }
            }

            @Override
            public void swap() { // in a game: swap buffers, which waits
                LockSupport.parkNanos(16_666_667 - Math.floorMod(System.nanoTime(), 16_666_667L));
            }
        };
        try (PhysicsService physics =
                        PhysicsService.builder(new Coins(1)).rate(100).start();
                FrameLoop loop = FrameLoop.start(FrameSampler.builder(physics.states()), screen)) {
            for (int key = System.in.read(); key >= 0 && loop.isRunning(); key = System.in.read()) {
                if (key == 'a' || key == 'd') {
                    physics.input().axis(0, key == 'a' ? -1 : 1); // held until the next key
                } else if (key == 's' || key == 'w') {
                    physics.input().axis(1, key == 's' ? -1 : 1);
                }
            }
        }
    }
}
