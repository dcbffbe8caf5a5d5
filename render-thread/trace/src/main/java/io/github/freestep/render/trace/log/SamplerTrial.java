package io.github.freestep.render.trace.log;

import io.github.freestep.internal.Inside;
import io.github.freestep.internal.time.EstimatedClock;
import io.github.freestep.render.Frame;
import io.github.freestep.render.FrameMode;
import io.github.freestep.render.FrameSampler;
import io.github.freestep.state.State;
import io.github.freestep.state.StateBuffer;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StatePublisher;
import io.github.freestep.time.NanoClock;
import io.github.freestep.time.VirtualClock;
import java.time.Duration;

/**
 * Gives the times of a log to a new sampler, with other options or the same. If the log has the beginning of its
 * sampler, the same options give the same frames. The frames have no bodies. Not thread-safe.
 */
public final class SamplerTrial {
    private final MotionLog log;
    private final SamplerSetup setup;
    private int window;
    private FrameMode mode;
    private long allowedLatenessNanos;
    private String option = "";

    /** Creates a trial with the options of the log. */
    public SamplerTrial(MotionLog log) {
        this.log = log;
        setup = log.setup;
        window = setup.window();
        mode = setup.options().mode();
        allowedLatenessNanos = setup.options().allowedLatenessNanos();
    }

    /** Sets the number of states in a window. States that the sampler missed are not in the log. */
    public SamplerTrial window(int states) {
        window = states;
        return with("window(" + states + ")");
    }

    /** Sets a fixed allowed lateness. */
    public SamplerTrial allowedLateness(long millis) {
        allowedLatenessNanos = millis * 1_000_000;
        return with("allowedLateness(" + millis + " ms)");
    }

    /** Sets the default mode. */
    public SamplerTrial interpolate() {
        mode = FrameMode.INTERPOLATE;
        return with("mode(FrameMode.INTERPOLATE)");
    }

    private SamplerTrial with(String next) {
        option += option.isEmpty() ? next : "." + next;
        return this;
    }

    /** What is other than in the log, as a user would write it. */
    public String option() {
        return option;
    }

    /** Runs the sampler. The handler sees the states of the log, and the frames of the trial. */
    public void run(MotionHandler handler) {
        try (Run run = new Run(handler)) {
            log.run(run);
        }
    }

    private FrameSampler.Builder builder(StateBuffer states) {
        FrameSampler.Builder builder = FrameSampler.builder(states).mode(mode);
        return allowedLatenessNanos < 0 ? builder : builder.allowedLateness(Duration.ofNanos(allowedLatenessNanos));
    }

    private final class Run implements MotionHandler, AutoCloseable {
        private final MotionHandler handler;
        private final StatePublisher publisher;
        private final FrameSampler sampler;
        private long clockNanos;
        private long newestTick = State.NO_TICK;

        Run(MotionHandler handler) {
            this.handler = handler;
            EstimatedClock ofAnotherMachine = () -> clockNanos;
            NanoClock clock = setup.isRemote() ? ofAnotherMachine : new VirtualClock(0);
            publisher = StatePublisher.of(StateLayout.of(1), window, clock, setup.isInline());
            sampler = builder(publisher.states()).clock(() -> clockNanos).open();
        }

        @Override
        public void state(StateTimes state) {
            handler.state(state);
            Inside.of(publisher.bodies()).expectedLateNanos = state.expectedLateNanos();
            Inside.of(publisher.bodies()).isThinned = state.isThinned();
            if (state.isAgain()) {
                if (newestTick != State.NO_TICK) {
                    publisher.replace(state.anchor(), state.startedNanos());
                    publisher.publish(state.publishedNanos());
                }
                return;
            }
            // A state that the sampler missed changes what it does.
            boolean isSame = window == setup.window();
            if (isSame && newestTick != State.NO_TICK && state.predecessorTick() > newestTick) {
                publish(state, state.predecessorTick());
            }
            publish(state, state.tick());
        }

        private void publish(StateTimes state, long tick) {
            publisher.begin(tick, state.simulationNanos(), state.anchor(), state.startedNanos());
            publisher.publish(state.publishedNanos());
            newestTick = tick;
        }

        @Override
        public void frame(ShownFrame recorded) {
            clockNanos = recorded.clockNanos();
            Frame frame = sampler.sample(recorded.hostNanos());
            handler.frame(ShownFrame.of(frame, recorded.hostNanos(), recorded.clockNanos()));
        }

        @Override
        public void close() {
            sampler.close();
        }
    }
}
