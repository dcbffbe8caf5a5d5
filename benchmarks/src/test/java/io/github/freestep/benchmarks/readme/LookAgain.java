package io.github.freestep.benchmarks.readme;

import io.github.freestep.render.Frame;
import io.github.freestep.render.FrameSampler;
import io.github.freestep.render.server.past.StateHistory;
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
    private long end;

    LookAgain(StateBuffer states) {
        // 3 s, and the age of the picture, which on a client is that of its network.
        history = StateHistory.builder(states).last(Duration.ofSeconds(4)).open();
        frames = FrameSampler.open(states);
    }

    void killed(long shownNanos) {
        again = true;
        history.hold(); // so that nothing of it leaves while it is shown
        speed = 0.25; // to play backwards, -1, and exchange the next two instants
        instant = Math.max(shownNanos - 3 * SECOND_NANOS, history.oldestNanos());
        end = shownNanos;
    }

    Frame frame(long frameNanos) { // the time since the last frame
        history.update(); // also while the kill cam runs, or the next one would lack what came meanwhile
        if (again) {
            instant += (long) (speed * frameNanos);
            Frame then = history.at(instant);
            boolean hasState = then.simulationNanos() == instant; // false where the history has missed states
            again = hasState && (end - instant) * speed > 0;
            if (again) {
                return then;
            }
            history.release();
        }
        return frames.sample();
    }
}
