package io.github.freestep.render.trace;

import io.github.freestep.render.FrameListener;
import io.github.freestep.render.trace.log.FlightListener;

/**
 * Records the times of a sampler's states and frames with JDK Flight Recorder, to find out later why a user saw a
 * stutter. The command {@code diagnose} or a {@link MotionReport} reads the recording. Each sampler has a listener of
 * its own, which that sampler's thread calls.
 *
 * <pre>{@code
 * FrameSampler frames = FrameSampler.builder(physics.states()).listener(MotionEvents.listener()).open();
 * }</pre>
 *
 * <p>The events are {@code Frame}, {@code State}, {@code Sampler} and {@code Stutter}, each with the
 * prefix {@code io.github.freestep.} They have times and no poses. They are on in every recording that does not disable
 * them.
 */
public final class MotionEvents {
    private MotionEvents() {}

    /**
     * Creates a listener for one sampler. While there is no recording, a frame only tests a flag. During one, the
     * sampler's thread takes about 0.1 us for each event, waits for nothing and allocates nothing.
     *
     * @return a listener, to be passed to one sampler
     */
    public static FrameListener listener() {
        return new FlightListener();
    }
}
