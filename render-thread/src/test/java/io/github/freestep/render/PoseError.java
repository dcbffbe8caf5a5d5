package io.github.freestep.render;

import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StatePublisher;
import io.github.freestep.state.StateWriter;
import io.github.freestep.time.TimeAnchor;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Measures how far bodies are shown from where they were at the shown time, in metres, as root mean square and maximum.
 * One body swings by a metre once a second, and one is dropped from 1.2 m and bounces forever.
 */
record PoseError(double swinging, double mostSwinging, double bouncing, double mostBouncing) {
    private static final double GRAVITY = 9.81;
    private static final double BOUNCE_SECONDS = 2 * Math.sqrt(2 * 1.2 / GRAVITY);

    static PoseError of(TimingScript script, int depth, double fromSeconds) {
        AtomicLong clock = new AtomicLong();
        StatePublisher publisher = StatePublisher.of(StateLayout.of(2), depth, clock::get, false);
        publisher.bodies().spawn(0);
        publisher.bodies().spawn(1);
        FrameSampler frames = FrameSampler.open(publisher.states());
        TimeAnchor anchor = new TimeAnchor();
        double[] sums = new double[2];
        double[] most = new double[2];
        int count = 0;
        int tick = 0;
        for (long now : script.frames) {
            for (; tick < script.due.length && script.published[tick] <= now; tick++) {
                StateWriter state = publisher.begin(tick, script.due[tick], anchor, script.due[tick]);
                state.position(0, (float) swing(script.due[tick]), 0, 0);
                state.position(1, (float) bounce(script.due[tick]), 0, 0);
                state.orientation(0, 0, 0, 0, 1);
                state.orientation(1, 0, 0, 0, 1);
                publisher.publish(script.published[tick]);
            }
            clock.set(now);
            Frame frame = frames.sample();
            if (now >= fromSeconds * 1e9) {
                add(frame.x()[0] - swing(frame.simulationNanos()), 0, sums, most);
                add(frame.x()[1] - bounce(frame.simulationNanos()), 1, sums, most);
                count++;
            }
        }
        return new PoseError(Math.sqrt(sums[0] / count), most[0], Math.sqrt(sums[1] / count), most[1]);
    }

    private static void add(double error, int body, double[] sums, double[] most) {
        sums[body] += error * error;
        most[body] = Math.max(most[body], Math.abs(error));
    }

    private static double swing(long nanos) {
        return Math.sin(2 * Math.PI * nanos / 1e9);
    }

    private static double bounce(long nanos) {
        double t = nanos / 1e9 % BOUNCE_SECONDS;
        return GRAVITY / 2 * t * (BOUNCE_SECONDS - t);
    }

    @Override
    public String toString() {
        return String.format(
                Locale.ROOT,
                "swinging %.2f mm, at most %.1f, bouncing %.2f mm, at most %.1f",
                1e3 * swinging,
                1e3 * mostSwinging,
                1e3 * bouncing,
                1e3 * mostBouncing);
    }
}
