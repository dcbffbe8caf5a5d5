package io.github.freestep.render.trace.replay;

import io.github.freestep.internal.time.EstimatedClock;
import io.github.freestep.render.FrameMode;
import io.github.freestep.render.FrameSampler;
import io.github.freestep.render.FrameTrace;
import io.github.freestep.state.StateBuffer;
import io.github.freestep.state.StatePublisher;
import io.github.freestep.time.NanoClock;
import io.github.freestep.time.VirtualClock;
import java.time.Duration;

/**
 * The options of the sampler of a trace, and the number of states in its window: the first numbers of a snapshot, as
 * {@code SamplerOptions} saves them. Immutable.
 *
 * @param allowedLatenessNanos negative if it adapts
 * @param remote whether the states came over a network
 */
public record RecordedOptions(
        FrameMode mode,
        long allowedLatenessNanos,
        long initialAllowedLatenessNanos,
        boolean bridge,
        boolean refresh,
        boolean follow,
        int window,
        boolean remote,
        int states) {
    private static final int COUNT = 8;

    /**
     * Reads options from a snapshot.
     *
     * @throws IllegalArgumentException if no sampler has such options
     */
    static RecordedOptions of(long[] numbers, int count) {
        if (count < COUNT) {
            throw new IllegalArgumentException("a snapshot of " + count + " values is too short");
        }
        int window = within(numbers[5], 1, StatePublisher.MAX_WINDOW);
        return new RecordedOptions(
                FrameMode.values()[within(numbers[0], 0, FrameMode.values().length - 1)],
                numbers[1],
                Math.max(0, numbers[2]),
                within(numbers[3], 0, 1) != 0,
                within(numbers[4], 0, 2) == 1,
                numbers[4] == 2,
                window,
                within(numbers[6], 0, 1) != 0,
                within(numbers[7], 0, window));
    }

    private static int within(long value, int least, int most) {
        if (value < least || value > most) {
            throw new IllegalArgumentException(
                    "a value of a snapshot must be between " + least + " and " + most + ", was " + value);
        }
        return (int) value;
    }

    /**
     * Returns a clock for the states of a replay, which stands still. Its type says whether they come over a network.
     */
    NanoClock clock() {
        EstimatedClock ofAnotherMachine = () -> 0;
        return remote ? ofAnotherMachine : new VirtualClock(0);
    }

    /** Returns a builder with these options. The window is that of the states. */
    FrameSampler.Builder builder(StateBuffer states, FrameTrace trace) {
        FrameSampler.Builder builder = FrameSampler.builder(states)
                .mode(mode)
                .initialAllowedLateness(Duration.ofNanos(initialAllowedLatenessNanos))
                .bridge(bridge)
                .snapToRefresh(refresh)
                .followDisplay(follow)
                .trace(trace);
        if (allowedLatenessNanos >= 0) {
            builder.allowedLateness(Duration.ofNanos(allowedLatenessNanos));
        }
        return builder;
    }
}
