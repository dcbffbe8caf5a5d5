package io.github.freestep.render.trace.log;

import io.github.freestep.render.FrameListener;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import jdk.jfr.Recording;
import org.jspecify.annotations.Nullable;

/**
 * Records the times of the last seconds of some samplers with JDK Flight Recorder. {@link #start} and {@link #close}
 * are for one thread at a time, {@link #newStutters} for one thread, and the others for any.
 */
public final class FlightRing implements AutoCloseable {
    private static final Duration KEPT = Duration.ofSeconds(20);

    /** Shorter waits explain no late frame at 60 frames per second. */
    private static final Duration LEAST_WAIT = Duration.ofMillis(7);

    /** Longer than the waits between two frames or ticks at 60 per second, because each longer one has its stack. */
    private static final Duration LEAST_NAP = Duration.ofMillis(17);

    /** How often stacks are sampled, which is most of what a capsule costs. A visibly late frame has one or two. */
    private static final Duration SAMPLES = Duration.ofMillis(40);

    /** The most per second, because a game may allocate much more often. */
    private static final String ALLOCATIONS = "50/s";

    private final Set<Integer> samplers = ConcurrentHashMap.newKeySet();
    private final AtomicLong stutters = new AtomicLong();
    private long seenStutters;
    private @Nullable Recording recording;

    /** Creates one that does not record yet. */
    public FlightRing() {}

    /** Starts to record. Call it once, and {@link #close} also if it throws. */
    public void start() {
        recording = new Recording();
        FlightFile.WAITS.keySet().forEach(each -> recording.enable(each).withThreshold(LEAST_WAIT));
        List.of("jdk.ThreadPark", "jdk.ThreadSleep")
                .forEach(each -> recording.enable(each).withThreshold(LEAST_NAP));
        List.of(FlightFile.COLLECTION, FlightFile.OPERATION, FlightFile.COMPILATION)
                .forEach(each -> recording.enable(each).withThreshold(Duration.ofNanos(FlightFile.LEAST_NANOS)));
        FlightFile.CODE.keySet().forEach(each -> recording.enable(each));
        recording.enable("jdk.ObjectAllocationSample").with("throttle", ALLOCATIONS);
        recording.enable("jdk.ExecutionSample").withPeriod(SAMPLES);
        recording.enable("jdk.NativeMethodSample").withPeriod(SAMPLES);
        recording.enable(FlightFile.LOAD).withPeriod(Duration.ofSeconds(1));
        recording.setMaxAge(KEPT);
        recording.setName("freestep-capsule");
        recording.start();
    }

    /** Creates a listener for one sampler, which then belongs to this ring. */
    public FrameListener listener() {
        FlightListener listener = new FlightListener(stutters::incrementAndGet);
        samplers.add(listener.number);
        return listener;
    }

    /** Returns how often a sampler of this ring has stuttered since the last call. */
    public long newStutters() {
        long now = stutters.get();
        long more = now - seenStutters;
        seenStutters = now;
        return more;
    }

    /**
     * Returns what the samplers of this ring did in the last seconds, the one with the most frames first.
     *
     * @throws IOException if the recorder cannot write its temporary file
     */
    public List<MotionLog> logs() throws IOException {
        Path file = Files.createTempFile("freestep", ".jfr");
        try {
            recording.dump(file);
            return FlightFile.read(file, Instant.now().minus(KEPT)).logs(samplers::contains);
        } finally {
            Files.delete(file);
        }
    }

    @Override
    public void close() {
        if (recording != null) {
            recording.close();
        }
    }
}
