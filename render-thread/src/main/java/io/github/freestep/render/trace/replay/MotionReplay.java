package io.github.freestep.render.trace.replay;

import io.github.freestep.render.Frame;
import io.github.freestep.render.trace.codec.ShownWords;
import io.github.freestep.render.trace.codec.TraceEntry;
import io.github.freestep.render.trace.codec.TraceReader;
import io.github.freestep.state.StatePublisher;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Replays a motion trace: gives the times of its states and frames to a real sampler, and shows the frames that
 * it makes. Not thread-safe. Takes about 1 s for an hour of frames.
 *
 * <p>With the options of the trace, every frame has the same alpha, delay and time shown as when it was recorded, to
 * the last bit, on any machine and Java version. {@link #isExact} says so. With other options, frames are as they would
 * have been with these. The frames have no bodies.
 */
public final class MotionReplay {
    /** The greatest number that {@code publishEvery} takes. */
    public static final int MOST_TICKS = 1_000;

    private final Path file;
    private int window;
    private @Nullable Duration allowedLateness;
    private @Nullable Duration initialAllowedLateness;
    private int everyTicks = 1;
    private boolean exact = true;
    private boolean checked;
    private long frames;
    private @Nullable String damage;
    private @Nullable RecordedOptions recorded;

    /** Sees what a replay shows. */
    public interface Handler {
        /**
         * A frame was made.
         *
         * @param frame the same frame each time, overwritten; without bodies
         * @param hostNanos the time that the host passed, of which {@link Frame#frameNanos} may be the refresh
         */
        void frame(Frame frame, long hostNanos);

        /**
         * By how much the time that the host passes for the next frame is ahead of the clock. Default: does nothing.
         *
         * @param nanos negative if it is behind the clock; 0 in traces of a format before 5
         */
        default void lead(long nanos) {}

        /**
         * The next frame acquired a state. Default: does nothing.
         *
         * @param state its times
         */
        default void state(StateTimes state) {}

        /**
         * The next frame did not acquire the state of a tick, although the tick kept the physics thread busy or began
         * late: its state left the window before the frame, or was not published. Comes before the states of the same
         * frame. At most one such tick is recorded for each frame, the worst. Default: does nothing.
         *
         * @param tick its number
         * @param dueNanos when it was due
         * @param startedNanos when the work on it began
         * @param endedNanos when that ended
         */
        default void tick(long tick, long dueNanos, long startedNanos, long endedNanos) {}

        /**
         * The virtual machine paused all threads. It may be reported some frames later. Default: does nothing.
         *
         * @param nanos when it began, to a millisecond
         * @param length how long it took, in nanoseconds
         */
        default void pause(long nanos, long length) {}

        /**
         * Frames are missing here. Default: does nothing.
         *
         * @param frames how many
         */
        default void lost(long frames) {}
    }

    private MotionReplay(Path file) {
        this.file = file;
    }

    /**
     * Creates a replay with the options of the trace.
     *
     * @param file a motion trace
     * @return a replay, which reads the file when it {@linkplain #run runs}
     */
    public static MotionReplay of(Path file) {
        return new MotionReplay(file);
    }

    /**
     * Sets the number of states in a window. Default: that of the trace. States that the sampler missed because of a
     * smaller window are not in the trace.
     *
     * @param states from 1 to 8
     * @return this
     * @throws IllegalArgumentException if the number is out of range
     */
    public MotionReplay window(int states) {
        if (states < 1 || states > StatePublisher.MAX_WINDOW) {
            throw new IllegalArgumentException(
                    "window must be between 1 and " + StatePublisher.MAX_WINDOW + " states, was " + states);
        }
        window = states;
        return this;
    }

    /**
     * Sets a fixed allowed lateness. Default: that of the trace.
     *
     * @param fixed a span of wall time
     * @return this
     * @throws IllegalArgumentException if it is negative, or longer than {@link Long#MAX_VALUE} nanoseconds
     */
    public MotionReplay allowedLateness(Duration fixed) {
        allowedLateness = requireSpan("allowedLateness", fixed);
        return this;
    }

    /**
     * Sets the lower bound of the allowed lateness during the first second. Default: that of the trace.
     *
     * @param least a span of wall time
     * @return this
     * @throws IllegalArgumentException if it is negative, or longer than {@link Long#MAX_VALUE} nanoseconds
     */
    public MotionReplay initialAllowedLateness(Duration least) {
        initialAllowedLateness = requireSpan("initialAllowedLateness", least);
        return this;
    }

    private static Duration requireSpan(String what, Duration span) {
        if (span.isNegative() || span.compareTo(Duration.ofNanos(Long.MAX_VALUE)) > 0) {
            throw new IllegalArgumentException(
                    what + " must be between PT0S and " + Duration.ofNanos(Long.MAX_VALUE) + ", was " + span);
        }
        return span;
    }

    /**
     * Uses only states whose tick is a multiple of n, as {@code publishEvery(n)} does. Default: 1, all.
     *
     * @param n from 1 to {@value #MOST_TICKS}
     * @return this
     * @throws IllegalArgumentException if n is out of range
     */
    public MotionReplay everyTicks(int n) {
        if (n < 1 || n > MOST_TICKS) {
            throw new IllegalArgumentException("n must be between 1 and " + MOST_TICKS + ", was " + n);
        }
        everyTicks = n;
        return this;
    }

    /**
     * Replays all frames, up to the end of the file or to the first damage. Waits for the disk.
     *
     * @param handler sees them
     * @return this
     * @throws IOException if the file can't be read
     * @throws InvalidTraceException if it is no motion trace
     */
    public MotionReplay run(Handler handler) throws IOException {
        boolean other = window != 0 || allowedLateness != null || initialAllowedLateness != null || everyTicks > 1;
        exact = !other;
        checked = false;
        frames = 0;
        ReplaySession session = new ReplaySession(this::options, other, everyTicks, handler);
        try (session;
                TraceReader reader = new TraceReader(file, InvalidTraceException::new)) {
            int digest = 0;
            for (TraceEntry entry = reader.next(); entry != null; entry = reader.next()) {
                if (entry.kind == TraceEntry.Kind.DIGEST) {
                    exact &= digest == (int) entry.value;
                    checked = true;
                    digest = 0;
                } else if (session.take(entry)) {
                    frames++;
                    digest = ShownWords.digest(digest, entry.shown);
                }
            }
            damage = reader.damage();
        } catch (ReplaySession.Invalid e) {
            damage = e.getMessage();
        }
        exact &= session.isExact();
        return this;
    }

    private RecordedOptions options(RecordedOptions from) {
        recorded = from;
        return new RecordedOptions(
                from.mode(),
                allowedLateness == null ? from.allowedLatenessNanos() : allowedLateness.toNanos(),
                initialAllowedLateness == null ? from.initialAllowedLatenessNanos() : initialAllowedLateness.toNanos(),
                from.bridge(),
                from.refresh(),
                from.follow(),
                window == 0 ? from.window() : window,
                from.remote(),
                from.states());
    }

    /**
     * Whether all frames of the newest run were as recorded, to the last bit. False also with other options, and if the
     * trace was recorded by a release of Freestep whose sampler behaves differently.
     *
     * @return true if the recorded digests prove it
     */
    public boolean isExact() {
        return exact && checked;
    }

    /**
     * The options of the trace.
     *
     * @return null before the first snapshot
     */
    public @Nullable RecordedOptions recorded() {
        return recorded;
    }

    /**
     * The number of frames in the newest run.
     *
     * @return frames
     */
    public long frames() {
        return frames;
    }

    /**
     * What is damaged or missing in the file, and where. The run has all frames before that.
     *
     * @return null if the newest run read the whole file
     */
    public @Nullable String damage() {
        return damage;
    }
}
