package io.github.freestep.physics.lockstep;

import io.github.freestep.render.Frame;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * How evenly the bodies of a picture move from frame to frame. There is no right position to compare with, because a
 * prediction shows what is not known yet. So the measure compares a picture with itself.
 *
 * <p><i>Judder</i> of a body in a frame: its way since the last frame minus the mean of the ways before and after that,
 * as a share of the way at the root mean square of all speeds. Even motion has none, and steady acceleration has none.
 * A jump has its full length, and a sudden change of the velocity has half of that change. So it is what {@code
 * MotionMeter} calls judder, of bodies in place of time.
 *
 * <p>A body moves <i>backward</i> in a frame if its way is against that of the tenth of a second before and that of the
 * tenth after, which have a common direction. A body that turns round does not.
 */
final class DrawnMotion {
    private static final int AROUND = 6;

    /** A way against the motion that is shorter than this share of the usual way is rounding. */
    private static final double ROUNDING = 0.001;

    /** The square of the cosine of the greatest angle, 60 degrees, between two ways that have a common direction. */
    private static final double COMMON = 0.25;

    private final List<float[]> frames = new ArrayList<>();
    private final int bodies;

    DrawnMotion(int bodies) {
        this.bodies = bodies;
    }

    void add(Frame frame) {
        float[] positions = new float[2 * bodies];
        System.arraycopy(frame.x(), 0, positions, 0, bodies);
        System.arraycopy(frame.y(), 0, positions, bodies, bodies);
        frames.add(positions);
    }

    /** The figures of several pictures together. */
    static final class Figures {
        private double[] judder = new double[1 << 16];
        private int count;
        private double sum;
        int backward;

        void add(DrawnMotion motion) {
            double usual = motion.usualWay();
            for (int frame = AROUND + 1; frame + AROUND < motion.frames.size(); frame++) {
                for (int body = 0; body < motion.bodies; body++) {
                    add(motion.judder(frame, body) / usual);
                    backward += motion.isBackward(frame, body, usual) ? 1 : 0;
                }
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

        double percentile(double share) {
            Arrays.sort(judder, 0, count);
            return judder[(int) Math.min(count - 1, share * count)];
        }

        @Override
        public String toString() {
            return String.format(
                    "judder mean %.2f %%, p99 %.2f %%, p99.9 %.1f %%, max %.1f %%; %d of %d backward",
                    100 * mean(),
                    100 * percentile(0.99),
                    100 * percentile(0.999),
                    100 * percentile(1),
                    backward,
                    count);
        }
    }

    /** The way of a body along an axis, between two frames. */
    private double way(int from, int to, int body, int axis) {
        int at = axis * bodies + body;
        return (double) frames.get(to)[at] - frames.get(from)[at];
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

    private boolean isBackward(int frame, int body, double usual) {
        int before = frame - 1 - AROUND;
        int after = frame + AROUND;
        double common = dot(before, frame - 1, frame, after, body);
        double least = -ROUNDING * usual * AROUND * usual;
        return common > 0
                && common * common
                        > COMMON
                                * dot(before, frame - 1, before, frame - 1, body)
                                * dot(frame, after, frame, after, body)
                && dot(frame - 1, frame, before, frame - 1, body) < least
                && dot(frame - 1, frame, frame, after, body) < least;
    }

    /** The scalar product of the ways between two pairs of frames. */
    private double dot(int from, int to, int otherFrom, int otherTo, int body) {
        return way(from, to, body, 0) * way(otherFrom, otherTo, body, 0)
                + way(from, to, body, 1) * way(otherFrom, otherTo, body, 1);
    }
}
