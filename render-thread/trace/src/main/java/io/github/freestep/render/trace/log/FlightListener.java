package io.github.freestep.render.trace.log;

import io.github.freestep.render.Frame;
import io.github.freestep.render.FrameListener;
import io.github.freestep.render.SamplerOptions;
import io.github.freestep.state.StateBuffer;
import io.github.freestep.state.StateReader;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Records the times of a sampler as events of JDK Flight Recorder. While there is no recording, a frame only tests a
 * flag. During one, the event objects are reused. For the sampler's thread; wait-free, allocates nothing but the event
 * objects, once. One thread may open the sampler, and another may then use it.
 */
public final class FlightListener implements FrameListener {
    private static final AtomicInteger COUNT = new AtomicInteger();

    final int number = COUNT.incrementAndGet();

    private final Runnable stuttered;
    private final Runnable late;
    private @Nullable StateBuffer states;
    private @Nullable SamplerOptions options;
    private @Nullable FlightFrames frames;

    /** Creates a listener for one sampler. */
    public FlightListener() {
        this(() -> {}, () -> {});
    }

    /**
     * Both are called on the sampler's thread.
     *
     * @param stuttered called at each frame that stutters
     * @param late called at each frame that is late, whether it stutters or not
     */
    FlightListener(Runnable stuttered, Runnable late) {
        this.stuttered = stuttered;
        this.late = late;
    }

    @Override
    public void opened(StateBuffer from, SamplerOptions with) {
        if (states != null) {
            throw new IllegalStateException("this listener already has a sampler; create one for each sampler");
        }
        states = from;
        options = with;
        FlightFrames.EVENTS.loadIfUsed();
    }

    @Override
    public void sampled(long hostNanos, long clockNanos, Frame shown, @Nullable StateReader news) {
        if (frames == null && FlightFrames.EVENTS.areLoaded()) {
            frames = new FlightFrames(number, states, options, stuttered, late);
        }
        if (frames != null) {
            frames.sampled(hostNanos, clockNanos, shown, news);
        }
    }
}
