package io.github.freestep.benchmarks.readme;

import io.github.freestep.render.Frame;
import io.github.freestep.render.FrameSampler;
import io.github.freestep.render.MotionMeter;
import io.github.freestep.state.StateBuffer;

/** A frame loop that reports when its frames were on the screen. */
final class OnScreen {
    /** The reader's graphics API, which reports display times some frames later. */
    interface Screen {
        boolean isOpen();

        void draw(Frame frame);

        void present(long id);

        boolean nextReport();

        long reportedId();

        long reportedNanos();
    }

    private final Screen screen;

    OnScreen(Screen screen) {
        this.screen = screen;
    }

    String loop(StateBuffer states) {
        MotionMeter meter = new MotionMeter();
        try (FrameSampler frames = FrameSampler.open(states)) {
            while (screen.isOpen()) {
                Frame frame = frames.sample();
                meter.add(frame);
                screen.draw(frame);
                screen.present(frame.number());
                while (screen.nextReport()) { // of frames that were presented earlier
                    frames.displayed(screen.reportedId(), screen.reportedNanos());
                }
            }
        }
        return meter.display().toString();
    }
}
