package io.github.freestep.render;

import io.github.freestep.history.ClipWriter;
import io.github.freestep.history.CompactStates;
import io.github.freestep.history.ExactStates;
import io.github.freestep.internal.StateInside;
import io.github.freestep.state.State;
import io.github.freestep.state.StateBuffer;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StateReader;
import io.github.freestep.time.NanoClock;
import io.github.freestep.time.TimeAnchor;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the newest states of a simulation, and shows the world as a frame showed it at an instant of the past. So a
 * server decides about a shot by the picture that the shooter saw. Only {@link #save} and {@link #close} block. {@link
 * #update} and {@link #at} allocate nothing, except for attachments of older states.
 *
 * <pre>{@code
 * StateHistory history = StateHistory.builder(physics.states()).rate(100).inline();
 *
 * history.update();                                                       // in each step
 *
 * Frame then = history.at(shownNanos);                                    // in a step or a command
 * if (then.ray(x, y, z, dx, dy, dz, 100, 0.5f, hits) > 0) {
 *     hit(hits.slot(0), hits.life(0));
 * }
 * }</pre>
 *
 * <p>For one thread at a time, frames included, except {@link #failure}, and with a thread of its own {@link #save},
 * {@link #oldestNanos} and {@link #newestNanos}. This is usually the thread that steps the world, because it finds all
 * states that it has published before. In a group, several threads may step the world, one after another.
 *
 * <p><b>Exact.</b> If a sampler's frame shows an instant T of the newest second, then the frame of {@code at(T)} has
 * the same bodies with the same lives, and all positions and channels are the same to the last bit. The last bits of
 * orientations may differ. For {@linkplain StateLayout#doublePositions() double positions}, both must have the same
 * origin. There are four exceptions, in which a sampler's frame shows what the history does not have:
 *
 * <ul>
 *   <li>a frame that {@linkplain Frame#isBridged continued} motion beyond the newest state, because the next was late,
 *       and the frames of the next three gaps, which blend its error out;
 *   <li>bodies that were {@linkplain FrameSampler#snap snapped} to the newest state;
 *   <li>in a pause, a frame from before a command changed the world: the states before and after the command have the
 *       same instant, and the history keeps the newer one;
 *   <li>frames of a receiver that had missed states, or parts of them.
 * </ul>
 *
 * <p><b>Older states.</b> A history of more than a second keeps its older states in a few bytes for each body, see
 * {@link Builder#last}. In a pause, they have the first edition of the newest state until time goes on, or until {@link
 * #save}. A frame of such an instant differs by the precision of these poses. It takes longer, because two states are
 * decoded: 0.6 ms for 1,000 bodies.
 *
 * <p><b>Cost.</b> In the newest second, {@code at} interpolates the positions of all bodies, which is all that rays and
 * overlaps need. {@code orientation}, {@code matrix} and {@code point} of a frame interpolate one more body. All other
 * methods that return orientations or channels make those of all bodies when one of them is first called. For all
 * bodies, use these.
 */
// Rejected: interpolating only the bodies near a ray, by a bound from both of their positions. To find them reads as
// much as to interpolate all positions, and computes more.
public final class StateHistory implements AutoCloseable {
    private final StateReader reader;
    private final ExactStates exact;
    private final NanoClock clock;
    private final int window;
    private final Picture picture;
    private final Frame frame;
    private final Around around = new Around();
    private final TimeAnchor anchor = new TimeAnchor();

    /** The states of more than the newest second; null if they are not kept. */
    private final @Nullable CompactStates kept;

    private final @Nullable OlderStates older;

    /** Appends to {@link #kept}: on the thread of this history if there is one, otherwise in {@link #update}. */
    private final @Nullable WindowKeeper keeper;

    private final @Nullable HistoryThread thread;
    private final String name;
    private boolean closed;

    /** The two states around an instant, or the newest one. */
    private static final class Around implements StateWindow {
        private State older;
        private State newer;

        @Override
        public int size() {
            return older == newer ? 1 : 2;
        }

        @Override
        public State state(int age) {
            return age == 0 ? newer : older;
        }
    }

    private StateHistory(Builder builder, boolean hasThread) {
        name = builder.name;
        StateBuffer states = builder.states;
        clock = states.clock();
        window = states.window();
        picture = new Picture(states.layout(), true);
        frame = new Frame(picture);
        HistorySize size = builder.size();
        exact = new ExactStates(states, size.exactStates());
        kept = size.isLong() ? CompactStates.of(states.layout(), size.compactBytes(), size.compactStates()) : null;
        older = kept == null ? null : new OlderStates(kept, clock);
        keeper = kept == null ? null : new WindowKeeper(kept);
        reader = states.reader();
        try {
            thread = hasThread ? new HistoryThread(states.reader(), keeper, builder.pollNanos()) : null;
            if (thread != null) {
                thread.start();
            }
        } catch (Throwable e) {
            reader.close();
            throw e;
        }
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
     * before a state leaves the window, such as in each step. {@link #missed} counts the calls that came too late.
     * Takes time proportional to the blocks of bodies that changed in the newest second. Without a thread, a history of
     * more than a second also encodes each state. Do not use the frames of {@link #at} after that: orientations and
     * channels that were not read before throw {@link IllegalStateException}.
     *
     * @throws IllegalStateException if the history is closed, or another thread uses it at the moment
     */
    public void update() {
        try {
            boolean isNew = reader.acquire();
            // Even if nothing is new, so that a frame that is read too late never goes unnoticed.
            picture.close();
            if (isNew) {
                exact.take(reader);
                if (keeper != null && thread == null) {
                    keeper.take(reader, false);
                }
            }
            // So that another thread of the group may step the world next.
            reader.release();
        } catch (IllegalStateException e) {
            throw misused(e);
        }
    }

    /**
     * Shows the world as a frame of an instant showed it. Calls {@link #update} first, so the newest state is known.
     *
     * <p>An instant before the oldest state shows the oldest state, and one after the newest shows the newest: {@link
     * Frame#simulationNanos} of the result is the instant that it shows. Reading the result also writes to it, so it is
     * for one thread at a time. The lists and ranges of the result, such as
     * {@link Frame#changedRanges}, say what differs from the frame of the last call. {@link Frame#delayNanos} is the
     * simulation time from the shown instant to the newest state.
     *
     * @param simulationNanos what {@link Frame#simulationNanos} of a sampler's frame returned
     * @return one of two frames, for use until the next call of this method or of {@link #update}; {@link
     *     Frame#hasState} is false if no state was published yet
     * @throws IllegalStateException if the history is closed, or another thread uses it at the moment
     */
    public Frame at(long simulationNanos) {
        update();
        long now = clock.nanoTime();
        frame.frameNanos = now;
        if (exact.isEmpty()) {
            return frame;
        }
        if (older != null && !isExact(simulationNanos)) {
            long shown = older.show(simulationNanos, now);
            if (shown == simulationNanos || shown < exact.oldestNanos()) {
                return describe(older.frame, shown, now);
            }
        }
        long shown = Math.max(exact.oldestNanos(), Math.min(simulationNanos, exact.newestNanos()));
        long reached = exact.reached(shown);
        around.older = exact.state(reached);
        around.newer = exact.isNewest(reached) ? around.older : exact.state(reached + 1);
        picture.show(around, shown, now);
        return describe(frame, shown, now);
    }

    /** Whether the states around an instant are there, and no state between them was missed. */
    private boolean isExact(long simulationNanos) {
        if (simulationNanos < exact.oldestNanos()) {
            return false;
        }
        long reached = exact.reached(simulationNanos);
        return exact.isNewest(reached) || exact.follows(reached + 1);
    }

    private Frame describe(Frame then, long shown, long now) {
        State newest = exact.newest();
        newest.anchor(anchor);
        then.hasState = true;
        then.frameNanos = now;
        then.simulationNanos = shown;
        then.currentSimulationNanos = exact.newestNanos();
        then.delayNanos = exact.newestNanos() - shown;
        then.publishedNanos = StateInside.publishedNanos(newest);
        then.isPaused = anchor.isPaused();
        return then;
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
        frame.nextOrigin(x, y, z);
        if (older != null) {
            older.frame.nextOrigin(x, y, z);
        }
    }

    /**
     * The simulation time of the oldest state that is kept. If the history has a thread, the answer is that of the
     * compact states, and any thread may ask.
     *
     * @return nanoseconds since the simulation began; 0 before the first state
     */
    public long oldestNanos() {
        if (thread != null) {
            long first = kept.first();
            return first == kept.end() ? 0 : kept.time(first);
        }
        if (exact.isEmpty()) {
            return 0;
        }
        return older == null ? exact.oldestNanos() : Math.min(exact.oldestNanos(), older.oldestNanos());
    }

    /**
     * The simulation time of the newest state that the last {@link #update} has taken. If the history has a thread, it
     * is the newest state that the thread has taken, and any thread may ask.
     *
     * @return nanoseconds since the simulation began; 0 before the first state
     */
    public long newestNanos() {
        if (thread != null) {
            long end = kept.end();
            return kept.first() == end ? 0 : kept.time(end - 1);
        }
        return exact.isEmpty() ? 0 : exact.newestNanos();
    }

    /**
     * How often states were missed, because {@link #update} was not called for longer than the window of the states, or
     * because the thread of this history looked too rarely. Frames of such a gap are not exact: they come from the
     * compact states, or interpolate between the states before and after the gap.
     *
     * @return counted from zero; if it grows, call {@code update} in each step, and set the {@link Builder#rate}
     */
    public long missed() {
        return exact.missed() + (thread == null ? 0 : keeper.missed());
    }

    /**
     * The memory of all states that this history can keep.
     *
     * @return bytes, without the frames that {@link #at} returns
     */
    public long bytes() {
        return exact.bytes() + (kept == null ? 0 : kept.memory());
    }

    /**
     * Opens a playback of the past for ordinary samplers, such as a kill cam. Any number can be open. Each is for the
     * thread that calls its {@code update} and samples its frames.
     *
     * @return a playback that begins with the oldest state
     * @throws IllegalStateException if the history keeps at most 1 second
     */
    public Playback playback() {
        if (kept == null) {
            throw new IllegalStateException(withoutCompact("a playback"));
        }
        return new Playback(kept, window, clock, true);
    }

    /**
     * Saves a part of the past as a clip, which {@link Playback#open} and the command {@code view} play. For any thread
     * if the history has a thread of its own; otherwise for the thread that updates it. Waits for the disk, and
     * allocates. If the process is killed meanwhile, the clip can be played up to its last whole block of 64 KB.
     *
     * <p>The clip has all kept states of the time span that were published before the call. It begins up to 50 states
     * earlier, with a state that can be decoded alone. If newer states need the memory of some meanwhile, these are
     * missing: it begins later, or has a gap after the states that were saved before.
     *
     * <pre>{@code
     * long now = history.newestNanos();
     * history.save(Path.of("goal.fsh"), now - 10_000_000_000L, now);
     * }</pre>
     *
     * @param file a file that does not exist
     * @param fromNanos the first instant, in simulation time
     * @param toNanos the last instant
     * @return the number of states in the clip
     * @throws IOException if the file exists, or cannot be written; what was written before can be played
     * @throws IllegalArgumentException if no state of these instants is kept
     * @throws IllegalStateException if the history keeps at most 1 second, or its thread has {@linkplain #failure
     *     failed}
     */
    public long save(Path file, long fromNanos, long toNanos) throws IOException {
        if (keeper == null) {
            throw new IllegalStateException(withoutCompact("a clip"));
        }
        if (thread == null) {
            update();
            keeper.take(reader, true);
        } else {
            thread.look();
        }
        if (failure() != null) {
            throw new IllegalStateException(
                    "the thread of this history has failed, so newer states are not kept; make another history",
                    failure());
        }
        return ClipWriter.save(kept, file, fromNanos, toNanos, name);
    }

    private static String withoutCompact(String what) {
        return what + " needs compact states, but this history keeps at most 1 second; set"
                + " StateHistory.Builder.last to more than 1 second";
    }

    /**
     * Why the thread of this history has ended.
     *
     * @return the exception or error; null while the thread runs, after an ordinary end, and without a thread
     */
    @SuppressWarnings("exports") // See module-info.
    public @Nullable Throwable failure() {
        return thread == null ? null : thread.failure();
    }

    /**
     * Leaves the buffer, and ends the thread if there is one. Do not use the frames after that. A second call does
     * nothing.
     */
    @Override
    public void close() {
        try {
            reader.close();
        } catch (IllegalStateException e) {
            throw misused(e);
        }
        closed = true;
        if (thread != null) {
            thread.close();
        }
    }

    /** Names this type in the message, because the caller holds a history and does not know its reader. */
    private IllegalStateException misused(IllegalStateException cause) {
        String what = closed
                ? "this StateHistory is closed; make another with StateHistory.builder"
                : "this StateHistory is used by another thread at the moment, and was also called by "
                        + Thread.currentThread() + "; call it only in steps and commands";
        return new IllegalStateException(what, cause);
    }

    /**
     * The options of a history; all of them have defaults. Not thread-safe. A builder can be changed and used again.
     * The histories that it has made before do not change.
     */
    public static final class Builder {
        private static final int MOST_RATE = 10_000;
        private static final long SECOND_NANOS = 1_000_000_000;
        private static final long MOST_POLL_NANOS = 5_000_000;

        private final StateBuffer states;
        private Duration last = Duration.ofSeconds(1);
        private int rate = 100;
        private String name = "";

        private Builder(StateBuffer states) {
            this.states = states;
        }

        /**
         * Sets how far back the history reaches, in simulation time. The states of the newest second are kept to the
         * last bit. Older ones are compact: poses have the default {@code Precision} of a sender, and all else is
         * exact. Default: 1 second.
         *
         * <p>The memory for compact states is reserved at the beginning: in each state, 4 bytes for each slot, and 3
         * for each channel of a slot. If that is more than 4 MB, only half of it is reserved, but at least 4 MB. A body
         * takes nearly nothing while it rests, about 5 bytes in slow and steady motion, and up to 9 in fast or
         * irregular motion. A channel takes about 3 while it changes. So a world in which at most a fifth of the bodies
         * move at a time has the whole span. If all bodies keep moving, large memory may reach back only two fifths of
         * the span, or a fifth in fast motion, and up to 4 MB twice as far. {@link StateHistory#oldestNanos} shows
         * the oldest instant. To reach back farther, set a longer span: for bodies that never rest, five times the
         * time that you need.
         *
         * @param span positive, at most 1,000,000 states of the {@link #rate}
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
         * {@code publishEvery}. It decides how much memory is allocated, and how often the thread of a history looks.
         * With a lower rate than the real one, the history reaches back less far, and its thread may miss states, which
         * {@link StateHistory#missed} counts. Default: 100.
         *
         * @param statesPerSecond from 1 to 10000; round a fraction up
         * @return this
         * @throws IllegalArgumentException if the number is out of that range
         */
        public Builder rate(int statesPerSecond) {
            if (statesPerSecond < 1 || statesPerSecond > MOST_RATE) {
                throw new IllegalArgumentException(
                        "statesPerSecond must be between 1 and " + MOST_RATE + ", was " + statesPerSecond);
            }
            rate = statesPerSecond;
            return this;
        }

        /**
         * Sets the name of clips, which says what they show, such as the map of a game. Default: empty.
         *
         * @param text at most 200 bytes of UTF-8
         * @return this
         * @throws IllegalArgumentException if the text is longer
         */
        public Builder name(String text) {
            name = ClipWriter.requireName(Objects.requireNonNull(text, "text must not be null"));
            return this;
        }

        private HistorySize size() {
            return new HistorySize(states.layout(), last, rate);
        }

        /** Several looks for each window, also in fast motion, in which a state is published every 5 ms. */
        private long pollNanos() {
            return Math.min(MOST_POLL_NANOS, SECOND_NANOS / rate);
        }

        /**
         * Makes a history without a thread: {@link StateHistory#update} keeps all states, on the thread that steps the
         * world. Allocates all that the history needs.
         *
         * @return a history, to be closed
         * @throws IllegalArgumentException if the span has more than 1,000,000 states
         * @throws IllegalStateException if the buffer already has as many readers as it serves
         */
        public StateHistory inline() {
            return new StateHistory(this, false);
        }

        /**
         * Makes a history with a thread that keeps the compact states, because they take longer than a copy. Allocates
         * all that the history needs. {@link StateHistory#update} still keeps the newest second. If a program does not
         * call it, all frames before the newest window come from compact states.
         *
         * @return a history, to be closed
         * @throws IllegalArgumentException if the span has more than 1,000,000 states, or at most 1 second, for which
         *     there are no compact states
         * @throws IllegalStateException if the buffer already has as many readers as it serves
         */
        public StateHistory start() {
            if (!size().isLong()) {
                throw new IllegalArgumentException("a thread has no effect for a history of at most 1 second, was "
                        + last + "; use inline(), or last() with more than 1 second");
            }
            return new StateHistory(this, true);
        }
    }
}
