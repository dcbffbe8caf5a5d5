package io.github.freestep.benchmarks.app.pacing;

import io.github.freestep.physics.InputPort;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.physics.recording.Recorder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.locks.LockSupport;

/**
 * The service with 1,000 inputs per second. The row with a recorder minus the row without one is the cost of recording.
 */
final class LoadedPacer extends ServicePacer {
    private static final long INPUT_NANOS = 1_000_000;

    private final boolean recorded;

    LoadedPacer(boolean recorded) {
        super(false);
        this.recorded = recorded;
    }

    @Override
    PacingRound round(PhysicsService physics, WakeUpLog log) throws IOException, InterruptedException {
        if (!recorded) {
            return withInput(physics, log);
        }
        Path folder = Files.createTempDirectory("freestep-pacing");
        Path file = folder.resolve("recording");
        try {
            Recorder recorder = Recorder.open(physics, file, "one body", "", 0);
            try (recorder) {
                return withInput(physics, log);
            }
        } finally {
            Files.deleteIfExists(file);
            Files.delete(folder);
        }
    }

    private PacingRound withInput(PhysicsService physics, WakeUpLog log) throws IOException, InterruptedException {
        InputPort port = physics.input();
        Thread producer = new Thread(
                () -> {
                    while (!Thread.currentThread().isInterrupted()) {
                        port.action(1, 1, physics.clock().nanoTime());
                        LockSupport.parkNanos(INPUT_NANOS);
                    }
                },
                "freestep-pacing-input");
        producer.start();
        try {
            return super.round(physics, log);
        } finally {
            producer.interrupt();
            producer.join();
        }
    }
}
