package io.github.freestep.benchmarks.readme;

import io.github.freestep.render.Frame;
import io.github.freestep.render.FrameSampler;
import io.github.freestep.render.display.DisplayMeter;
import io.github.freestep.render.display.DisplayTimes;
import io.github.freestep.render.display.FramePacer;
import io.github.freestep.render.display.LatencyMeter;
import io.github.freestep.state.StateBuffer;

/** A frame loop that reports when its frames were on the screen. */
final class OnScreen {
    /** The reader's graphics API, which reports display times some frames later. */
    interface Screen {
        boolean isOpen();

        void draw(Frame frame);

        void swap();

        void present(long id);

        boolean nextReport();

        long reportedId();

        long reportedNanos();
    }

    private final Screen screen;

    OnScreen(Screen screen) {
        this.screen = screen;
    }

    void paced(StateBuffer states) {
        try (FrameSampler frames = FrameSampler.open(states);
                FramePacer pacer = FramePacer.open(states.clock())) {
            while (screen.isOpen()) {
                pacer.await(); // after the swap
                screen.draw(frames.sample(pacer.refreshNanos()));
                pacer.drawn(); // before the swap
                screen.swap();
            }
        }
    }

    String loop(StateBuffer states) {
        DisplayMeter display = new DisplayMeter();
        try (FrameSampler frames = FrameSampler.builder(states)
                .listener(DisplayTimes.listener(display))
                .open()) {
            while (screen.isOpen()) {
                Frame frame = frames.sample();
                screen.draw(frame);
                screen.present(frame.number());
                while (screen.nextReport()) { // of frames that were presented earlier
                    frames.displayed(screen.reportedId(), screen.reportedNanos());
                }
            }
        }
        return display.toString();
    }

    static FrameSampler following(StateBuffer states) {
        FrameSampler frames = FrameSampler.builder(states)
                .followDisplay(DisplayTimes::follower)
                .open();
        return frames;
    }

    static FrameSampler measured(StateBuffer states, LatencyMeter latency) {
        FrameSampler frames = FrameSampler.builder(states)
                .listener(DisplayTimes.listener(latency)) // latency.toString() has all figures
                .open();
        return frames;
    }
}
