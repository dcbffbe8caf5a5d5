package io.github.freestep.render.trace.log;

import io.github.freestep.internal.Inside;
import io.github.freestep.internal.SafeText;
import io.github.freestep.physics.spi.RunEvents;
import io.github.freestep.state.StateBuffer;
import io.github.freestep.time.TimeAnchor;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;

/**
 * Records a run as events of JDK Flight Recorder. While there is no recording, a tick only tests a flag. During a
 * recording, the event objects are reused, and only the recorder allocates, when one of its buffers is full. For the
 * thread of {@link RunEvents}.
 */
final class FlightRun implements RunEvents {
    private final TickEvent tick = new TickEvent();
    private final OverrunEvent overrun = new OverrunEvent();
    private final SlipEvent slip = new SlipEvent();
    private final FaultEvent fault = new FaultEvent();
    private final LateInputEvent lateInput = new LateInputEvent();
    private final String service;
    private final Supplier<String> worker;

    FlightRun(String service, StateBuffer states, Supplier<String> worker) {
        this.service = service;
        tick.world = Inside.of(states).world().id();
        this.worker = worker;
    }

    @Override
    public void tickBegins() {
        if (tick.isEnabled()) {
            tick.begin();
        }
    }

    @Override
    public void tick(
            long number,
            long simulationNanos,
            TimeAnchor anchor,
            long startedNanos,
            long endedNanos,
            long lateness,
            long compute,
            long publicationLateness) {
        if (tick.isEnabled()) {
            name(tick, number);
            tick.dueNanos = anchor.isPaused() ? startedNanos - lateness : anchor.wallAt(simulationNanos);
            tick.startedNanos = startedNanos;
            tick.endedNanos = endedNanos;
            tick.lateness = lateness;
            tick.compute = compute;
            tick.publicationLateness = publicationLateness;
            tick.end();
            tick.commit();
        }
    }

    @Override
    public void overrun(long number, long compute) {
        overrun.compute = compute;
        commit(overrun, number);
    }

    @Override
    public void lateInput(long number, long inputs) {
        lateInput.inputs = inputs;
        commit(lateInput, number);
    }

    @Override
    public void slip(long number, long droppedNanos) {
        slip.dropped = droppedNanos;
        commit(slip, number);
    }

    @Override
    public void fault(long number, Throwable failure) {
        fault(fault, number, failure::getMessage);
    }

    @Override
    public void commandFailed(long number, Throwable cause) {
        fault(fault, number, () -> "a command failed: " + SafeText.of(cause));
    }

    @Override
    public void handlerFailed(long number, String name, Throwable cause) {
        // Not the object that the stepping thread uses.
        fault(new FaultEvent(), number, () -> "the event handler " + name + " failed: " + SafeText.of(cause));
    }

    /** Asks for the message during a recording only, because it may be code of the user. */
    private void fault(FaultEvent event, long number, Supplier<String> message) {
        if (event.isEnabled()) {
            event.message = message.get();
            commit(event, number);
        }
    }

    @Override
    public void hung(long number, String message, StackTraceElement[] stack) {
        FaultEvent hung = new FaultEvent();
        hung.message = message;
        hung.stack = Stream.of(stack).map(frame -> "at " + frame).collect(Collectors.joining("\n"));
        commit(hung, number);
    }

    private void name(OfTick event, long number) {
        event.tick = number;
        event.service = service;
        event.worker = worker.get();
    }

    private void commit(OfTick event, long number) {
        if (event.isEnabled()) {
            name(event, number);
            event.commitNow();
        }
    }

    @Category("Freestep")
    @StackTrace(false)
    private abstract static class OfTick extends FlightEvents.Reused {
        long tick;

        String service;

        @Description("The thread that steps the service")
        String worker;
    }

    @Name(FlightEvents.PREFIX + "Tick")
    @Label("Physics Tick")
    private static final class TickEvent extends OfTick {
        long world;

        @Description("When it was due, by the anchor that the readers of its state get")
        long dueNanos;

        long startedNanos;

        @Description("When its state was published, or when it ended without one")
        long endedNanos;

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

    @Name(FlightEvents.PREFIX + "Overrun")
    @Label("Physics Overrun")
    @Description("A step took longer than the wall time of its ticks")
    private static final class OverrunEvent extends OfTick {
        @Label("Compute Time")
        @Timespan
        long compute;
    }

    @Name(FlightEvents.PREFIX + "Slip")
    @Label("Physics Slip")
    @Description("Time of the backlog was dropped")
    private static final class SlipEvent extends OfTick {
        @Label("Dropped Time")
        @Timespan
        long dropped;
    }

    @Name(FlightEvents.PREFIX + "Fault")
    @Label("Physics Fault")
    @Description("A failure; or a step, a command or other code of the user that did not return in time")
    private static final class FaultEvent extends OfTick {
        String message;

        @Description("Where the call hung, as the recorder's own would be that of the watchdog; null for a failure")
        String stack;
    }

    @Name(FlightEvents.PREFIX + "LateInput")
    @Label("Late Input")
    @Description("Input came too late for the tick of its time, or during a pause")
    private static final class LateInputEvent extends OfTick {
        long inputs;
    }
}
