package io.github.freestep.physics.lockstep;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * How evenly the bodies of a picture move from frame to frame.
 *
 * <p><i>Judder</i> of a body in a frame: its way since the last frame minus the mean of the ways before and after that,
 * as a share of the way at the root mean square of all speeds. Even motion has none, and steady acceleration has none.
 * A jump has its full length, and a sudden change of the velocity has half of that change. So it is what {@code
 * MotionMeter} calls judder, of bodies in place of time.
 */
final class DrawnMotion {
    private final List<float[]> frames = new ArrayList<>();
    private final List<Long> times = new ArrayList<>();
    private final int bodies;

    DrawnMotion(int bodies) {
        this.bodies = bodies;
    }

    /**
     * Adds a frame.
     *
     * @param positions the x coordinates, and then the y coordinates; they must stay as they are
     */
    void add(float[] positions, long simulationNanos) {
        frames.add(positions);
        times.add(simulationNanos);
    }

    /** Returns the x coordinate of a body in a frame. */
    float x(int frame, int body) {
        return frames.get(frame)[body];
    }

    /** Returns how much later a frame shows the same than the frame of the same number in another picture. */
    long laterNanos(int frame, DrawnMotion than) {
        return than.times.get(frame) - times.get(frame);
    }

    /** Returns the judder of all bodies in all frames, in ascending order. */
    double[] judder() {
        double usual = usualWay();
        return IntStream.range(2, frames.size() - 1)
                .boxed()
                .flatMapToDouble(frame -> IntStream.range(0, bodies).mapToDouble(body -> judder(frame, body) / usual))
                .sorted()
                .toArray();
    }

    private double usualWay() {
        double squares = 0;
        for (int frame = 1; frame < frames.size(); frame++) {
            for (int body = 0; body < bodies; body++) {
                for (int axis = 0; axis < 2; axis++) {
                    squares += Math.pow(way(frame - 1, frame, body, axis), 2);
                }
            }
        }
        return Math.sqrt(squares / (frames.size() - 1) / bodies);
    }

    private double judder(int frame, int body) {
        double squares = 0;
        for (int axis = 0; axis < 2; axis++) {
            double around = way(frame - 2, frame - 1, body, axis) + way(frame, frame + 1, body, axis);
            double off = way(frame - 1, frame, body, axis) - around / 2;
            squares += off * off;
        }
        return Math.sqrt(squares);
    }

    /** The way of a body along an axis, between two frames. */
    private double way(int from, int to, int body, int axis) {
        int at = axis * bodies + body;
        return (double) frames.get(to)[at] - frames.get(from)[at];
    }
}
