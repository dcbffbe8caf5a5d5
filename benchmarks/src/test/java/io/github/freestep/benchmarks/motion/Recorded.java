package io.github.freestep.benchmarks.motion;

import io.github.freestep.render.trace.log.MotionLog;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import jdk.jfr.Recording;

/** Records a run with the JDK's recorder, and reads what it has of the run's only sampler. */
public final class Recorded {
    private Recorded() {}

    public static MotionLog log(Runnable run) {
        try {
            Path file = Files.createTempFile("freestep", ".jfr");
            try (Recording recording = new Recording()) {
                recording.start();
                run.run();
                recording.stop();
                recording.dump(file);
                return MotionLog.read(file).get(0);
            } finally {
                Files.delete(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
