package io.github.freestep.render;

import io.github.freestep.internal.HasInside;
import io.github.freestep.internal.Inside;
import io.github.freestep.internal.RunHealth;
import io.github.freestep.internal.problem.Problems;
import io.github.freestep.render.delay.AllowedLateness;
import io.github.freestep.render.delay.PresentationClock;
import io.github.freestep.render.picture.ChosenFrame;
import io.github.freestep.render.picture.Picture;
import io.github.freestep.render.picture.PictureStates;
import io.github.freestep.render.spi.RefreshLine;
import io.github.freestep.state.StateBuffer;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StateReader;
import io.github.freestep.time.NanoClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Samples what to show in each frame, interpolated between states, so that motion is even at any frame rate. The first
 * thread that samples owns the sampler. Wait-free and without allocation, with three exceptions: {@link #close} waits
 * for other threads that are just joining or leaving the buffer, the first frame with an attached body allocates 8
 * bytes for each slot, and the first catch-up after a stall allocates two states.
 *
 * <pre>{@code
 * FrameSampler frames = FrameSampler.open(physics.states());
 * Frame frame = frames.sample();
 * }</pre>
 *
 * <p>Several samplers can read one buffer. Each has a delay of its own, and none disturbs another. The size of the
 * service's window limits their number, as {@link io.github.freestep.state.StateBuffer} lists. To read states without
 * interpolation, use a {@link io.github.freestep.state.StateReader} instead.
 *
 * <p>Close every sampler, because one that is not closed keeps its place in the buffer, at least until another reader
 * joins and the sampler is garbage or its thread has ended.
 */
public final class FrameSampler implements AutoCloseable {
    /** The greatest time by which a frame may be ahead of the states' clock. No frame is shown so late. */
    private static final long MOST_AHEAD_NANOS = 60_000_000_000L;

    /**
     * The greatest time by which a frame may be behind the clock of a service: a debugger may stop a program after it
     * has read the clock.
     */
    private static final long MOST_BEHIND_NANOS = 3_600_000_000_000L;

    private static final int LOOK_FRAMES = 256;

    /** A game may draw for so long before it starts its service. */
    private static final long START_NANOS = 3_000_000_000L;

    private final StateReader reader;
    private final PictureStates shownStates;
    private final NanoClock clock;

    private final StateBuffer states;
    private final PresentationClock presentation;
    private final RefreshLine refreshes = new RefreshLine();

    private final Picture picture;
    private final int blendedGaps;
    private final Frame frame;
    private final FrameListener[] listeners;

    /** Whether the last time that a host has passed was one of the states' clock. */
    private boolean wasInTime;

    /** Whether any frame was sampled outside the steps of the world. */
    private boolean wasOutsideStep;

    /** The time of the first look for mistakes. */
    private long lookedNanos;

    /** Whether a mistake was told. */
    private boolean told;

    /** Whether the picture has not seen the acquired window yet. Stays true if a frame fails, as in a full heap. */
    private boolean unseen;

    private FrameSampler(Builder builder) {
        clock = builder.clock;
        states = builder.states;
        SamplerOptions options = builder.options();
        presentation = new PresentationClock(options.mode().motion, options.allowedLatenessNanos(), states.isInline());
        // In EXTRAPOLATE, every state corrects a guess, so each correction must end before the next begins.
        blendedGaps = options.mode() == FrameMode.EXTRAPOLATE ? 1 : 3;
        picture = new Picture(builder.states.layout(), builder.lazy, builder.lazy);
        listeners = builder.listeners.toArray(new FrameListener[0]);
        frame = new Frame(picture);
        // Called before the listeners are opened, because each of them may have only one sampler.
        reader = states.reader();
        shownStates = new PictureStates(states, reader);
        try {
            for (FrameListener each : listeners) {
                each.opened(states, options);
            }
        } catch (Throwable e) {
            reader.close();
            throw e;
        }
    }

    /**
     * Opens a sampler with all defaults: it interpolates, on the clock of the states, with an allowed lateness that
     * adapts. The states of a stepper are late only if the frame that has begun their steps did not wait for them.
     *
     * @param states the buffer to read from
     * @return a sampler for one thread, to be closed by that thread
     * @throws IllegalStateException if the buffer already has as many readers as it serves
     */
    public static FrameSampler open(StateBuffer states) {
        return builder(states).open();
    }

    /**
     * Creates a builder of samplers.
     *
     * @param states the buffer to read from
     * @return a builder with a default for every option
     */
    public static Builder builder(StateBuffer states) {
        return new Builder(Objects.requireNonNull(states, "states must not be null"));
    }

    /**
     * Samples the frame to show now. If the loop waits for the refreshes of a display, as with vertical
     * synchronisation, the frame shows the time of its refresh, which is even, instead of that at which its thread
     * happened to wake up. The sampler learns the refreshes from the times of its frames, within about 35 of them. The
     * picture is as old as without it. If no display can be recognised, as at a variable rate or after sleeps, frames
     * show the time of the clock. Sample once in each frame: of two samples in a frame, neither is even by that.
     *
     * @return the same frame each time, overwritten
     * @throws IllegalStateException if the sampler is closed, or belongs to another thread
     */
    public Frame sample() {
        long now = clock.nanoTime();
        return sampleAt(now, now);
    }

    /**
     * Samples the frame to show at a given time, for a host that knows when its frames are on screen. Pass either the
     * time at which this frame will be on screen, or the time at which the last frame came on screen. Pass the same
     * kind of time in every call.
     *
     * <p>The motion is even over the passed times. The sampler also reads its clock, once per frame, and learns by how
     * much the passed times are usually ahead of it: the <i>lead</i>, which is negative if they are behind it. The
     * picture is as old as with {@link #sample()}, so {@link Frame#delayNanos} is longer by the lead. If the lead is
     * constant, the window hides as much lateness as with {@code sample()}. If it varies, the delay is that of the
     * greatest usual lead, and the window hides as much less lateness as the lead varies.
     *
     * <p>If passed times are late by chance after even ones, the frame shows the even time, as with {@link #sample()}.
     * Times that are even already, as those of a pacer, are shown as they are.
     *
     * @param frameNanos a time of the states' clock, not before that of the last call. For the states of a receiver,
     *     that clock is the receiver's estimate of the sender's clock
     * @return the same frame each time, overwritten
     * @throws IllegalArgumentException if the time is more than 1 minute after the reading of the states' clock, or
     *     more than 1 hour before it (1 minute for the states of a stepper). Such a time is a reading of another clock.
     *     Steppers and receivers have clocks of their own. A service has the system's clock, unless it was given
     *     another. After a time within these bounds, the first one beyond counts as now, because the machine may have
     *     slept in between
     * @throws IllegalStateException if the sampler is closed, or belongs to another thread
     */
    public Frame sample(long frameNanos) {
        long now = clock.nanoTime();
        long behind = states.isInline() ? MOST_AHEAD_NANOS : MOST_BEHIND_NANOS;
        if (frameNanos - now > MOST_AHEAD_NANOS || frameNanos - now < -behind) {
            if (!wasInTime) {
                throw new IllegalArgumentException("frameNanos must be a reading of states().clock(), at most "
                        + behind / MOST_AHEAD_NANOS + " min before and 1 min after " + now + ", was " + frameNanos
                        + "; call sample(), or pass a reading of that clock, which need not be System.nanoTime()");
            }
            // The machine may have slept, or a debugger may have stopped the program, since the host read the clock.
            wasInTime = false;
            return sampleAt(now, now);
        }
        wasInTime = true;
        // A stepper's clock stands still between two frames, so it says nothing about when this frame is made.
        return sampleAt(frameNanos, states.isInline() ? frameNanos : now);
    }

    /**
     * Samples the frame that a pacer has let begin, as {@link #sample(long)} does with its {@code refreshNanos()}. The
     * pacer also says for which lead it has planned the frame, so the sampler need not learn that. When the pacer lets
     * frames begin later, the picture becomes younger within about a second, instead of in ten.
     *
     * @param pacer has let the frame begin; on the states' clock
     * @return the same frame each time, overwritten
     * @throws IllegalArgumentException if the pacer has another clock, see {@link #sample(long)}
     * @throws IllegalStateException if the sampler is closed, or belongs to another thread
     */
    public Frame sample(FrameTimes pacer) {
        Objects.requireNonNull(pacer, "pacer must not be null");
        long lead = pacer.leadNanos();
        if (!states.isInline()) {
            pacer.noteEarliest(presentation);
            if (lead >= 0) {
                presentation.notePlanned(lead);
            }
        }
        return sample(pacer.refreshNanos());
    }

    Frame sampleAt(long frameNanos, long clockNanos) {
        if (!unseen && frame.isBridged()) {
            // The next state may show that this picture was wrong, and its own states may have left by then.
            picture.complete();
        }
        // If the last frame failed, the states of the picture may have left the window, and were kept before.
        if (!unseen && presentation.isCatchingUp()) {
            shownStates.keep(picture.bracket);
        } else if (!unseen) {
            shownStates.keepNone();
        }
        unseen |= reader.acquire();
        boolean news = unseen;
        show(frameNanos, clockNanos, news);
        unseen = false;
        frame.count();
        wasOutsideStep = wasOutsideStep || !Inside.of(states).isInStep();
        if (frame.number() % LOOK_FRAMES == 0 && !told) {
            lookForMistakes(clockNanos);
        }
        for (FrameListener each : listeners) {
            each.sampled(frameNanos, clockNanos, frame, news ? reader : null);
        }
        return frame;
    }

    /** Tells once what leaves a picture empty or old without an exception. */
    private void lookForMistakes(long nowNanos) {
        lookedNanos = lookedNanos == 0 ? nowNanos : lookedNanos;
        String text = !wasOutsideStep
                ? "a sampler is used in a step, so the rules of the game see the past; read the simulation's own bodies"
                        + " there, and sample once in each frame"
                : reader.size() == 0
                                && nowNanos - lookedNanos >= START_NANOS
                                && Inside.of(states).health() == RunHealth.NEW
                        ? "frames have nothing to show, because the physics service was not started; call start()"
                        : "";
        if (!text.isEmpty()) {
            told = true;
            Problems.toLog().of("").mistake(text);
        }
    }

    private void show(long frameNanos, long clockNanos, boolean news) {
        long movedNanos = refreshes.time(frameNanos);
        frame.begin(movedNanos);
        if (reader.size() == 0) {
            return;
        }
        // What the refresh adds is not a lead: it would be learned as one that varies.
        presentation.noteEarlier(frameNanos - movedNanos);
        long shown = presentation.chooseTime(movedNanos, clockNanos + movedNanos - frameNanos, reader, news);
        if (frame.isBridged() && news) {
            // The error is blended out in wall time, so that it vanishes in a pause, too.
            picture.correct(
                    shownStates,
                    presentation.happened(picture.simulationNanos),
                    presentation.wall(Math.max(1, blendedGaps * presentation.gapNanos())));
        }
        picture.show(shownStates, presentation.happened(shown), movedNanos);
        frame.shows(
                shown,
                presentation.currentSimulationNanos(),
                Math.round(presentation.delayNanos()),
                presentation.isPaused());
    }

    /**
     * Sets the origin of the next frames, for states with {@linkplain StateLayout#doublePositions() double positions}.
     * The positions of a frame are the floats nearest to position minus origin, so they are exact close to it. Move the
     * origin whenever you like, by any distance: it does not disturb the motion of the picture. A frame whose origin
     * has moved computes the positions of all bodies, also of those that rest, and reports all as changed.
     *
     * <p>Two ways are usual: to take the camera's position in every frame, or to take another origin when the camera is
     * more than a kilometre from the last one. The second lets resting bodies cost nothing. Interpolating doubles takes
     * 1.1 to 1.3 times as long as floats on JDK 25, and 1.5 to 1.6 times on JDK 17.
     *
     * @param x the x coordinate; default: 0
     * @param y the y coordinate
     * @param z the z coordinate
     * @throws IllegalArgumentException if a coordinate is NaN, or its magnitude is 2<sup>125</sup> or more
     * @throws IllegalStateException if the positions of the states are floats
     */
    public void origin(double x, double y, double z) {
        frame.nextOrigin(x, y, z);
    }

    /**
     * The buffer that the sampler reads from.
     *
     * @return always the same
     */
    public StateBuffer states() {
        return states;
    }

    /**
     * Gives the sampler's place in the buffer back. After that, reading the poses of its frame throws an
     * {@link IllegalStateException}. A second call does nothing.
     *
     * @throws IllegalStateException if another thread calls it while the sampler's thread is alive
     */
    @Override
    public void close() {
        reader.close();
        picture.end();
    }

    /**
     * The options of a sampler; all of them have defaults. Not thread-safe. A builder can be changed and used again.
     * The samplers that it has opened before do not change.
     *
     * <p>"The latest two states, clamped", which most articles recommend, is near to {@code
     * allowedLateness(Duration.ZERO)}, which continues the motion of a late state for a moment. Both are smooth only if
     * states are hardly ever late.
     */
    @SuppressWarnings("exports") // Of the superclass, which users need not see.
    public static final class Builder extends HasInside<Supplier<ChosenFrame<Frame>>> {
        private static final Duration LONGEST = Duration.ofNanos(Long.MAX_VALUE);

        private final StateBuffer states;
        private NanoClock clock;
        private FrameMode mode = FrameMode.INTERPOLATE;
        private @Nullable Duration allowedLateness;
        private boolean lazy;
        private final List<FrameListener> listeners = new ArrayList<>();

        private Builder(StateBuffer states) {
            super(new Pairs(states.layout()));
            this.states = states;
            clock = states.clock();
        }

        /**
         * Sets the clock that the sampler reads once per frame. Default: the states' clock.
         *
         * @param source a clock that reads the same time as the states' clock, such as a wrapper that counts
         *     its readings
         * @return this
         */
        public Builder clock(NanoClock source) {
            clock = Objects.requireNonNull(source, "clock must not be null");
            return this;
        }

        /**
         * Sets what frames show. Default: {@link FrameMode#INTERPOLATE}.
         *
         * @param what the mode
         * @return this
         */
        public Builder mode(FrameMode what) {
            mode = Objects.requireNonNull(what, "mode must not be null");
            return this;
        }

        /**
         * Sets how late a state may be before motion continues without it, in wall time. It continues for at most one
         * gap, or for 10 ms (20 ms in a receiver) if gaps are shorter, along the curve of the last four states. An
         * interpolated frame is delayed by this lateness plus the gap between two states. Default: it adapts to the
         * lateness of the states, which is zero if a stepper has published them before the frame is sampled.
         * {@link FrameMode#LATEST} ignores it: it always shows the newest state.
         *
         * @param fixed a span of wall time. If the window has too few states for it, the sampler shortens it. When
         *     interpolating, a window of n states is enough for n - 2 gaps plus the least lateness of the last seconds
         * @return this
         * @throws IllegalArgumentException if negative, or longer than {@link Long#MAX_VALUE} nanoseconds
         */
        public Builder allowedLateness(Duration fixed) {
            Objects.requireNonNull(fixed, "allowedLateness must not be null");
            if (fixed.isNegative() || fixed.compareTo(LONGEST) > 0) {
                throw new IllegalArgumentException("allowedLateness must be between PT0S and " + LONGEST + ", was "
                        + fixed + "; to show a time ahead of the states, use FrameMode.EXTRAPOLATE");
            }
            allowedLateness = fixed;
            return this;
        }

        /**
         * Sets whether poses and channels are computed only when they are read. For a renderer that blends {@link
         * Frame#older} and {@link Frame#newer} on the GPU. It may still read single bodies, as for the camera. To read
         * all of them, leave this out, because they cost less if they are computed together. Call methods such as
         * {@link Frame#x} in each frame: an array that you keep is not computed for later ones. Once a body was
         * attached, or while motion continues beyond the newest state, the sampler computes all of them nevertheless.
         * Default: false.
         *
         * @param onRead true to compute what is read
         * @return this
         * @throws IllegalStateException if the positions of the states are doubles
         */
        public Builder lazy(boolean onRead) {
            if (onRead && states.layout().hasDoublePositions()) {
                throw new IllegalStateException(
                        "lazy(true) needs positions that are floats, because a shader cannot blend doubles;"
                                + " leave it out, and use frame.matrices(...)");
            }
            lazy = onRead;
            return this;
        }

        /**
         * Adds a listener that sees what the sampler acquires and shows. Default: no listener.
         *
         * @param each called for each frame, by the sampler's thread, after those that were added before
         * @return this
         */
        public Builder listener(FrameListener each) {
            listeners.add(Objects.requireNonNull(each, "listener must not be null"));
            return this;
        }

        /** Makes frames of states that their caller chooses. */
        private record Pairs(StateLayout layout) implements Supplier<ChosenFrame<Frame>> {
            @Override
            public ChosenFrame<Frame> get() {
                return new PairFrame(layout);
            }
        }

        SamplerOptions options() {
            return new SamplerOptions(
                    mode, allowedLateness == null ? AllowedLateness.ADAPTIVE : allowedLateness.toNanos());
        }

        /**
         * Opens a sampler.
         *
         * @return a sampler for one thread, to be closed by that thread
         * @throws IllegalStateException if the listener refuses another sampler; or if the buffer already has
         *     as many readers as it serves
         */
        public FrameSampler open() {
            return new FrameSampler(this);
        }
    }
}
