package io.github.freestep.benchmarks.readme;

import io.github.freestep.render.Frame;
import io.github.freestep.render.FrameSampler;
import io.github.freestep.render.past.StateHistory;
import io.github.freestep.state.StateBuffer;
import java.time.Duration;

/** Shows the last seconds again, slowly or backwards. For the thread that renders. */
final class LookAgain {
    private static final long SECOND_NANOS = 1_000_000_000;

    private final StateHistory history;
    private final FrameSampler frames;
    private boolean again;
    private double speed;
    private long instant;

    LookAgain(StateBuffer states) {
        history = StateHistory.builder(states).last(Duration.ofSeconds(5)).open();
        frames = FrameSampler.open(states);
    }

    void killed(long shownNanos) {
        again = true;
        speed = 0.25; // -1 plays backwards
        instant = shownNanos - 3 * SECOND_NANOS;
    }

    Frame frame(long frameNanos) { // the time since the last frame
        if (again) {
            instant += (long) (speed * frameNanos);
            again = instant < history.newestNanos() && (speed > 0 || instant > history.oldestNanos());
            return history.at(instant);
        }
        history.update();
        return frames.sample();
    }
}
