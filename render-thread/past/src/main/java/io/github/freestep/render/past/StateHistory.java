package io.github.freestep.render.past;

import io.github.freestep.internal.Inside;
import io.github.freestep.internal.Ranges;
import io.github.freestep.render.Frame;
import io.github.freestep.render.FrameSampler;
import io.github.freestep.render.spi.ChosenFrame;
import io.github.freestep.state.State;
import io.github.freestep.state.StateBuffer;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StateReader;
import io.github.freestep.time.NanoClock;
import java.time.Duration;
import java.util.Locale;
import java.util.Objects;

/**
 * Keeps the states of the last seconds, and shows the world as a frame showed it at an instant of the past. With it, a
 * server decides about a shot by the picture that the shooter saw (<i>lag compensation</i>), and a game shows its last
 * seconds again, as a <i>kill cam</i>. {@link #update} and {@link #at} allocate nothing and never block. All memory is
 * allocated when the history is built, and {@link #bytes} says how much.
 *
 * <pre>{@code
 * StateHistory history = StateHistory.builder(physics.states()).rate(100).open();
 *
 * history.update();                                                       // in each step
 *
 * Frame then = history.at(shownNanos);                                    // in a step or a command
 * if (picker.ray(then, x, y, z, dx, dy, dz, 100, 0.5f, hits) > 0) {       // by freestep-picking
 *     hit(hits.slot(0), hits.life(0));
 * }
 * }</pre>
 *
 * <p>If a sampler's frame shows an instant, {@link #at} shows the same bodies with the same lives and positions at that
 * instant, with the exceptions that are listed there.
 *
 * <p>For one thread at a time, frames included. For shots, this is the thread that steps the world, because it finds
 * all states that it has published before. For a kill cam, it is the thread that renders, which has a history of its
 * own, calls {@code update} in each frame even while the kill cam runs, and moves the instant as slowly as it likes, or
 * backwards.
 *
 * <p>To look back further than some seconds, record the run by {@code freestep-recording} instead.
 */
// Rejected: interpolating only the bodies near a ray, by a bound from both of their positions. To find them reads as
// much as to interpolate all positions, and computes more.
public final class StateHistory implements AutoCloseable {
    private final StateReader reader;
    private final ExactStates exact;
    private final NanoClock clock;
    private final ChosenFrame<Frame> shown;
    private final long bytes;

    private StateHistory(StateBuffer states, int count, long bytes) {
        this.bytes = bytes;
        clock = states.clock();
        shown = Inside.of(FrameSampler.builder(states)).get();
        exact = new ExactStates(states, count);
        reader = states.reader();
    }

    /**
     * Creates a builder of histories.
     *
     * @param states the buffer to read from, such as {@code physics.states()}
     * @return a builder with a default for every option
     */
    public static Builder builder(StateBuffer states) {
        return new Builder(Objects.requireNonNull(states, "states must not be null"));
    }

    /**
     * Takes the states that were published since the last call. It finds only those of the newest window, so call it
     * before a state leaves the window, such as in each step or frame. {@link #missed} counts the calls that came too
     * late. Takes time proportional to the blocks of bodies that changed since the oldest state. Do not use the frames
     * of {@link #at} after that: orientations and channels that were not read before throw {@link
     * IllegalStateException}.
     *
     * @throws IllegalStateException if the history is closed, or another thread uses it at the moment
     */
    public void update() {
        boolean isNew = reader.acquire();
        // Even if nothing is new, so that a frame that is read too late never goes unnoticed.
        shown.close();
        if (isNew) {
            exact.take(reader);
        }
        // So that another thread of the group may step the world next.
        reader.release();
    }

    /**
     * Shows the world at a past instant as a frame of that instant showed it, from the states that {@link #update} has
     * taken.
     *
     * <p>Where the history has no state, the result shows another instant, which {@link Frame#simulationNanos} returns.
     * An instant before the oldest state shows the oldest state, one after the newest shows the newest, and one among
     * {@linkplain #missed missed} states shows the last state before them. So compare that instant with the one that
     * you asked for: if they differ, a shot is judged by another picture than its player saw, and a kill cam should
     * end.
     *
     * <p>If a sampler's frame shows an instant T, then the frame of {@code at(T)} has the same bodies with the same
     * lives, and all positions and channels are the same to the last bit. The last bits of orientations may differ. For
     * {@linkplain StateLayout#doublePositions() double positions}, both must have the same origin. There are three
     * exceptions, in which a sampler's frame shows what the history does not have:
     *
     * <ul>
     *   <li>a frame that {@linkplain Frame#isBridged continued} motion beyond the newest state, because the next was
     *       late, and the frames of the next three gaps, which blend its error out;
     *   <li>in a pause, a frame from before a command changed the world: the states before and after the command have
     *       the same instant, and the history keeps the newer one;
     *   <li>frames of a receiver that had missed states, or parts of them.
     * </ul>
     *
     * <p>This method interpolates the positions of all bodies, which is all that rays and overlaps need. {@code
     * orientation}, {@code matrix} and {@code point} of a frame interpolate one more body. All other methods that
     * return orientations or channels make those of all bodies when one of them is first called. For all bodies, use
     * these.
     *
     * <p>Reading the result also writes to it, because it makes orientations and channels only when they are read. So
     * it is for one thread at a time. Read them before the next {@link #update}: after it, what was not read before
     * throws {@link IllegalStateException}. The lists and ranges of the result, such as {@link Frame#changedRanges},
     * say what differs from the frame of the last call. {@link Frame#delayNanos} is the simulation time from the shown
     * instant to the newest state.
     *
     * @param simulationNanos what {@link Frame#simulationNanos} of a sampler's frame returned, or any other instant
     * @return always the same frame, for use until the next call of this method or of {@link #update}; {@link
     *     Frame#hasState} is false if no state was taken yet
     */
    public Frame at(long simulationNanos) {
        if (!exact.isEmpty()) {
            long nanos = Math.max(exact.oldestNanos(), Math.min(simulationNanos, exact.newestNanos()));
            long reached = exact.reached(nanos);
            State older = exact.state(reached);
            boolean moves = exact.hasNext(reached);
            State newer = moves ? exact.state(reached + 1) : older;
            // How the bodies moved in states that were missed is unknown, so the last state before them stays.
            shown.show(older, newer, exact.newest(), moves ? nanos : older.simulationNanos(), clock.nanoTime());
        }
        return shown.frame();
    }

    /**
     * Sets the origin of the next frames, as {@link FrameSampler#origin} does. A frame is exact only if it has the same
     * origin as the one that a sampler has shown.
     *
     * @param x the x coordinate; default: 0
     * @param y the y coordinate
     * @param z the z coordinate
     * @throws IllegalArgumentException if a coordinate is NaN, or its magnitude is 2<sup>125</sup> or more
     * @throws IllegalStateException if the positions of the states are floats
     */
    public void origin(double x, double y, double z) {
        shown.frame().nextOrigin(x, y, z);
    }

    /**
     * The simulation time of the oldest state that is kept.
     *
     * @return nanoseconds since the simulation began; 0 before the first state
     */
    public long oldestNanos() {
        return exact.isEmpty() ? 0 : exact.oldestNanos();
    }

    /**
     * The simulation time of the newest state that the last {@link #update} has taken.
     *
     * @return nanoseconds since the simulation began; 0 before the first state
     */
    public long newestNanos() {
        return exact.isEmpty() ? 0 : exact.newestNanos();
    }

    /**
     * How often states were missed, because {@link #update} was not called for longer than the window of the states.
     * For an instant among them, {@link #at} shows the last state before them.
     *
     * @return counted from zero; if it grows, call {@code update} more often, or give the service a larger window
     */
    public long missed() {
        return exact.missed;
    }

    /**
     * The memory of all states that this history can keep, which was allocated when it was built.
     *
     * @return bytes, without the frame that {@link #at} returns
     */
    public long bytes() {
        return bytes;
    }

    /** Leaves the buffer. {@link #at} still shows what was taken before. A second call does nothing. */
    @Override
    public void close() {
        reader.close();
    }

    /**
     * The options of a history; all of them have defaults. Not thread-safe. A builder can be changed and used again.
     * The histories that it has made before do not change.
     */
    public static final class Builder {
        private static final int MOST_RATE = 10_000;
        private static final double SECOND_NANOS = 1e9;

        private final StateBuffer states;
        private Duration last = Duration.ofSeconds(1);
        private int rate = 100;

        private Builder(StateBuffer states) {
            this.states = states;
        }

        /**
         * Sets how far back the history reaches, in simulation time. Each state takes about 33 bytes for each slot, and
         * 4 for each channel of a slot, so choose seconds. For what was longer ago, record the run. Default: 1 second.
         *
         * @param span positive
         * @return this
         * @throws IllegalArgumentException if the span is not positive
         */
        public Builder last(Duration span) {
            Objects.requireNonNull(span, "span must not be null");
            if (span.isNegative() || span.isZero()) {
                throw new IllegalArgumentException("span must be positive, was " + span
                        + "; take the longest time between a picture and the arrival of its shot");
            }
            last = span;
            return this;
        }

        /**
         * Sets how many states are published per second of simulation time: the rate of the service, divided by its
         * {@code publishEvery}, which by default is 200 at most. It decides how much memory is allocated. With a lower
         * rate than the real one, the history reaches back less far. Default: 100.
         *
         * @param statesPerSecond from 1 to 10000; round a fraction up
         * @return this
         * @throws IllegalArgumentException if the number is out of that range
         */
        public Builder rate(int statesPerSecond) {
            rate = Ranges.require(1, MOST_RATE, statesPerSecond, "statesPerSecond", "");
            return this;
        }

        /**
         * Makes a history, and allocates all that it needs.
         *
         * @return a history, to be closed
         * @throws IllegalArgumentException if the states need more bytes than the heap can have
         * @throws IllegalStateException if the buffer already has as many readers as it serves
         */
        public StateHistory open() {
            // The states of the time span, and the one before it.
            double count = Math.ceil((last.getSeconds() + last.getNano() / SECOND_NANOS) * rate) + 2;
            double bytes = count * ExactStates.stateBytes(states);
            long heap = Runtime.getRuntime().maxMemory();
            if (bytes > heap) {
                throw new IllegalArgumentException(String.format(
                        Locale.ROOT,
                        "the states of the history must fit into the heap of %,d bytes, but %s at %d per second need"
                                + " %,.0f bytes; choose a shorter time, or record the run",
                        heap,
                        last,
                        rate,
                        bytes));
            }
            return new StateHistory(states, (int) count, (long) bytes);
        }
    }
}
