package io.github.freestep.render.trace.log;

import io.github.freestep.render.SimulatedPhysics;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import jdk.jfr.Recording;

/** Records runs with the JDK's recorder, and reads what it has of their only sampler. */
public final class Recorded {
    private Recorded() {}

    /** A run that may fail to read or write. */
    interface Body {
        void run() throws IOException;
    }

    public static MotionLog log(Runnable run) {
        try {
            Path file = Files.createTempFile("freestep", ".jfr");
            try {
                return MotionLog.read(record(file, run::run)).get(0);
            } finally {
                Files.delete(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Records a run in a file, with these events of the JDK. */
    static Path record(Path file, Body run, String... names) throws IOException {
        try (Recording recording = new Recording()) {
            for (String name : names) {
                recording.enable(name).withoutThreshold();
            }
            recording.start();
            // Otherwise, the first recording of this JVM would begin while a thread still loads the classes.
            FlightRun.EVENTS.loadIfUsed();
            FlightFrames.EVENTS.loadIfUsed();
            run.run();
            recording.stop();
            recording.dump(file);
        }
        return file;
    }

    /** Records the ticks as the service of the states would. */
    public static void ticks(SimulatedPhysics physics) {
        FlightRun run = new FlightRun("", physics.publisher.states(), () -> "");
        physics.onTick((tick, simulation, anchor, start, end) -> {
            run.tickBegins();
            run.tick(tick, simulation, anchor, start, end, 0, end - start, 0);
        });
    }
}
