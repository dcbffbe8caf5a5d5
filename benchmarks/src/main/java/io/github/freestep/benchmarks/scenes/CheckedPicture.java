package io.github.freestep.benchmarks.scenes;

import io.github.freestep.render.Frame;
import io.github.freestep.state.State;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.content.StateInside;
import java.util.StringJoiner;

/**
 * A picture to check: a frame, or a published state, which counts as a frame at its own time. Reused, for one thread.
 *
 * <p>Terms of the checks:
 *
 * <ul>
 *   <li>A frame has an <i>older</i> and a <i>newer</i> state. The <i>gap</i> is the simulation time from one to
 *       the other.
 *   <li>{@code alpha} is the place of the frame in the gap: 0 at the older state, 1 at the newer one, and more than 1
 *       in an extrapolation.
 *   <li>The <i>reached</i> state is the newer one if {@code alpha >= 1}, otherwise the older one. It determines which
 *       bodies the frame shows, and the values of stepped channels.
 *   <li>If an extrapolation was wrong, the sampler <i>blends out</i> the error: it adds a share of the error to the
 *       next frames, which decreases from 1 to 0.
 *   <li>A <i>flaw</i> is a text that says what is wrong with a picture; null if nothing is.
 * </ul>
 */
final class CheckedPicture {
    /**
     * The tolerance of times. Due times are rounded down to nanoseconds, but {@link #periodNanos} is not rounded. So a
     * gap may be up to 1 ns longer than it looks, and a frame shows a time that is up to three gaps after its older
     * state.
     */
    static final double ROUNDING_NANOS = 3;

    /** Indices into {@link #all} and {@link #error}: position, orientation, and the linear channel. */
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

    /** The simulation time that the poses show. Poses stop at the end of an extrapolation or of the window. */
    double shownNanos;

    /**
     * The simulation time that the picture should show. If the poses have stopped, it is later
     * than {@link #shownNanos}.
     */
    double pictureNanos;

    private double simulationNanos;

    /** Every interpolated value; the last array is null if the layout has no linear channel. */
    final float[][] all = new float[LINEAR + 1][];

    /** The first two stepped channels; the second is null if the layout has only one. */
    float[] ticks;

    float[] second;

    /** The share of {@link #error} that is still in the picture; 0 if the sampler blends nothing out. */
    float left;

    float[][] error;

    /** The four states whose curve a frame follows beyond the last of them; the first is null if it follows none. */
    private final State[] curve = new State[4];

    /** The error has built up for at most this time, while the sampler extrapolated a body or held it in place. */
    double carriedNanos;

    final Expected expected = new Expected(this);

    CheckedPicture of(Frame picture, StateLayout layout, double periodNanos) {
        frame = picture;
        state = null;
        bodies = picture.slots();
        simulationNanos = picture.simulationNanos();
        // If the service drops time, the sampler's time can be ahead of the service's. The frame then shows the
        // service's time.
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
        error = FrameError.of(picture, curve);
        return this;
    }

    CheckedPicture of(State picture, StateLayout layout, double periodNanos) {
        frame = null;
        state = picture;
        bodies = picture.slots();
        simulationNanos = picture.simulationNanos();
        pictureNanos = simulationNanos;
        time(picture.tick(), picture.tick(), 0, periodNanos);
        System.arraycopy(StateInside.values(picture), 0, all, 0, LINEAR);
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
        // As doubles, these are off by 0.001 ns after a day.
        olderNanos = older * period;
        newerNanos = newer * period;
        shownNanos = olderNanos + part * gapNanos();
    }

    boolean isState() {
        return state != null;
    }

    /** Returns the number of values per body. */
    int components() {
        return all[LINEAR] == null ? LINEAR : LINEAR + 1;
    }

    boolean alive(int body) {
        return frame != null ? frame.isAlive(body) : state.isAlive(body);
    }

    /** Returns the tick of the state that the picture has reached. */
    long reachedTick() {
        return alpha >= 1 ? newerTick : olderTick;
    }

    double reachedNanos() {
        return alpha >= 1 ? newerNanos : olderNanos;
    }

    double gapNanos() {
        return newerNanos - olderNanos;
    }

    /** Checks that the ticks, their times and the shown time fit together. */
    String flawOfTime() {
        boolean linked = state == null || StateInside.predecessorTick(state) < state.tick();
        // A frame can show the times from its older state to two gaps after its newer one. Outside of that range, it
        // shows the nearest of these times.
        double latestNanos = newerNanos + 2 * gapNanos();
        double nearest = state != null ? pictureNanos : Math.max(olderNanos, Math.min(latestNanos, pictureNanos));
        if (!linked || Math.abs(nearest - shownNanos) > ROUNDING_NANOS) {
            return this + ": its ticks do not fit its time: they are at " + olderNanos + " and " + newerNanos + " ns";
        }
        return null;
    }

    /** Checks that all living bodies have the tick of the reached state in the tick channel. */
    String flawOfTicks() {
        float tick = reachedTick() % CheckedScene.TICKS;
        for (int body = 0; body < bodies; body++) {
            if (alive(body) && ticks[body] != tick) {
                return wrongTick(body, tick);
            }
        }
        return null;
    }

    String wrongTick(int body, float shouldBe) {
        return wrong(body, CheckedScene.TICK_CHANNEL, ticks[body], shouldBe);
    }

    /** Returns a value, minus the part of {@link #error} that is still in it, and minus its curve. */
    float corrected(int component, int body) {
        float value = (float) (all[component][body] - bent(component, body));
        return left == 0 ? value : value - left * error[component][body];
    }

    /**
     * Returns by how much a coordinate is off the straight line beyond the newest state. If the last two changes of
     * speed are alike, the motion continues as if the speed changed so once more.
     */
    private double bent(int component, int body) {
        if (component > Z || isState() || curve[0] == null || curve[0].epoch(body) != curve[3].epoch(body)) {
            return 0;
        }
        double moved = at(3, component, body) - at(2, component, body);
        double movedBefore = at(2, component, body) - at(1, component, body);
        double change = moved - movedBefore;
        double changeBefore = movedBefore - (at(1, component, body) - at(0, component, body));
        boolean alike = 2 * Math.abs(change - changeBefore) <= Math.min(Math.abs(change), Math.abs(changeBefore));
        return alike && moved != 0 ? change * alpha * (alpha - 1) / 2 : 0;
    }

    private double at(int state, int component, int body) {
        return StateInside.values(curve[state])[component][body];
    }

    /** Returns the largest absolute error of a component of the orientation; NaN if a component is NaN. */
    float turnError(int body) {
        return Math.max(
                Math.max(Math.abs(error[QX][body]), Math.abs(error[QY][body])),
                Math.max(Math.abs(error[QZ][body]), Math.abs(error[QW][body])));
    }

    String wrongError(int body) {
        return this + ", body " + body + ": blends out an error of " + values(error, body)
                + ", which the body can't have made by moving for at most " + (long) carriedNanos + " ns";
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
        return this + ", body " + body + ": " + what + " was " + is + ", expected " + shouldBe;
    }

    @Override
    public String toString() {
        return state != null
                ? "state of tick " + olderTick
                : "frame at " + (long) simulationNanos + " ns, ticks " + olderTick + " to " + newerTick + ", alpha "
                        + alpha;
    }
}
