package io.github.freestep.render.trace.log;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import jdk.jfr.Recording;

/**
 * Records the times of the last seconds with JDK Flight Recorder. {@link #newStutters} is for one thread; {@link #logs}
 * for any.
 */
public final class CapsuleTimes implements AutoCloseable {
    private static final Duration KEPT = Duration.ofSeconds(20);

    /** Shorter waits explain no late frame at 60 frames per second. */
    private static final Duration LEAST_WAIT = Duration.ofMillis(7);

    private static final Duration SAMPLES = Duration.ofMillis(20);

    private final Recording recording = new Recording();
    private long seenStutters = FlightFrames.STUTTERS.get();

    /** Starts to record. */
    public CapsuleTimes() {
        FlightFile.WAITS.keySet().forEach(each -> recording.enable(each).withThreshold(LEAST_WAIT));
        List.of(FlightFile.COLLECTION, FlightFile.OPERATION, FlightFile.COMPILATION)
                .forEach(each -> recording.enable(each).withThreshold(Duration.ofNanos(FlightFile.LEAST_NANOS)));
        FlightFile.CODE.keySet().forEach(each -> recording.enable(each));
        recording.enable("jdk.ExecutionSample").withPeriod(SAMPLES);
        recording.enable("jdk.NativeMethodSample").withPeriod(SAMPLES);
        recording.enable(FlightFile.LOAD).withPeriod(Duration.ofSeconds(1));
        recording.setMaxAge(KEPT);
        recording.setName("freestep-capsule");
        recording.start();
    }

    /** Returns how often a sampler of this process has stuttered since the last call. */
    public long newStutters() {
        long now = FlightFrames.STUTTERS.get();
        long more = now - seenStutters;
        seenStutters = now;
        return more;
    }

    /**
     * Returns what samplers of this process did in the last seconds, the one with the most frames first.
     *
     * @throws IOException if the recorder cannot write its temporary file
     */
    public List<MotionLog> logs() throws IOException {
        Path file = Files.createTempFile("freestep", ".jfr");
        try {
            recording.dump(file);
            return FlightFile.read(file, Instant.now().minus(KEPT)).logs();
        } finally {
            Files.delete(file);
        }
    }

    @Override
    public void close() {
        recording.close();
    }
}
