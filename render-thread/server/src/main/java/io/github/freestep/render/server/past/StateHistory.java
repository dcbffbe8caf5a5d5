package io.github.freestep.render.server.past;

import io.github.freestep.internal.Inside;
import io.github.freestep.render.Frame;
import io.github.freestep.render.FrameSampler;
import io.github.freestep.render.picture.ChosenFrame;
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
 * seconds again, as a <i>kill cam</i>. {@link #update} and {@link #at} never block. All memory is allocated when the
 * history is opened if the states are those of a service or a stepper, whose rate is known. Otherwise, as for remote
 * states, {@code update} allocates until the history is as long as you asked for, and then nothing, unless {@link
 * #hold} needs more. {@link #bytes} says how much was allocated.
 *
 * <pre>{@code
 * StateHistory history = StateHistory.builder(physics.states()).open();
 *
 * history.update();                                                       // in each step
 *
 * Frame then = history.at(shownNanos);                                    // in a step or a command
 * if (picker.ray(then, x, y, z, dx, dy, dz, 100, 0.5f, hits) > 0) {
 *     hit(hits.slot(0), hits.life(0));
 * }
 * }</pre>
 *
 * <p>If a sampler's frame shows an instant, {@link #at} shows the same bodies with the same lives and positions at that
 * instant, with the exceptions that are listed there.
 *
 * <p>For one thread at a time, frames included. For shots, this is the thread that steps the world, because it finds
 * all states that it has published before. For a kill cam, it is the thread that renders, which has a history of its
 * own, calls {@link #hold} before it shows something again, calls {@code update} in each frame even while the kill cam
 * runs, and moves the instant as slowly as it likes, or backwards.
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
    private final long stateBytes;

    private StateHistory(StateBuffer states, ExactStates exact, long stateBytes) {
        this.exact = exact;
        this.stateBytes = stateBytes;
        clock = states.clock();
        shown = Inside.of(FrameSampler.builder(states)).get();
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
        StateSpan states = exact.at(simulationNanos);
        if (!states.isEmpty()) {
            long nanos = Math.max(states.oldestNanos(), Math.min(simulationNanos, states.newestNanos()));
            long reached = states.reached(nanos);
            State older = states.state(reached);
            boolean moves = states.hasNext(reached);
            State newer = moves ? states.state(reached + 1) : older;
            // How the bodies moved in states that were missed is unknown, so the last state before them stays.
            shown.show(older, newer, exact.live.newest(), moves ? nanos : older.simulationNanos(), clock.nanoTime());
        }
        return shown.frame();
    }

    /** The newest states, for {@link Shot}. */
    StateSpan live() {
        return exact.live;
    }

    /**
     * Holds all states that the history has now until {@link #release}, so that {@link #at} finds them however slowly
     * they are shown. Meanwhile, {@link #update} still keeps the newest states. Without this, the oldest states leave
     * while they are shown: 3 seconds at a quarter of the speed take 12, so the last of them would have to be 12
     * seconds old. The first call lets the history allocate as much memory again, as newer states come. A second call
     * holds what there is then instead.
     */
    public void hold() {
        exact.hold();
    }

    /** Ends {@link #hold}: what is older than the history keeps can no longer be shown. Does nothing without it. */
    public void release() {
        exact.release();
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
     * The simulation time of the oldest state that is kept or held.
     *
     * @return nanoseconds since the simulation began; 0 before the first state
     */
    public long oldestNanos() {
        return exact.live.isEmpty() ? 0 : exact.oldestNanos();
    }

    /**
     * The simulation time of the newest state that the last {@link #update} has taken.
     *
     * @return nanoseconds since the simulation began; 0 before the first state
     */
    public long newestNanos() {
        return exact.live.isEmpty() ? 0 : exact.live.newestNanos();
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
     * The memory that this history has allocated for states.
     *
     * @return bytes, without the frame that {@link #at} returns; if the rate of the states is known, only {@link #hold}
     *     increases them
     */
    public long bytes() {
        return exact.made * stateBytes;
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
        /** The part of the heap that states may need, because a program has more than a history. */
        private static final int PART_OF_HEAP = 2;

        private static final int MOST_DAYS = 1_000;

        private final StateBuffer states;
        private Duration last = Duration.ofSeconds(1);

        private Builder(StateBuffer states) {
            this.states = states;
        }

        /**
         * Sets how far back the history reaches, in simulation time, however many states that is. Each state takes
         * about 33 bytes for each slot, and 4 for each channel of a slot, so choose seconds. For what was longer ago,
         * record the run. Default: 1 second.
         *
         * @param span positive, at most 1,000 days
         * @return this
         * @throws IllegalArgumentException if the span is out of that range
         */
        public Builder last(Duration span) {
            Objects.requireNonNull(span, "span must not be null");
            if (span.isNegative() || span.isZero() || span.compareTo(Duration.ofDays(MOST_DAYS)) > 0) {
                throw new IllegalArgumentException("span must be positive and at most 1,000 days, was " + span
                        + "; take the longest time between a picture and the arrival of its shot");
            }
            last = span;
            return this;
        }

        /**
         * Makes a history. Allocates all that it needs if the rate of the states is known.
         *
         * @return a history, to be closed
         * @throws IllegalArgumentException if the states are known to need more than half of the heap; if the rate is
         *     not known, the oldest states leave when the others need as much
         * @throws IllegalStateException if the buffer already has as many readers as it serves
         */
        public StateHistory open() {
            long stateBytes = ExactStates.stateBytes(states);
            long heap = Runtime.getRuntime().maxMemory() / PART_OF_HEAP;
            long gapNanos = Inside.of(states).gapNanos();
            // The states of the time span, and the one before it.
            long count = gapNanos == 0 ? 0 : last.toNanos() / gapNanos + 3;
            if (count > heap / stateBytes) {
                throw new IllegalArgumentException(String.format(
                        Locale.ROOT,
                        "the states of the history must fit into half of the heap, %,d bytes, but %s at %.0f per second"
                                + " need %,d bytes; choose a shorter time, or record the run",
                        heap,
                        last,
                        1e9 / gapNanos,
                        count * stateBytes));
            }
            ExactStates exact = new ExactStates(states, last.toNanos(), Math.max(2, heap / stateBytes));
            exact.make(count);
            return new StateHistory(states, exact, stateBytes);
        }
    }
}
