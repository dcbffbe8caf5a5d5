package io.github.freestep.render.trace.log;

import io.github.freestep.internal.Inside;
import io.github.freestep.internal.SafeText;
import io.github.freestep.internal.WorldId;
import io.github.freestep.physics.report.RunEvents;
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
import org.jspecify.annotations.Nullable;

/**
 * Records a run as events of JDK Flight Recorder. While there is no recording, a tick only tests a flag. During a
 * recording, the event objects are reused, and only the recorder allocates, when one of its buffers is full. For the
 * thread of {@link RunEvents}.
 */
final class FlightRun implements RunEvents {
    /** The classes of the events of runs. */
    static final EventClasses EVENTS = new EventClasses(FlightRun::load);

    private final String service;
    private final StateBuffer states;
    private final Supplier<String> worker;

    /** Null until the classes are loaded. */
    private @Nullable Events events;

    /** The number of late inputs at the end of the newest tick, because an event has only those that a tick adds. */
    private long lateInputs;

    FlightRun(String service, StateBuffer states, Supplier<String> worker) {
        this.service = service;
        this.states = states;
        this.worker = worker;
        EVENTS.loadIfUsed();
    }

    /** The objects that the stepping thread uses again and again. */
    private static final class Events {
        final TickEvent tick = new TickEvent();
        final OverrunEvent overrun = new OverrunEvent();
        final SlipEvent slip = new SlipEvent();
        final LateInputEvent lateInput = new LateInputEvent();
    }

    /** Also draws an id, because the JVM's source of random numbers takes tens of milliseconds to begin. */
    private static void load() {
        new Events();
        new FaultEvent();
        WorldId.startsAt(-1);
    }

    private boolean hasEvents() {
        if (events == null && EVENTS.areLoaded()) {
            events = new Events();
            events.tick.world = Inside.of(states).world().id();
        }
        return events != null;
    }

    @Override
    public void tickBegins() {
        if (hasEvents() && events.tick.isEnabled()) {
            events.tick.begin();
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
        // Not hasEvents(), because an event must begin before it ends.
        if (events != null && events.tick.isEnabled()) {
            TickEvent tick = events.tick;
            tick.name(this, number);
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
        if (hasEvents()) {
            events.overrun.compute = compute;
            events.overrun.commit(this, number);
        }
    }

    @Override
    public void lateInputs(long number, long total) {
        long inputs = total - lateInputs;
        lateInputs = total;
        if (inputs != 0 && hasEvents()) {
            events.lateInput.inputs = inputs;
            events.lateInput.commit(this, number);
        }
    }

    @Override
    public void slip(long number, long droppedNanos) {
        if (hasEvents()) {
            events.slip.dropped = droppedNanos;
            events.slip.commit(this, number);
        }
    }

    @Override
    public void failed(long number, String what, Throwable cause) {
        if (EVENTS.areLoaded()) {
            FaultEvent failed = new FaultEvent();
            failed.commit(this, number, () -> what.isEmpty() ? cause.getMessage() : what + SafeText.of(cause));
        }
    }

    @Override
    public void hung(long number, String message, StackTraceElement[] stack) {
        if (EVENTS.areLoaded()) {
            FaultEvent hung = new FaultEvent();
            hung.stack = Stream.of(stack).map(frame -> "at " + frame).collect(Collectors.joining("\n"));
            hung.commit(this, number, () -> message);
        }
    }

    @Category("Freestep")
    @StackTrace(false)
    private abstract static class OfTick extends FlightEvents.Reused {
        long tick;

        String service;

        @Description("The thread that steps the service")
        String worker;

        final void name(FlightRun run, long number) {
            tick = number;
            service = run.service;
            worker = run.worker.get();
        }

        final void commit(FlightRun run, long number) {
            if (isEnabled()) {
                name(run, number);
                commitNow();
            }
        }
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

        /** Asks for the message during a recording only, because it may be code of the user. */
        void commit(FlightRun run, long number, Supplier<String> text) {
            if (isEnabled()) {
                message = text.get();
                commit(run, number);
            }
        }
    }

    @Name(FlightEvents.PREFIX + "LateInput")
    @Label("Late Input")
    @Description("Input came too late for the tick of its time, or during a pause")
    private static final class LateInputEvent extends OfTick {
        long inputs;
    }
}
