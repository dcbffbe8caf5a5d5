package io.github.freestep.render.trace.log;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;

/** The events of a sampler for JDK Flight Recorder. Times are readings of the states' clock. */
final class FlightEvents {
    static final String PREFIX = "io.github.freestep.";

    private FlightEvents() {}

    /** An event that is used again and again. */
    abstract static class Reused extends Event {
        /**
         * Commits this event with the time now. On some virtual machines, a reused event keeps its old time unless it
         * begins again.
         */
        final void commitNow() {
            begin();
            end();
            commit();
        }
    }

    /** An event of one sampler. Samplers of a process are numbered. */
    @Category({"Freestep", "Frames"})
    @StackTrace(false)
    abstract static class OfSampler extends Reused {
        int sampler;
    }

    @Name(PREFIX + "Sampler")
    @Label("Sampler")
    @Description("The options of a sampler, once in 64 frames")
    static final class SamplerEvent extends OfSampler {
        @Description("The world of the states, as in the ticks of its service; 0 for states of another process")
        long world;

        String mode;
        long allowedLateness;
        int window;
        boolean remote;
        boolean inline;
    }

    @Name(PREFIX + "State")
    @Label("State")
    @Description("The next frame acquired a state")
    static final class StateEvent extends OfSampler {
        long tick;

        @Label("Ticks Since Predecessor")
        @Description("0 for the first state")
        long ticks;

        long simulationNanos;
        long publishedNanos;

        @Description("From the beginning of the work until the publication")
        @Timespan
        long work;

        @Description("How late its receiver expected states")
        @Timespan
        long expectedLate;

        @Description("Whether the sender left states out for this receiver")
        boolean thinned;

        long anchorNanos;
        long anchorSimulationNanos;
        long scaleNumerator;
        long scaleDenominator;
        boolean again;
        boolean overloaded;
    }

    @Name(PREFIX + "Frame")
    @Label("Frame")
    static final class FrameEvent extends OfSampler {
        long number;

        @Description("The time that the host passed")
        long hostNanos;

        @Description("By how much that time is ahead of the clock")
        @Timespan
        long lead;

        @Description("By how much the frame's time is after the host's")
        @Timespan
        long snapped;

        long simulationNanos;

        @Description("By how much the picture is behind simulation time")
        @Timespan
        long behind;

        @Timespan
        long delay;

        boolean hasState;
        boolean paused;
    }

    @Name(PREFIX + "Input")
    @Label("Input")
    @Description("A frame was the first to show an input")
    static final class InputEvent extends OfSampler {
        long inputNanos;

        @Description("From the input's own time until its step began")
        @Timespan
        long tick;

        @Description("From then until its state was published")
        @Timespan
        long step;

        @Description("From then until the frame was sampled")
        @Timespan
        long frame;

        @Description("From then until the frame was swapped to the screen; 0 if that is not known")
        @Timespan
        long swap;
    }

    @Name(PREFIX + "Stutter")
    @Label("Stutter")
    @Description("A frame moved at less than half, or at more than one and a half times, the speed of simulation time")
    static final class StutterEvent extends OfSampler {}
}
