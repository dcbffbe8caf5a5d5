package io.github.freestep.benchmarks.scenes;

import io.github.freestep.render.Frame;
import io.github.freestep.state.State;
import io.github.freestep.state.StateLayout;

/** A picture to be checked: a frame, or a state, which is a frame at its own time. For one thread; reused. */
final class View {
    /** Due times are rounded down to nanoseconds, and a period of a fraction of them is not. */
    static final double ROUNDING_NANOS = 2;

    private static final double MOST_ALPHA = 2;

    private Frame frame;
    private State state;

    int bodies;
    long olderTick;
    long newerTick;
    double alpha;
    double periodNanos;
    double olderNanos;
    double newerNanos;
    double simulationNanos;

    /** The time of the poses. */
    double shownNanos;

    float[] x;
    float[] y;
    float[] z;
    float[] qx;
    float[] qy;
    float[] qz;
    float[] qw;

    /** Of the first linear and the first two stepped channels; null where there is none. */
    float[] linear;

    float[] ticks;
    float[] births;

    View of(Frame picture, StateLayout layout, double periodNanos) {
        frame = picture;
        state = null;
        bodies = picture.bodies();
        time(picture.olderTick(), picture.newerTick(), picture.alpha(), picture.simulationNanos(), periodNanos);
        x = picture.x();
        y = picture.y();
        z = picture.z();
        qx = picture.qx();
        qy = picture.qy();
        qz = picture.qz();
        qw = picture.qw();
        linear = layout.linearChannels().isEmpty() ? null : picture.linear(0);
        ticks = picture.stepped(0);
        births = layout.steppedChannels().size() < 2 ? null : picture.stepped(1);
        return this;
    }

    View of(State picture, StateLayout layout, double periodNanos) {
        frame = null;
        state = picture;
        bodies = picture.bodies();
        time(picture.tick(), picture.tick(), 0, picture.simulationNanos(), periodNanos);
        x = picture.x();
        y = picture.y();
        z = picture.z();
        qx = picture.qx();
        qy = picture.qy();
        qz = picture.qz();
        qw = picture.qw();
        linear = layout.linearChannels().isEmpty() ? null : picture.linear(0);
        ticks = picture.stepped(0);
        births = layout.steppedChannels().size() < 2 ? null : picture.stepped(1);
        return this;
    }

    private void time(long older, long newer, double part, long nanos, double period) {
        olderTick = older;
        newerTick = newer;
        alpha = part;
        periodNanos = period;
        // As doubles, off by a thousandth of a nanosecond after a day.
        olderNanos = older * period;
        newerNanos = newer * period;
        // Motion is carried on for one gap, and then held: so it is when gaps get shorter while one is bridged.
        simulationNanos = nanos;
        shownNanos = part > MOST_ALPHA ? newerNanos + gapNanos() : nanos;
    }

    /** Whether all bodies stand still, and not only those that began a new life in the newest state. */
    boolean held() {
        return alpha > MOST_ALPHA;
    }

    boolean alive(int body) {
        return frame != null ? frame.alive(body) : state.alive(body);
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
        boolean fits = held() || Math.abs(olderNanos + alpha * gapNanos() - shownNanos) <= ROUNDING_NANOS;
        if (!linked || !fits) {
            return this + ": its ticks are of other times, " + olderNanos + " and " + newerNanos + " ns";
        }
        float tick = reachedTick() % CheckedScene.TICKS;
        for (int body = 0; body < bodies; body++) {
            if (ticks[body] != tick) {
                return wrong(body, CheckedScene.TICK_CHANNEL, ticks[body], tick);
            }
        }
        return null;
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
