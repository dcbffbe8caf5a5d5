package io.github.freestep.benchmarks.scenes;

import io.github.freestep.render.Frame;
import io.github.freestep.state.State;
import io.github.freestep.state.StateLayout;
import java.util.StringJoiner;

/** A picture to be checked: a frame, or a state, which is a frame at its own time. For one thread; reused. */
final class CheckedPicture {
    /** Due times are rounded down to nanoseconds, and a period of a fraction of them is not. */
    static final double ROUNDING_NANOS = 2;

    /** Where a value is in {@link #all} and in an error: three of position, four of orientation, the linear channel. */
    static final int X = 0;

    static final int Y = 1;
    static final int Z = 2;
    static final int QX = 3;
    static final int QY = 4;
    static final int QZ = 5;
    static final int QW = 6;
    static final int LINEAR = 7;

    private Frame frame;
    private State state;

    int bodies;
    long olderTick;
    long newerTick;
    double alpha;
    double periodNanos;
    double olderNanos;
    double newerNanos;

    /** The time of the poses. */
    double shownNanos;

    /** The time that they should be of: of those that are held it is later. */
    double pictureNanos;

    private double simulationNanos;

    /** Every value that interpolates; the last one null where there is none. */
    final float[][] all = new float[LINEAR + 1][];

    /** Of the first two stepped channels; null where there is none. */
    float[] ticks;

    float[] second;

    /** How much there is of an error in it, which is being taken back; zero if there is none. */
    float left;

    float[][] error;

    /** For how long at the most a body was carried on, or stood, to be that wrong. */
    double carriedNanos;

    final Expected expected = new Expected(this);

    CheckedPicture of(Frame picture, StateLayout layout, double periodNanos) {
        frame = picture;
        state = null;
        bodies = picture.slots();
        simulationNanos = picture.simulationNanos();
        // Dropped time can leave the clock ahead of the present; what is shown is the present then.
        pictureNanos = Math.min(simulationNanos, picture.currentSimulationNanos());
        time(picture.olderTick(), picture.newerTick(), picture.alpha(), periodNanos);
        all[X] = picture.x();
        all[Y] = picture.y();
        all[Z] = picture.z();
        all[QX] = picture.qx();
        all[QY] = picture.qy();
        all[QZ] = picture.qz();
        all[QW] = picture.qw();
        all[LINEAR] = layout.linearChannels().isEmpty() ? null : picture.linear(0);
        ticks = picture.stepped(0);
        second = layout.steppedChannels().size() < 2 ? null : picture.stepped(1);
        left = FrameError.left(picture);
        error = FrameError.of(picture);
        return this;
    }

    CheckedPicture of(State picture, StateLayout layout, double periodNanos) {
        frame = null;
        state = picture;
        bodies = picture.slots();
        simulationNanos = picture.simulationNanos();
        pictureNanos = simulationNanos;
        time(picture.tick(), picture.tick(), 0, periodNanos);
        all[X] = picture.x();
        all[Y] = picture.y();
        all[Z] = picture.z();
        all[QX] = picture.qx();
        all[QY] = picture.qy();
        all[QZ] = picture.qz();
        all[QW] = picture.qw();
        all[LINEAR] = layout.linearChannels().isEmpty() ? null : picture.linear(0);
        ticks = picture.stepped(0);
        second = layout.steppedChannels().size() < 2 ? null : picture.stepped(1);
        left = 0;
        return this;
    }

    private void time(long older, long newer, double part, double period) {
        olderTick = older;
        newerTick = newer;
        alpha = part;
        periodNanos = period;
        // As doubles, off by a thousandth of a nanosecond after a day.
        olderNanos = older * period;
        newerNanos = newer * period;
        // Of the poses, which stand at the ends of a bridge and of the window while the clock goes on.
        shownNanos = olderNanos + part * gapNanos();
    }

    /** And no frame. */
    boolean isState() {
        return state != null;
    }

    /** How many values there are of a body. */
    int components() {
        return all[LINEAR] == null ? LINEAR : LINEAR + 1;
    }

    boolean alive(int body) {
        return frame != null ? frame.isAlive(body) : state.isAlive(body);
    }

    /** The tick of the state that the picture has reached. */
    long reachedTick() {
        return alpha >= 1 ? newerTick : olderTick;
    }

    double reachedNanos() {
        return alpha >= 1 ? newerNanos : olderNanos;
    }

    double gapNanos() {
        return newerNanos - olderNanos;
    }

    /** Whether ticks, their times and the time that is shown fit together. */
    String flawOfTime() {
        boolean linked = state == null || state.predecessorTick() < state.tick();
        // Before the window, and beyond a bridge of one gap, a frame shows the nearest that there is.
        double nearest =
                state != null ? pictureNanos : Math.max(olderNanos, Math.min(newerNanos + gapNanos(), pictureNanos));
        if (!linked || Math.abs(nearest - shownNanos) > ROUNDING_NANOS) {
            return this + ": its ticks are of other times, " + olderNanos + " and " + newerNanos + " ns";
        }
        float tick = reachedTick() % Books.TICKS;
        for (int body = 0; body < bodies; body++) {
            if (ticks[body] != tick) {
                return wrong(body, Books.TICK_CHANNEL, ticks[body], tick);
            }
        }
        return null;
    }

    /** A value without what is in it of an error. */
    float corrected(int component, int body) {
        float value = all[component][body];
        return left == 0 ? value : value - left * error[component][body];
    }

    /** The most that a component of an orientation is wrong by; NaN if one is. */
    float turnError(int body) {
        return Math.max(
                Math.max(Math.abs(error[QX][body]), Math.abs(error[QY][body])),
                Math.max(Math.abs(error[QZ][body]), Math.abs(error[QW][body])));
    }

    String wrongError(int body) {
        return this + ", body " + body + ": an error of " + values(error, body)
                + " is taken back, which is no motion or that of more than " + (long) carriedNanos + " ns";
    }

    String values(int body) {
        return values(all, body);
    }

    private String values(float[][] from, int body) {
        StringJoiner text = new StringJoiner(" ");
        for (int i = 0; i < components(); i++) {
            text.add(Float.toString(from[i][body]));
        }
        return text.toString();
    }

    String wrong(int body, String what, float is, float shouldBe) {
        return this + ", body " + body + ": " + what + " is " + is + " and should be " + shouldBe;
    }

    @Override
    public String toString() {
        return state != null
                ? "state of tick " + olderTick
                : "frame at " + (long) simulationNanos + " ns, ticks " + olderTick + " to " + newerTick + ", alpha "
                        + alpha;
    }
}
