package io.github.freestep.render.trace.log;

import io.github.freestep.internal.StateInside;
import io.github.freestep.render.Frame;
import io.github.freestep.state.State;
import io.github.freestep.time.TimeAnchor;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Records the times of a sampler as events of JDK Flight Recorder. While there is no recording, a frame only tests a
 * flag. During one, the event objects are reused. For the sampler's thread; wait-free, allocates nothing.
 */
public final class FlightListener extends MotionTap {
    private static final AtomicInteger COUNT = new AtomicInteger();

    /** A recording may begin at any time and lose its oldest part, so it has the options once in this many frames. */
    private static final int SETUP_FRAMES = 64;

    private final FlightEvents.SamplerEvent setup = new FlightEvents.SamplerEvent();
    private final FlightEvents.StateEvent state = new FlightEvents.StateEvent();
    private final FlightEvents.MissedTickEvent tick = new FlightEvents.MissedTickEvent();
    private final FlightEvents.FrameEvent frame = new FlightEvents.FrameEvent();
    private final FlightEvents.DisplayedEvent displayed = new FlightEvents.DisplayedEvent();
    private final FlightEvents.StutterEvent stutter = new FlightEvents.StutterEvent();
    private final StutterWatch watch = new StutterWatch();

    /** Creates a listener for one sampler. */
    public FlightListener() {
        int number = COUNT.incrementAndGet();
        setup.sampler = number;
        state.sampler = number;
        tick.sampler = number;
        frame.sampler = number;
        displayed.sampler = number;
        stutter.sampler = number;
    }

    @Override
    boolean isOn() {
        return frame.isEnabled();
    }

    @Override
    void setup(SamplerSetup of) {
        setup.mode = of.options().mode().name();
        setup.allowedLateness = of.options().allowedLatenessNanos();
        setup.initialAllowedLateness = of.options().initialAllowedLatenessNanos();
        setup.bridge = of.options().bridge();
        setup.snapToRefresh = of.options().snapToRefresh();
        setup.followDisplay = of.options().followDisplay();
        setup.window = of.window();
        setup.remote = of.isRemote();
        setup.inline = of.isInline();
    }

    @Override
    void state(State which, TimeAnchor since, boolean again) {
        long predecessor = StateInside.predecessorTick(which);
        state.tick = which.tick();
        state.ticks = predecessor == State.NO_TICK ? 0 : which.tick() - predecessor;
        state.simulationNanos = which.simulationNanos();
        state.publishedNanos = StateInside.publishedNanos(which);
        state.work = state.publishedNanos - StateInside.startedNanos(which);
        state.anchorNanos = since.wallNanos();
        state.anchorSimulationNanos = since.simulationNanos();
        state.scaleNumerator = since.scaleNumerator();
        state.scaleDenominator = since.scaleDenominator();
        state.again = again;
        state.overloaded = StateInside.isOverloaded(which);
        state.commitNow();
        watch.scale(since);
    }

    @Override
    void tick(long number, long dueNanos, long startedNanos, long endedNanos) {
        tick.tick = number;
        tick.dueNanos = dueNanos;
        tick.startedNanos = startedNanos;
        tick.endedNanos = endedNanos;
        tick.commitNow();
    }

    @Override
    void frame(long hostNanos, long clockNanos, Frame shown) {
        if (shown.number() % SETUP_FRAMES == 1) {
            setup.commitNow();
        }
        frame.number = shown.number();
        frame.hostNanos = hostNanos;
        frame.lead = hostNanos - clockNanos;
        frame.snapped = shown.frameNanos() - hostNanos;
        frame.simulationNanos = shown.simulationNanos();
        frame.behind = shown.currentSimulationNanos() - shown.simulationNanos();
        frame.delay = shown.delayNanos();
        frame.hasState = shown.hasState();
        frame.paused = shown.isPaused();
        frame.commitNow();
        if (watch.stutters(hostNanos, shown)) {
            stutter.moved = watch.moved;
            stutter.expected = watch.expected;
            stutter.commitNow();
        }
    }

    @Override
    public void displayed(long number, long displayNanos) {
        if (displayed.isEnabled()) {
            displayed.number = number;
            displayed.displayNanos = displayNanos;
            displayed.commitNow();
        }
    }
}
