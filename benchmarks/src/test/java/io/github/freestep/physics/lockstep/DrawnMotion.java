package io.github.freestep.physics.lockstep;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * How evenly the bodies of a picture move from frame to frame, and how far they are from where the match has them in the
 * end.
 *
 * <p><i>Judder</i> of a body in a frame: its way since the last frame minus the mean of the ways before and after that,
 * as a share of the way at the root mean square of all speeds. Even motion has none, and steady acceleration has none.
 * A jump has its full length, and a sudden change of the velocity has half of that change. So it is what {@code
 * MotionMeter} calls judder, of bodies in place of time.
 *
 * <p>A body moves <i>backward</i> in a frame if its way is against that of the tenth of a second before and that of the
 * tenth after, which have a common direction, and if its true way in that time is not. So neither a body that turns
 * round does, nor one that is pushed back for a moment.
 *
 * <p>The <i>distance</i> of a body in a frame is that from its true place at the time that the frame shows.
 */
final class DrawnMotion {
    private static final int AROUND = 6;

    /** A way against the motion that is shorter than this share of the usual way is rounding. */
    private static final double ROUNDING = 0.001;

    /** The square of the cosine of the greatest angle, 60 degrees, between two ways that have a common direction. */
    private static final double COMMON = 0.25;

    private final List<float[]> frames = new ArrayList<>();
    private final List<Long> times = new ArrayList<>();
    private final int bodies;
    private final TrueMotion truth;

    DrawnMotion(int bodies, TrueMotion truth) {
        this.bodies = bodies;
        this.truth = truth;
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

    /** The figures of several pictures together. */
    static final class Figures {
        private double[] judder = new double[1 << 16];
        private int count;
        private double sum;
        private double distances;
        int backward;

        void add(DrawnMotion motion) {
            double usual = motion.usualWay();
            int last = AROUND;
            while (last + 1 < motion.frames.size() - AROUND && motion.truth.isKnown(motion.times.get(last + 1))) {
                last++;
            }
            float[] before = motion.truth.at(motion.times.get(AROUND));
            for (int frame = AROUND + 1; frame <= last; frame++) {
                float[] now = motion.truth.at(motion.times.get(frame));
                for (int body = 0; body < motion.bodies; body++) {
                    add(motion.judder(frame, body) / usual);
                    backward += motion.isBackward(frame, body, usual, before, now) ? 1 : 0;
                    distances += motion.distance(frame, body, now);
                }
                before = now;
            }
        }

        private void add(double value) {
            judder = count == judder.length ? Arrays.copyOf(judder, 2 * count) : judder;
            judder[count++] = value;
            sum += value;
        }

        int count() {
            return count;
        }

        double mean() {
            return sum / count;
        }

        /** The mean distance from the true places. */
        double distance() {
            return distances / count;
        }

        double percentile(double share) {
            Arrays.sort(judder, 0, count);
            return judder[(int) Math.min(count - 1, share * count)];
        }

        @Override
        public String toString() {
            return String.format(
                    "judder mean %.2f %%, p99 %.2f %%, p99.9 %.1f %%, max %.1f %%; %d of %d backward; %.1f mm from the"
                            + " truth",
                    100 * mean(),
                    100 * percentile(0.99),
                    100 * percentile(0.999),
                    100 * percentile(1),
                    backward,
                    count,
                    1e3 * distance());
        }
    }

    private double usualWay() {
        double squares = 0;
        for (int frame = 1; frame < frames.size(); frame++) {
            for (int body = 0; body < bodies; body++) {
                squares += dot(frame - 1, frame, frame - 1, frame, body);
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

    private double distance(int frame, int body, float[] truePlaces) {
        return Math.hypot(
                frames.get(frame)[body] - truePlaces[body],
                frames.get(frame)[bodies + body] - truePlaces[bodies + body]);
    }

    private boolean isBackward(int frame, int body, double usual, float[] trueBefore, float[] trueNow) {
        float[] before = frames.get(frame - 1 - AROUND);
        float[] last = frames.get(frame - 1);
        float[] now = frames.get(frame);
        float[] after = frames.get(frame + AROUND);
        double common = dot(before, last, now, after, body);
        double least = -ROUNDING * usual * AROUND * usual;
        boolean hasDirection = common > 0
                && common * common > COMMON * dot(before, last, before, last, body) * dot(now, after, now, after, body);
        return hasDirection
                && dot(last, now, before, last, body) < least
                && dot(last, now, now, after, body) < least
                && (dot(trueBefore, trueNow, before, last, body) >= 0
                        || dot(trueBefore, trueNow, now, after, body) >= 0);
    }

    private double dot(int from, int to, int otherFrom, int otherTo, int body) {
        return dot(frames.get(from), frames.get(to), frames.get(otherFrom), frames.get(otherTo), body);
    }

    /** The scalar product of the ways of a body between two pairs of pictures. */
    private double dot(float[] from, float[] to, float[] otherFrom, float[] otherTo, int body) {
        return way(from, to, body, 0) * way(otherFrom, otherTo, body, 0)
                + way(from, to, body, 1) * way(otherFrom, otherTo, body, 1);
    }

    private double way(int from, int to, int body, int axis) {
        return way(frames.get(from), frames.get(to), body, axis);
    }

    /** The way of a body along an axis, between two pictures. */
    private double way(float[] from, float[] to, int body, int axis) {
        int at = axis * bodies + body;
        return (double) to[at] - from[at];
    }
}
