package io.github.freestep.render.trace.log;

import io.github.freestep.internal.Inside;
import io.github.freestep.internal.WorldId;
import io.github.freestep.internal.time.EstimatedClock;
import io.github.freestep.render.Frame;
import io.github.freestep.render.SamplerOptions;
import io.github.freestep.render.display.InputListener;
import io.github.freestep.render.display.MotionMeter;
import io.github.freestep.state.State;
import io.github.freestep.state.StateBuffer;
import io.github.freestep.state.StateReader;
import io.github.freestep.state.content.StateInside;
import io.github.freestep.time.TimeAnchor;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The events of one sampler, for a recording. For its thread; wait-free, allocates nothing once made. */
final class FlightFrames {
    /** The classes of these events. */
    static final EventClasses EVENTS = new EventClasses(FlightFrames::load);

    /** A recording may begin at any time and lose its oldest part, so it has the options once in this many frames. */
    private static final int SETUP_FRAMES = 64;

    /** Frames just after the start, and after a pause or a change of the scale, are uneven anyway. */
    private static final long START_NANOS = 2_000_000_000L;

    private static final long CHANGE_NANOS = 1_000_000_000L;

    /** Over how many frames the usual time between two is averaged. */
    private static final int USUAL_FRAMES = 16;

    private final FlightEvents.SamplerEvent setup = new FlightEvents.SamplerEvent();
    private final FlightEvents.StateEvent state = new FlightEvents.StateEvent();
    private final FlightEvents.FrameEvent frame = new FlightEvents.FrameEvent();
    private final FlightEvents.StutterEvent stutter = new FlightEvents.StutterEvent();
    private final FlightEvents.InputEvent input = new FlightEvents.InputEvent();
    private final Inputs inputs = new Inputs();
    private final MotionMeter meter = new MotionMeter();
    private final TimeAnchor anchor = new TimeAnchor();
    private final Runnable stuttered;
    private final Runnable late;
    private boolean hasFrame;
    private long newestHostNanos;
    private long newestClockNanos;

    /** How long a frame usually takes; 0 before the second one. */
    private long usualNanos;

    /** Until when no frame counts as a stutter. */
    private long quietUntilNanos;

    /** The number of frames so far that froze or jumped. */
    private long uneven;

    private long newestTick = State.NO_TICK;
    private long newestPublishedNanos;

    FlightFrames(int number, StateBuffer states, SamplerOptions options, Runnable stuttered, Runnable late) {
        this.stuttered = stuttered;
        this.late = late;
        for (FlightEvents.OfSampler each : List.of(setup, state, frame, stutter, input)) {
            each.sampler = number;
        }
        setup.remote = states.clock() instanceof EstimatedClock;
        // States of another process may be those of a service in this one, whose ticks are on another clock.
        setup.world = setup.remote ? 0 : Inside.of(states).world().id();
        setup.mode = options.mode().name();
        setup.allowedLateness = options.allowedLatenessNanos();
        setup.window = states.window();
        setup.inline = states.isInline();
    }

    private static void load() {
        new FlightEvents.SamplerEvent();
        new FlightEvents.StateEvent();
        new FlightEvents.FrameEvent();
        new FlightEvents.StutterEvent();
        new FlightEvents.InputEvent();
        WorldId.startsAt(-1); // See FlightRun.load.
    }

    void sampled(long hostNanos, long clockNanos, Frame shown, @Nullable StateReader news) {
        if (frame.isEnabled()) {
            if (news != null) {
                states(news, hostNanos);
            }
            frame(hostNanos, clockNanos, shown);
            // A stepper's clock stands still during a frame, so its inputs have no way to measure.
            if (!setup.inline) {
                inputs.sampled(hostNanos, clockNanos, shown, news);
            }
        }
    }

    /** Finds the new states of a window, and the one that was the newest before, if it was published again since. */
    private void states(StateReader window, long hostNanos) {
        for (int age = window.size() - 1; age >= 0; age--) {
            State each = window.state(age);
            if (each.tick() > newestTick) {
                put(each, hostNanos, false);
            } else if (each.tick() == newestTick
                    && (age == 0 || StateInside.publishedNanos(each) != newestPublishedNanos)) {
                put(each, hostNanos, true);
            }
        }
    }

    private void put(State which, long hostNanos, boolean again) {
        newestTick = which.tick();
        newestPublishedNanos = StateInside.publishedNanos(which);
        which.anchor(anchor);
        long predecessor = StateInside.predecessorTick(which);
        state.tick = which.tick();
        state.ticks = predecessor == State.NO_TICK ? 0 : which.tick() - predecessor;
        state.simulationNanos = which.simulationNanos();
        state.publishedNanos = StateInside.publishedNanos(which);
        state.work = state.publishedNanos - StateInside.startedNanos(which);
        state.expectedLate = StateInside.expectedLateNanos(which);
        state.thinned = StateInside.isThinned(which);
        state.anchorNanos = anchor.wallNanos();
        state.anchorSimulationNanos = anchor.simulationNanos();
        if (anchor.scaleNumerator() != state.scaleNumerator || anchor.scaleDenominator() != state.scaleDenominator) {
            quietUntilNanos = Math.max(quietUntilNanos, hostNanos + CHANGE_NANOS);
        }
        state.scaleNumerator = anchor.scaleNumerator();
        state.scaleDenominator = anchor.scaleDenominator();
        state.again = again;
        state.overloaded = StateInside.isOverloaded(which);
        state.commitNow();
    }

    private void frame(long hostNanos, long clockNanos, Frame shown) {
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
        watch(hostNanos, shown);
        watchTime(hostNanos, clockNanos);
    }

    private void watchTime(long hostNanos, long clockNanos) {
        long took = clockNanos - newestClockNanos;
        long hostTook = hostNanos - newestHostNanos;
        newestClockNanos = clockNanos;
        newestHostNanos = hostNanos;
        if (!hasFrame) {
            hasFrame = true;
            return;
        }
        if (usualNanos > 0 && ShownFrame.isLate(hostTook, took, usualNanos)) {
            late.run();
        }
        // One long frame does not hide the next.
        usualNanos += usualNanos == 0 ? took : (Math.min(took, 2 * usualNanos) - usualNanos) / USUAL_FRAMES;
    }

    private void watch(long hostNanos, Frame shown) {
        meter.add(shown);
        if (meter.frames() == 1) {
            quietUntilNanos = hostNanos + START_NANOS;
        }
        boolean stutters = meter.frozen() + meter.jumping() > uneven;
        uneven = meter.frozen() + meter.jumping();
        if (stutters && hostNanos - quietUntilNanos > 0) {
            stuttered.run();
            late.run();
            stutter.commitNow();
        }
    }

    private final class Inputs extends InputListener {
        @Override
        public void shown(long inputNanos, long startedNanos, long publishedNanos, long sampledNanos, long swapNanos) {
            input.inputNanos = inputNanos;
            input.tick = startedNanos - inputNanos;
            input.step = publishedNanos - startedNanos;
            input.frame = sampledNanos - publishedNanos;
            input.swap = swapNanos - sampledNanos;
            input.commitNow();
        }
    }
}
