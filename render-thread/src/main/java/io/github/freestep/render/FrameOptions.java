package io.github.freestep.render;

import io.github.freestep.internal.FineTimer;
import io.github.freestep.state.StateBuffer;
import io.github.freestep.time.NanoClock;
import java.time.Duration;
import java.util.Objects;

/**
 * How a reader is to look at a channel; everything but the channel has a default. Not thread-safe.
 *
 * <p>What is set when a reader is made is what it goes by: options can be changed and used again.
 *
 * <p>"The latest two, clamped", what most articles end with, is {@code lookBehind(Duration.ZERO).bridge(false)}. It is smooth
 * only where a state is never late.
 */
public final class FrameOptions {
    private static final int MOST_FRAMES = 10_000;
    private static final Duration LONGEST = Duration.ofNanos(Long.MAX_VALUE);

    private final StateBuffer channel;
    NanoClock clock;
    FineTimer timer = FineTimer.system();
    FrameMode mode = FrameMode.INTERPOLATE;
    long lookBehindNanos;
    long initialLookBehindNanos;
    boolean bridge = true;
    boolean refresh;
    int framesPerSecond;

    FrameOptions(StateBuffer channel) {
        this.channel = channel;
        clock = channel.clock();
        lookBehindNanos = channel.isInline() ? 0 : LookBehind.ADAPTIVE;
    }

    /**
     * Sets the clock to read the time of a frame from. Default: the channel's own clock.
     *
     * @param source one that agrees with that
     * @return this
     */
    public FrameOptions clock(NanoClock source) {
        clock = Objects.requireNonNull(source, "clock must not be null");
        return this;
    }

    /**
     * Sets what to show. Default: {@link FrameMode#INTERPOLATE}.
     *
     * @param what the mode
     * @return this
     */
    public FrameOptions mode(FrameMode what) {
        mode = Objects.requireNonNull(what, "mode must not be null");
        return this;
    }

    /**
     * Sets how late a state may be without being missed, as a span of wall time beyond the gap between two states where
     * the mode is to interpolate. Default: it adapts, and is zero over a stepper, which publishes inside the frame.
     * {@link FrameMode#LATEST} ignores it.
     *
     * @param fixed of wall time; no more of it is used than the window covers, which is two gaps and the least lateness
     *     for windows of 4
     * @return this
     * @throws IllegalArgumentException if negative, or too long to be counted in nanoseconds
     */
    public FrameOptions allowedLateness(Duration fixed) {
        if (Objects.requireNonNull(fixed, "lookBehind must not be null").isNegative()) {
            throw new IllegalArgumentException("lookBehind must not be negative, was " + fixed
                    + "; to show time ahead of the states, use Mode.EXTRAPOLATE");
        }
        if (fixed.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException("lookBehind must be at most " + LONGEST + ", was " + fixed
                    + "; no window covers more than a few gaps");
        }
        lookBehindNanos = fixed.toNanos();
        return this;
    }

    /**
     * Sets the least look-behind of the first second, as a span of wall time, for hosts that know their load. Default:
     * none; the reader begins with the lateness of the states that it first sees. After the first second the
     * look-behind follows the lateness that is seen, as always. Has no effect where {@link #allowedLateness} is fixed.
     *
     * <p>About one slow tick is a good choice. A value that is too large costs only latency, which is given back by
     * 0.4 % of the clock's rate: 10 ms within 2.5 s. If a value is too small, or none is set, this shows only in the
     * first seconds, and only if ticks are several times slower while the virtual machine warms up.
     *
     * @param least of wall time, beyond the gap between two states; no more of it is used than the window covers
     * @return this
     * @throws IllegalArgumentException if negative, or longer than {@link Long#MAX_VALUE} nanoseconds
     */
    public FrameOptions initialAllowedLateness(Duration least) {
        Objects.requireNonNull(least, "initialLookBehind must not be null");
        if (least.isNegative() || least.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException(
                    "initialLookBehind must be between PT0S and " + LONGEST + ", was " + least);
        }
        initialLookBehindNanos = least.toNanos();
        return this;
    }

    /**
     * Sets whether interpolated motion continues, for at most one gap, when a state is later than the look-behind
     * covers. Default: true.
     *
     * @param late true to continue motion, false to hold the newest state
     * @return this
     */
    public FrameOptions bridge(boolean late) {
        bridge = late;
        return this;
    }

    /**
     * Sets whether frames are presented exactly at display refreshes (vsync), although the thread that reads their
     * times does not wake up evenly. If so, frame times are snapped to the refreshes.
     *
     * @param even for vsync at a fixed rate
     * @return this
     */
    public FrameOptions snapToRefresh(boolean even) {
        refresh = even;
        return this;
    }

    /**
     * Sets how many frames per second a {@link FrameLoop} draws at most. Default: as many as its handler can.
     *
     * @param framesPerSecond from 1 to 10000
     * @return this
     * @throws IllegalArgumentException out of that range
     */
    public FrameOptions cap(int framesPerSecond) {
        if (framesPerSecond < 1 || framesPerSecond > MOST_FRAMES) {
            throw new IllegalArgumentException(
                    "framesPerSecond must be between 1 and " + MOST_FRAMES + ", was " + framesPerSecond);
        }
        this.framesPerSecond = framesPerSecond;
        return this;
    }

    /**
     * Joins the channel.
     *
     * @return to be sampled by one thread, and closed by it
     * @throws IllegalStateException if the channel has as many readers as it serves
     */
    public FrameSampler open() {
        return new FrameSampler(channel, this);
    }

    /**
     * Joins the channel with a thread of its own, which samples and draws until it is closed.
     *
     * @param handler called by that thread for each frame
     * @return running
     * @throws IllegalStateException over a stepper, which is the host's frame loop already; or if the channel has as many
     *     readers as it serves
     */
    public FrameLoop loop(FrameHandler handler) {
        if (channel.isInline()) {
            throw new IllegalStateException(
                    "these states are published by a frame loop of the host's; open() a sampler, and sample there");
        }
        return new FrameLoop(this, Objects.requireNonNull(handler, "handler must not be null")).start();
    }
}
