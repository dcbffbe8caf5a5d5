package io.github.freestep.benchmarks.readme;

import io.github.freestep.benchmarks.readme.Snippets.Stick;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.physics.prediction.OwnWorld;
import io.github.freestep.physics.prediction.RunAhead;
import io.github.freestep.render.Frame;
import io.github.freestep.render.FrameMode;
import io.github.freestep.render.FrameSampler;
import io.github.freestep.render.display.FrameHandler;
import io.github.freestep.render.display.FrameLoop;
import io.github.freestep.render.display.FramePacer;
import io.github.freestep.render.display.LatencyMeter;
import io.github.freestep.state.StateBuffer;
import java.util.function.IntConsumer;

/** Loops that take keys and draw in the order that shows them soonest. */
final class OnScreen {
    /** The reader's window system. */
    interface Window {
        void onKey(IntConsumer callback);

        boolean isOpen();

        void waitForEvents();
    }

    /** The reader's graphics API. */
    interface Screen {
        boolean isOpen();

        void pollKeys();

        void draw(Frame... frames);

        void swap();
    }

    private static final int WALK = 0;

    private final Screen screen;

    OnScreen(Screen screen) {
        this.screen = screen;
    }

    static void looped(PhysicsService physics, Window window, FrameHandler screen) {
        window.onKey(key -> physics.input().action(key, 1)); // on the main thread, when the key is pressed
        try (FrameLoop loop = FrameLoop.start(FrameSampler.builder(physics.states()), screen)) { // draws and swaps
            while (window.isOpen() && loop.isRunning()) {
                window.waitForEvents(); // such as glfwWaitEventsTimeout(0.1)
            }
        }
    }

    void paced(StateBuffer states) {
        try (FrameSampler frames = FrameSampler.open(states);
                FramePacer pacer = FramePacer.open(states.clock())) {
            while (screen.isOpen()) {
                screen.draw(frames.sample(pacer));
                pacer.swap(() -> {
                    screen.swap();
                    screen.pollKeys(); // its callbacks post them, and steps read them during the wait
                }); // waits until there is just enough time to draw the next frame
            }
        }
    }

    void ahead(PhysicsService physics, OwnWorld walk, Stick stick) {
        try (FrameSampler others = FrameSampler.open(physics.states());
                RunAhead own = RunAhead.builder(walk, physics).open();
                FrameSampler me = FrameSampler.builder(own.states())
                        .mode(FrameMode.LATEST)
                        .open();
                FramePacer pacer = FramePacer.open(physics.clock())) {
            while (screen.isOpen()) {
                own.axis(WALK, stick.y()); // to the service, and into this picture
                own.advance(pacer.refreshNanos());
                screen.draw(others.sample(pacer), me.sample());
                pacer.swap(screen::swap); // and waits until there is just enough time to draw the next frame
            }
        }
    }

    static FrameSampler measured(StateBuffer states, LatencyMeter latency) {
        FrameSampler frames = FrameSampler.builder(states)
                .listener(latency) // latency.toString() has all figures
                .open();
        return frames;
    }
}
