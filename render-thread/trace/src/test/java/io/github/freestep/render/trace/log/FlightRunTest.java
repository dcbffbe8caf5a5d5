package io.github.freestep.render.trace.log;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.internal.Inside;
import io.github.freestep.physics.InlineStepper;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.physics.Simulation;
import io.github.freestep.physics.Tick;
import io.github.freestep.state.StateBuffer;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StatePublisher;
import io.github.freestep.state.StateWriter;
import io.github.freestep.testing.Allocations;
import io.github.freestep.time.TimeAnchor;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Records runs with the JDK's recorder. */
class FlightRunTest {
    private static final long MILLI = 1_000_000;

    @TempDir
    private Path folder;

    private List<RecordedEvent> record(Runnable run) throws Exception {
        Path file = Recorded.record(folder.resolve("flight.jfr"), run::run);
        List<RecordedEvent> events = RecordingFile.readAllEvents(file);
        events.forEach(event -> assertEquals("room-7", event.getString("service")));
        // The file has one buffer of the recorder after the other, which need not be the order of time.
        return events.stream()
                .sorted(Comparator.comparing(RecordedEvent::getStartTime))
                .toList();
    }

    @Test
    void eventsHaveWhatTheRunSays() throws Exception {
        StateBuffer states = StatePublisher.of(StateLayout.of(1)).states();
        TimeAnchor anchor = new TimeAnchor();
        anchor.set(100, 0, 1, 1);
        FlightRun run = new FlightRun("room-7", states, () -> "worker");
        List<RecordedEvent> events = record(() -> {
            for (int tick = 1; tick <= 3; tick++) {
                run.tickBegins();
                run.tick(tick, 10 * tick, anchor, 11 * tick, 15 * tick, 2 * MILLI, 12 * MILLI, 3 * MILLI);
            }
            run.overrun(3, 13 * MILLI);
            run.slip(4, 750 * MILLI);
            run.lateInputs(4, 2);
            run.lateInputs(5, 8);
            run.lateInputs(6, 8);
            run.failed(7, "", new IllegalStateException("too stiff"));
            run.failed(8, "a command failed: ", new IllegalStateException("no such body"));
            run.failed(9, "the event handler sounds failed: ", new IllegalStateException("no such sound"));
            run.hung(10, "hangs", new StackTraceElement[] {new StackTraceElement("World", "step", "World.java", 11)});
        });
        List<RecordedEvent> ticks = named("Tick", events);
        assertEquals("worker", ticks.get(0).getString("worker"));
        assertEquals(
                List.of(1L, 2L, 3L),
                ticks.stream().map(event -> event.getLong("tick")).toList());
        assertEquals(
                3, ticks.stream().map(RecordedEvent::getStartTime).distinct().count(), "each tick has its own time");
        assertEquals(Inside.of(states).world().id(), ticks.get(1).getLong("world"));
        assertEquals(120, ticks.get(1).getLong("dueNanos"));
        assertEquals(22, ticks.get(1).getLong("startedNanos"));
        assertEquals(30, ticks.get(1).getLong("endedNanos"));
        assertEquals(Duration.ofMillis(2), ticks.get(1).getDuration("lateness"));
        assertEquals(Duration.ofMillis(12), ticks.get(1).getDuration("compute"));
        assertEquals(Duration.ofMillis(3), ticks.get(1).getDuration("publicationLateness"));
        assertEquals(Duration.ofMillis(13), named("Overrun", events).get(0).getDuration("compute"));
        assertEquals(Duration.ofMillis(750), named("Slip", events).get(0).getDuration("dropped"));
        assertEquals(
                List.of(2L, 6L),
                named("LateInput", events).stream()
                        .map(event -> event.getLong("inputs"))
                        .toList());
        assertEquals(
                List.of(
                        "too stiff",
                        "a command failed: java.lang.IllegalStateException: no such body",
                        "the event handler sounds failed: java.lang.IllegalStateException: no such sound",
                        "hangs"),
                named("Fault", events).stream()
                        .map(event -> event.getString("message"))
                        .toList());
        assertEquals(
                "at World.step(World.java:11)", named("Fault", events).get(3).getString("stack"));
    }

    /** The message of a user's exception may be slow or throw. */
    @Test
    void withoutARecordingNoMessageIsAskedFor() {
        // In use, so that the events exist, but without a recording.
        jdk.jfr.FlightRecorder.getFlightRecorder();
        FlightRun run =
                new FlightRun("room-7", StatePublisher.of(StateLayout.of(1)).states(), () -> "worker");
        Throwable asked = new IllegalStateException() {
            @Override
            public String getMessage() {
                throw new AssertionError("the message was asked for");
            }
        };
        run.failed(1, "", asked);
        run.failed(2, "a command failed: ", asked);
    }

    @Test
    void aServiceFindsTheRecorder() throws Exception {
        List<RecordedEvent> events = record(() -> {
            try (InlineStepper stepper =
                    PhysicsService.builder(new Empty()).name("room-7").inline()) {
                stepper.advance(50 * MILLI);
            }
        });
        assertEquals(5, named("Tick", events).size());
    }

    /**
     * The JDK itself allocates a few hundred bytes when one of its buffers is full. An event object per tick would be
     * 16 or more.
     */
    @Test
    void aRecordedTickAllocatesNoEventObject() {
        try (Recording recording = new Recording();
                InlineStepper stepper = PhysicsService.builder(new Empty()).inline()) {
            recording.enable(FlightEvents.PREFIX + "Tick");
            recording.start();
            long bytes = Allocations.of(stepper::advanceTick);
            assertTrue(bytes < Allocations.ROUNDS, () -> bytes + " bytes in " + Allocations.ROUNDS + " ticks");
        }
    }

    private static List<RecordedEvent> named(String name, List<RecordedEvent> events) {
        return events.stream()
                .filter(event -> event.getEventType().getName().equals(FlightEvents.PREFIX + name))
                .toList();
    }

    /** A world without bodies. */
    static class Empty implements Simulation {
        @Override
        public StateLayout layout() {
            return StateLayout.of(1);
        }

        @Override
        public void step(Tick tick) {}

        @Override
        public void write(StateWriter state) {}
    }
}
