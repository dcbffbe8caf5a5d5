package io.github.freestep.render.trace.log;

import io.github.freestep.physics.InlineStepper;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.render.FrameSampler;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import javax.management.ObjectName;
import jdk.jfr.FlightRecorder;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import jdk.management.jfr.FlightRecorderMXBean;

/** Runs a stepper and a sampler, and starts a recording meanwhile or never. For a process of its own. */
final class LateRecording {
    /** Who starts a recording. */
    enum Starter {
        NOBODY,
        COMMAND_LINE,
        PROGRAM,
        JCMD,
        JMX
    }

    private LateRecording() {}

    public static void main(String[] arguments) throws Exception {
        Starter starter = Starter.valueOf(arguments[0]);
        try (InlineStepper stepper =
                        PhysicsService.builder(new FlightRunTest.Empty()).inline();
                FrameSampler frames = FrameSampler.builder(stepper.states())
                        .listener(new FlightListener())
                        .open()) {
            step(stepper, frames);
            start(starter);
            while (starter != Starter.NOBODY && !(FlightRun.EVENTS.areLoaded() && FlightFrames.EVENTS.areLoaded())) {
                step(stepper, frames);
            }
            for (int i = 0; i < 10; i++) {
                step(stepper, frames);
            }
        }
        if (starter != Starter.NOBODY) {
            System.out.println("recorded" + recorded());
        }
    }

    private static void step(InlineStepper stepper, FrameSampler frames) {
        stepper.advanceTick();
        frames.sample();
    }

    private static void start(Starter starter) throws Exception {
        switch (starter) {
            case PROGRAM -> new Recording().start();
            case JCMD ->
                // The command of this process that jcmd calls.
                ManagementFactory.getPlatformMBeanServer()
                        .invoke(
                                new ObjectName("com.sun.management:type=DiagnosticCommand"),
                                "jfrStart",
                                new Object[] {new String[0]},
                                new String[] {String[].class.getName()});
            case JMX -> {
                FlightRecorderMXBean bean = ManagementFactory.getPlatformMXBean(FlightRecorderMXBean.class);
                bean.startRecording(bean.newRecording());
            }
            default -> {}
        }
    }

    /** The events of Freestep that the only recording has. */
    private static List<String> recorded() throws Exception {
        Path file = Files.createTempFile("freestep", ".jfr");
        try {
            FlightRecorder.getFlightRecorder().getRecordings().get(0).dump(file);
            Stream<RecordedEvent> events = RecordingFile.readAllEvents(file).stream();
            return events.map(event -> event.getEventType().getName())
                    .filter(name -> name.startsWith(FlightEvents.PREFIX))
                    .distinct()
                    .sorted()
                    .toList();
        } finally {
            Files.delete(file);
        }
    }
}
