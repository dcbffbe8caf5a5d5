package io.github.freestep.physics;

import io.github.freestep.internal.SafeText;
import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;

/**
 * What a flight recorder sees of the physics thread. For that thread; while nothing records, each call is a test of a
 * flag; while something does, the events are reused, and only the recorder allocates, when a buffer of its is full.
 */
final class JfrEvents {
    private final TickEvent tick = new TickEvent();
    private final OverrunEvent overrun = new OverrunEvent();
    private final SlipEvent slip = new SlipEvent();
    private final FaultEvent fault = new FaultEvent();
    private final LateInputEvent lateInput = new LateInputEvent();
    private long deferredBefore;

    void tickBegins() {
        if (tick.isEnabled()) {
            tick.begin();
        }
    }

    void tick(long number, long lateness, long compute, long publicationLateness, boolean overran, long deferred) {
        if (tick.isEnabled()) {
            tick.tick = number;
            tick.lateness = lateness;
            tick.compute = compute;
            tick.publicationLateness = publicationLateness;
            tick.end();
            tick.commit();
        }
        if (overran && overrun.isEnabled()) {
            overrun.tick = number;
            overrun.compute = compute;
            now(overrun);
        }
        if (deferred != deferredBefore && lateInput.isEnabled()) {
            lateInput.tick = number;
            lateInput.inputs = deferred - deferredBefore;
            now(lateInput);
        }
        deferredBefore = deferred;
    }

    void slip(long number, long dropped) {
        if (slip.isEnabled()) {
            slip.tick = number;
            slip.dropped = dropped;
            now(slip);
        }
    }

    void fault(long number, Throwable failure) {
        if (fault.isEnabled()) {
            fault.tick = number;
            fault.message = failure.getMessage();
            now(fault);
        }
    }

    void handlerFailed(long number, String name, Throwable cause) {
        if (fault.isEnabled()) {
            fault.tick = number;
            fault.message = "the event handler " + name + " failed: " + SafeText.of(cause);
            now(fault);
        }
    }

    /** An event that is used again keeps its time on some virtual machines, unless told a new one. */
    private static void now(Event event) {
        event.begin();
        event.end();
        event.commit();
    }

    @Category("Freestep")
    @StackTrace(false)
    private abstract static class OfTick extends Event {
        @Label("Tick")
        long tick;
    }

    @Name("io.github.freestep.Tick")
    @Label("Physics Tick")
    private static final class TickEvent extends OfTick {
        @Label("Wake-up Lateness")
        @Timespan
        long lateness;

        @Label("Compute Time")
        @Timespan
        long compute;

        @Label("Publication Lateness")
        @Description("Zero if the state was not written out")
        @Timespan
        long publicationLateness;
    }

    @Name("io.github.freestep.Overrun")
    @Label("Physics Overrun")
    @Description("A tick took longer than the time it stands for")
    private static final class OverrunEvent extends OfTick {
        @Label("Compute Time")
        @Timespan
        long compute;
    }

    @Name("io.github.freestep.Slip")
    @Label("Physics Slip")
    @Description("Time that was owed was dropped")
    private static final class SlipEvent extends OfTick {
        @Label("Dropped Time")
        @Timespan
        long dropped;
    }

    @Name("io.github.freestep.Fault")
    @Label("Physics Fault")
    private static final class FaultEvent extends OfTick {
        @Label("Message")
        String message;
    }

    @Name("io.github.freestep.LateInput")
    @Label("Late Input")
    @Description("Input came too late for the tick of its time, or while time stood still")
    private static final class LateInputEvent extends OfTick {
        @Label("Inputs")
        long inputs;
    }
}
