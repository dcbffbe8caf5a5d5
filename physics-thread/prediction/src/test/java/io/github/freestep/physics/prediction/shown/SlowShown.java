package io.github.freestep.physics.prediction.shown;

import io.github.freestep.state.State;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.content.Epochs;
import io.github.freestep.state.content.StateInside;
import io.github.freestep.testing.Poses;
import io.github.freestep.time.TimeAnchor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What {@link ShownStates} must show, computed slowly: from whole copies of the true states, for every slot, and with
 * each error as a function of the time since its correction.
 */
final class SlowShown {
    /** Rounding matters from an eighth to eight times what is neglected. */
    private static final double ROUNDING = 8;

    enum Break {
        NONE,
        TELEPORT,
        NEW_BODY
    }

    /** A true body; null if the slot has none. */
    private record Body(int epoch, int parent, double[] pose) {}

    /** What was shown of a body before. */
    private record Past(long tick, int parent, double[] pose) {}

    /** A shown body. */
    static final class Shown {
        int parent;
        double[] pose;

        /** The states before, the newest first, since the body jumped last. */
        final List<Past> before = new ArrayList<>();

        double[] error;
        double[] velocity;
        double[] acceleration;
        double time;

        /** When the time of {@link #error} and its derivatives began, since the correction. */
        double since;

        boolean isFresh;
        boolean snaps;
    }

    final Shown[] shown;
    final Break[] breaks;
    double largestCorrection;
    long corrections;

    /** Whether a change was about as large as what is neglected. Rounding decides what is then shown. */
    boolean isUncertain;

    private final boolean doubles;
    private final int channels;
    private final double rate;
    private final double halfLifeNanos;

    /** By time: what is left of units. */
    private final Map<Double, double[][]> units = new HashMap<>();

    private final double snapDistance;
    private Body[] last;
    private long tick = State.NO_TICK;
    private long edition;
    private long nanos;
    private long toTick;
    private long shownNanos;
    private long beforeNanos;

    SlowShown(StateLayout layout, double halfLifeNanos, double snapDistance) {
        shown = new Shown[layout.capacity()];
        breaks = new Break[layout.capacity()];
        last = new Body[layout.capacity()];
        doubles = layout.hasDoublePositions();
        channels = layout.linearChannels().size();
        rate = 0.9573240929145841 / halfLifeNanos;
        this.halfLifeNanos = halfLifeNanos;
        this.snapDistance = snapDistance;
    }

    void follow(State next) {
        Arrays.fill(breaks, Break.NONE);
        boolean again = next.tick() == tick;
        if (again && StateInside.edition(next) == edition) {
            return;
        }
        Body[] now = copy(next);
        double step = step(next);
        for (int slot = 0; slot < shown.length; slot++) {
            shown[slot] = now[slot] == null ? null : follow(slot, now[slot], step, again);
        }
        last = now;
        if (!again) {
            beforeNanos = shownNanos;
        }
        shownNanos = next.simulationNanos();
        tick = next.tick();
        edition = StateInside.edition(next);
    }

    private Shown follow(int slot, Body now, double step, boolean again) {
        Shown body = shown[slot];
        Body before = last[slot];
        if (body == null || !Epochs.sameLife(before.epoch, now.epoch)) {
            body = new Shown();
            breaks[slot] = Break.NEW_BODY;
        } else if (body.snaps || before.epoch != now.epoch) {
            breaks[slot] = Break.TELEPORT;
            body.error = null;
        } else if (before.parent != now.parent) {
            body.error = null;
        }
        body.snaps = false;
        if (body.error != null && step > 0) {
            if (body.isFresh && moves(body)) {
                // On its way from the pose that was shown to the one that would be, if nothing had been corrected.
                double[] next = difference(body, nanos, now);
                goOn(body);
                nearest(next, body.error);
                for (int i = 0; i < next.length; i++) {
                    body.velocity[i] = (next[i] - body.error[i]) / step;
                }
            }
            body.isFresh = false;
            pass(body, step, now);
        }
        if (!again) {
            body.before.add(0, new Past(tick, body.parent, body.pose));
        }
        if (breaks[slot] != Break.NONE) {
            body.before.clear();
        }
        body.parent = now.parent;
        body.pose = round(body.error == null ? now.pose : sum(now.pose, derivative(body, 0)));
        return body;
    }

    void correct(State same) {
        Body[] now = copy(same);
        double step = step(same);
        double before = largestCorrection;
        largestCorrection = 0;
        boolean any = false;
        for (int slot = 0; slot < shown.length; slot++) {
            any |= correct(slot, now[slot], step);
        }
        largestCorrection = any ? largestCorrection : before;
        corrections += any ? 1 : 0;
        last = now;
    }

    private boolean correct(int slot, Body now, double step) {
        Shown body = shown[slot];
        if (body == null || now == null) {
            shown[slot] = null;
            return body != null || now != null;
        }
        if (body.parent != now.parent) {
            body.error = null;
            return true;
        }
        if (body.error != null && step > 0) {
            pass(body, step, now);
        }
        double[] difference = difference(body, nanos, now);
        double[] change = difference.clone();
        if (body.error != null) {
            double[] error = derivative(body, 0);
            nearest(change, error);
            for (int i = 0; i < change.length; i++) {
                change[i] -= error[i];
            }
        }
        isUncertain |=
                isNegligible(change, 1 / ROUNDING, difference, now) && !isNegligible(change, ROUNDING, difference, now);
        if (isNegligible(change, 1, difference, now)) {
            return false;
        }
        largestCorrection = Math.max(largestCorrection, length(change, 0));
        if (length(difference, 0) > snapDistance) {
            body.snaps = true;
            body.error = null;
        } else {
            if (body.error == null) {
                body.acceleration = new double[difference.length];
            } else {
                goOn(body);
            }
            body.error = difference;
            body.velocity = new double[difference.length];
            body.time = 0;
            body.since = 0;
            body.isFresh = true;
        }
        return true;
    }

    /** Lets time pass for the error of a body, and ends it if nothing is left. */
    private void pass(Shown body, double step, Body now) {
        body.time += step;
        double[] error = derivative(body, 0);
        if (body.time >= 10 * halfLifeNanos
                || isNegligible(error, 1, error, now)
                        && isNegligible(derivative(body, 1), 1 / rate, error, now)
                        && isNegligible(derivative(body, 2), 1 / (rate * rate), error, now)) {
            body.error = null;
        }
    }

    /** Begins the time of an error anew, with what it is now. */
    private void goOn(Shown body) {
        double[] error = derivative(body, 0);
        double[] velocity = derivative(body, 1);
        body.acceleration = derivative(body, 2);
        body.velocity = velocity;
        body.error = error;
        body.since = body.time;
    }

    /** The error, its velocity or its acceleration. */
    private double[] derivative(Shown body, int which) {
        double[][] after = units.computeIfAbsent((body.time - body.since) * rate, SlowShown::after);
        double[] result = new double[body.error.length];
        for (int i = 0; i < result.length; i++) {
            result[i] = Math.pow(rate, which)
                    * (after[0][which] * body.error[i]
                            + after[1][which] * body.velocity[i] / rate
                            + after[2][which] * body.acceleration[i] / rate / rate);
        }
        return result;
    }

    /** What is left after a time of an error of 1, of a velocity of 1, and of an acceleration of 1. */
    private static double[][] after(double time) {
        double[][] left = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
        // A Taylor series needs short times.
        int steps = 1 + (int) time;
        for (int step = 0; step < steps; step++) {
            for (int i = 0; i < 3; i++) {
                left[i] = taylor(left[i], time / steps);
            }
        }
        return left;
    }

    private static double[] taylor(double[] e, double time) {
        double[] term = e;
        double[] sum = e.clone();
        for (int n = 1; n < 40; n++) {
            double third = -15 * term[0] - 15 * term[1] - 6 * term[2];
            term = new double[] {term[1] * time / n, term[2] * time / n, third * time / n};
            for (int i = 0; i < 3; i++) {
                sum[i] += term[i];
            }
        }
        return sum;
    }

    private boolean isNegligible(double[] change, double factor, double[] error, Body now) {
        double size = 0;
        for (int i = 0; i < 3; i++) {
            size = Math.max(size, Math.abs(now.pose[i]));
        }
        double largest = Math.max(Math.abs(error[0]), Math.max(Math.abs(error[1]), Math.abs(error[2])));
        for (int i = 0; i < change.length; i++) {
            // The reference rounds otherwise, so of doubles it neglects four times as much. Both are invisible.
            double most = i < 3
                    ? (size + largest) * (doubles ? 0x1p-48 : 0x1p-22)
                    : i < 6 ? 1e-6 : (Math.abs(now.pose[i + 1]) + Math.abs(error[i])) * 0x1p-22;
            if (Math.abs(change[i]) * factor > most) {
                return false;
            }
        }
        return true;
    }

    private static boolean moves(Shown body) {
        return !body.before.isEmpty() && body.before.get(0).parent == body.parent;
    }

    /** The difference of the continued motion of a body from its true pose. */
    private double[] difference(Shown body, long toNanos, Body now) {
        long span = shownNanos - beforeNanos;
        double share = moves(body) && span > 0 ? (double) (toNanos - shownNanos) / span : 0;
        double[] pose = body.pose.clone();
        if (share != 0) {
            List<double[]> ways = new ArrayList<>(List.of(way(body.pose, body.before.get(0).pose)));
            boolean even = body.before.size() > 2
                    && toTick == body.before.get(2).tick + 4
                    && body.before.subList(1, 3).stream().allMatch(past -> past.parent == body.parent);
            for (int age = 0; age < 2; age++) {
                Past past = body.before.get(even ? age : 0);
                ways.add(way(past.pose, body.before.get(even ? age + 1 : 0).pose));
            }
            double[] way = ways.get(0);
            for (int i = 0; i < way.length; i++) {
                double last = way[i] - ways.get(1)[i];
                double earlier = ways.get(1)[i] - ways.get(2)[i];
                double steady = last * earlier <= 0 ? 0 : Math.abs(last) < Math.abs(earlier) ? last : earlier;
                way[i] = (way[i] + 0.75 * steady) * share;
            }
            pose = sum(pose, way);
        }
        return way(pose, now.pose);
    }

    private double[] way(double[] to, double[] from) {
        double[] result = new double[6 + channels];
        double[] vector = vector(to, from);
        for (int i = 0; i < result.length; i++) {
            result[i] = i < 3 ? to[i] - from[i] : i < 6 ? vector[i - 3] : to[i + 1] - from[i + 1];
        }
        return result;
    }

    private double[] sum(double[] truth, double[] error) {
        double[] result = truth.clone();
        for (int i = 0; i < error.length; i++) {
            result[i < 3 ? i : i + 1] += i < 3 || i >= 6 ? error[i] : 0;
        }
        turn(new double[] {error[3], error[4], error[5]}, truth, result);
        return result;
    }

    /** The rotation vector from the second orientation to the first. */
    private static double[] vector(double[] to, double[] from) {
        double[] q = product(to[3], to[4], to[5], to[6], -from[3], -from[4], -from[5], from[6]);
        double sign = q[3] < 0 ? -1 : 1;
        double sine = Math.sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2]);
        double scale = sine == 0 ? 0 : 2 * Math.atan2(sine, sign * q[3]) / sine * sign;
        return new double[] {q[0] * scale, q[1] * scale, q[2] * scale};
    }

    private static void turn(double[] vector, double[] from, double[] into) {
        double angle = length(vector, 0);
        double scale = angle == 0 ? 0 : Math.sin(angle / 2) / angle;
        double[] q = product(
                vector[0] * scale,
                vector[1] * scale,
                vector[2] * scale,
                Math.cos(angle / 2),
                from[3],
                from[4],
                from[5],
                from[6]);
        System.arraycopy(q, 0, into, 3, 4);
    }

    private static double[] product(
            double ax, double ay, double az, double aw, double bx, double by, double bz, double bw) {
        return new double[] {
            aw * bx + ax * bw + ay * bz - az * by,
            aw * by - ax * bz + ay * bw + az * bx,
            aw * bz + ax * by - ay * bx + az * bw,
            aw * bw - ax * bx - ay * by - az * bz
        };
    }

    /** Adds whole turns to a rotation vector until it is nearest to another one. */
    private static void nearest(double[] parts, double[] to) {
        double angle = length(parts, 3);
        double[] best = parts.clone();
        for (int turns = -2; turns <= 2 && angle > 0; turns++) {
            double[] other = parts.clone();
            for (int i = 3; i < 6; i++) {
                other[i] *= 1 + turns * 2 * Math.PI / angle;
            }
            if (distance(other, to) < distance(best, to)) {
                best = other;
            }
        }
        System.arraycopy(best, 0, parts, 0, parts.length);
    }

    private static double distance(double[] one, double[] other) {
        double square = 0;
        for (int i = 3; i < 6; i++) {
            square += (one[i] - other[i]) * (one[i] - other[i]);
        }
        return square;
    }

    private static double length(double[] values, int at) {
        return Math.sqrt(values[at] * values[at] + values[at + 1] * values[at + 1] + values[at + 2] * values[at + 2]);
    }

    private double[] round(double[] pose) {
        double[] rounded = pose.clone();
        for (int i = doubles ? 3 : 0; i < rounded.length; i++) {
            rounded[i] = (float) rounded[i];
        }
        return rounded;
    }

    private double step(State to) {
        long span = to.simulationNanos() - nanos;
        nanos = to.simulationNanos();
        toTick = to.tick();
        TimeAnchor anchor = new TimeAnchor();
        to.anchor(anchor);
        return anchor.isPaused() ? span : span * (double) anchor.scaleDenominator() / anchor.scaleNumerator();
    }

    private Body[] copy(State state) {
        Body[] bodies = new Body[shown.length];
        for (int slot = 0; slot < bodies.length; slot++) {
            if (state.isAlive(slot)) {
                double[] pose = Arrays.copyOf(Poses.of(state, slot), 7 + channels);
                for (int channel = 0; channel < channels; channel++) {
                    pose[7 + channel] = state.linear(channel)[slot];
                }
                bodies[slot] = new Body(state.epoch(slot), state.parent(slot), pose);
            }
        }
        return bodies;
    }
}
