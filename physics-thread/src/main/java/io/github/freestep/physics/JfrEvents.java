package io.github.freestep.physics;

import io.github.freestep.internal.SafeText;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;

/**
 * Events of the physics thread for JDK Flight Recorder. For the physics thread. While there is no recording, each call
 * only tests a flag. During a recording, the event objects are reused, and only the recorder allocates, when one of its
 * buffers is full.
 */
final class JfrEvents {
    private final TickEvent tick = new TickEvent();
    private final OverrunEvent overrun = new OverrunEvent();
    private final SlipEvent slip = new SlipEvent();
    private final FaultEvent fault = new FaultEvent();
    private final LateInputEvent lateInput = new LateInputEvent();
    private final PhysicsMetrics metrics;
    private long deferredBefore;
    private boolean isOff;

    /** Creates events that carry the names of the service and of its thread. Both come from the metrics. */
    JfrEvents(PhysicsMetrics metrics) {
        this.metrics = metrics;
    }

    /** Records nothing from now on. */
    void turnOff() {
        isOff = true;
    }

    private boolean isOn(Event event) {
        return event.isEnabled() && !isOff;
    }

    void tickBegins() {
        if (isOn(tick)) {
            tick.begin();
        }
    }

    void tick(long number, long lateness, long compute, long publicationLateness, boolean overran, long deferred) {
        if (isOn(tick)) {
            tick.of(metrics, number);
            tick.lateness = lateness;
            tick.compute = compute;
            tick.publicationLateness = publicationLateness;
            tick.end();
            tick.commit();
        }
        if (overran && isOn(overrun)) {
            overrun.of(metrics, number);
            overrun.compute = compute;
            commitNow(overrun);
        }
        if (deferred != deferredBefore && isOn(lateInput)) {
            lateInput.of(metrics, number);
            lateInput.inputs = deferred - deferredBefore;
            commitNow(lateInput);
        }
        deferredBefore = deferred;
    }

    void slip(long number, long dropped) {
        if (isOn(slip)) {
            slip.of(metrics, number);
            slip.dropped = dropped;
            commitNow(slip);
        }
    }

    void fault(long number, Throwable failure) {
        if (isOn(fault)) {
            fault.of(metrics, number);
            fault.message = failure.getMessage();
            commitNow(fault);
        }
    }

    void commandFailed(long number, Throwable cause) {
        if (isOn(fault)) {
            fault.of(metrics, number);
            fault.message = "a command failed: " + SafeText.of(cause);
            commitNow(fault);
        }
    }

    void handlerFailed(long number, String name, Throwable cause) {
        if (isOn(fault)) {
            fault.of(metrics, number);
            fault.message = "the event handler " + name + " failed: " + SafeText.of(cause);
            commitNow(fault);
        }
    }

    /** Reports a call that does not return. For the watchdog's thread; allocates an event. */
    static void hungStep(PhysicsMetrics metrics, long number, Throwable failure, StackTraceElement[] stack) {
        HungStepEvent hung = new HungStepEvent();
        if (hung.isEnabled()) {
            hung.of(metrics, number);
            hung.message = failure.getMessage();
            hung.stack = text(stack);
            commitNow(hung);
        }
    }

    private static String text(StackTraceElement[] stack) {
        return Stream.of(stack).map(frame -> "at " + frame).collect(Collectors.joining("\n"));
    }

    /**
     * Commits an event with the time now. On some virtual machines, a reused event keeps its old time unless
     * it begins again.
     */
    private static void commitNow(Event event) {
        event.begin();
        event.end();
        event.commit();
    }

    @Category("Freestep")
    @StackTrace(false)
    private abstract static class OfTick extends Event {
        @Label("Tick")
        long tick;

        @Label("Service")
        String service;

        @Label("Worker")
        @Description("The thread that steps the service")
        String worker;

        void of(PhysicsMetrics metrics, long number) {
            tick = number;
            service = metrics.service();
            worker = metrics.worker();
        }
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
        @Description("0 if the state was not published")
        @Timespan
        long publicationLateness;
    }

    @Name("io.github.freestep.Overrun")
    @Label("Physics Overrun")
    @Description("A step took longer than the wall time of its ticks")
    private static final class OverrunEvent extends OfTick {
        @Label("Compute Time")
        @Timespan
        long compute;
    }

    @Name("io.github.freestep.Slip")
    @Label("Physics Slip")
    @Description("Time of the backlog was dropped")
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

    @Name("io.github.freestep.HungStep")
    @Label("Hung Step")
    @Description("A step, a command or other code of the user did not return within the watchdog's limit")
    private static final class HungStepEvent extends OfTick {
        @Label("Message")
        String message;

        @Label("Stack")
        @Description("Where the call hung; a recorder's own stack trace would be that of the watchdog")
        String stack;
    }

    @Name("io.github.freestep.LateInput")
    @Label("Late Input")
    @Description("Input came too late for the tick of its time, or during a pause")
    private static final class LateInputEvent extends OfTick {
        @Label("Inputs")
        long inputs;
    }
}
