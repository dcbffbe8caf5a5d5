package io.github.freestep.physics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JfrEventsTest {
    private static final long MILLI = 1_000_000;
    private static final List<String> NAMES = List.of("Tick", "Overrun", "Slip", "Fault", "LateInput");

    @TempDir
    private Path folder;

    @Test
    void aRehearsalIsNotRecorded() throws Exception {
        Path file = folder.resolve("rehearsal.jfr");
        try (Recording recording = new Recording()) {
            for (String name : NAMES) {
                recording.enable("io.github.freestep." + name);
            }
            recording.start();
            OverloadRehearsal.run();
            recording.stop();
            recording.dump(file);
        }
        assertEquals(List.of(), RecordingFile.readAllEvents(file));
    }

    @Test
    void ticksOverrunsSlipsFaultsAndLateInputAreRecorded() throws Exception {
        Falling world = new Falling();
        ScriptedClock clock = new ScriptedClock(0);
        PhysicsBuilder builder =
                new PhysicsBuilder(world).name("room-7").clock(clock).faultPolicy(FaultPolicy.skip());
        world.during = tick -> {
            clock.advance(tick.number() == 3 ? 12 * MILLI : MILLI);
            if (tick.number() == 4) {
                throw new IllegalStateException("too stiff");
            }
        };
        ServiceRun physics = new ServiceRun(builder.setup());
        clock.at(55 * MILLI, () -> physics.core.inputs().port().action(1, 1, 5 * MILLI));
        clock.at(75 * MILLI, () -> clock.advance(1_000 * MILLI));
        clock.at(1_200 * MILLI, physics::requestStop);

        Path file = folder.resolve("flight.jfr");
        try (Recording recording = new Recording()) {
            for (String name : NAMES) {
                recording.enable("io.github.freestep." + name);
            }
            recording.start();
            physics.worker().run();
            recording.stop();
            recording.dump(file);
        }
        List<RecordedEvent> events = RecordingFile.readAllEvents(file);
        List<RecordedEvent> ticks = named("Tick", events);
        assertEquals(world.steps, ticks.size());
        assertEquals(
                ticks.size(),
                ticks.stream().map(RecordedEvent::getStartTime).distinct().count(),
                "each tick has a different time");
        assertEquals(Duration.ofMillis(12), ticks.get(2).getDuration("compute"));
        assertTrue(ticks.get(3).getDuration("lateness").compareTo(Duration.ofMillis(2)) >= 0);
        assertEquals(3, only("Overrun", events).getLong("tick"));
        assertEquals("room-7", only("Overrun", events).getString("service"));
        assertEquals(Duration.ofMillis(750), only("Slip", events).getDuration("dropped"));
        assertTrue(only("Fault", events).getString("message").contains("room-7: the step of tick 4 failed"));
        assertEquals(1, only("LateInput", events).getLong("inputs"));
        assertTrue(Files.size(file) > 0);
    }

    private static RecordedEvent only(String name, List<RecordedEvent> events) {
        List<RecordedEvent> found = named(name, events);
        assertEquals(1, found.size(), name);
        return found.get(0);
    }

    private static List<RecordedEvent> named(String name, List<RecordedEvent> events) {
        return events.stream()
                .filter(event -> event.getEventType().getName().equals("io.github.freestep." + name))
                .collect(Collectors.toList());
    }
}
