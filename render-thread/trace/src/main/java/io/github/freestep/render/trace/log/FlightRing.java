package io.github.freestep.render.trace.log;

import io.github.freestep.render.FrameListener;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
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

    /**
     * How often stacks are sampled while frames are even. It is about a third of what a capsule costs, and a visibly
     * late frame gets about one sample.
     */
    private static final Duration SAMPLES = Duration.ofMillis(60);

    /** How often while it looks closely, so that a frame that misses one refresh has one, too. */
    private static final Duration CLOSE_SAMPLES = Duration.ofMillis(10);

    /** For how long it looks closely after a late frame, because what makes frames late often happens again soon. */
    public static final long CLOSE_NANOS = 3_000_000_000L;

    /** For how long it then does not, because some games always have late frames. */
    static final long REST_NANOS = 12_000_000_000L;

    /** After how long a stutter ends such a rest again: a capsule writes files for stutters at most as often. */
    static final long STUTTERS_NANOS = 60_000_000_000L;

    /** The most per second, because a game may allocate much more often. */
    private static final String ALLOCATIONS = "50/s";

    private final Set<Integer> samplers = ConcurrentHashMap.newKeySet();
    private final AtomicLong stutters = new AtomicLong();
    private long seenStutters;
    private long adaptedStutters;
    private volatile boolean hasLate;
    private boolean isClose;

    /** When it last began or ended to look closely. */
    private long changedNanos = System.nanoTime() - REST_NANOS;

    /** When it last looked closely because of a stutter. */
    private long stutteredNanos = System.nanoTime() - STUTTERS_NANOS;

    private @Nullable Recording recording;

    /** Creates one that does not record yet. */
    public FlightRing() {}

    /** Starts to record. Call it once, and {@link #close} also if it throws. */
    public void start() {
        recording = new Recording();
        FlightFile.WAITS.keySet().forEach(each -> recording.enable(each).withThreshold(LEAST_WAIT));
        List.of(FlightFile.COLLECTION, FlightFile.OPERATION, FlightFile.COMPILATION)
                .forEach(each -> recording.enable(each).withThreshold(Duration.ofNanos(FlightFile.LEAST_NANOS)));
        FlightFile.CODE.keySet().forEach(each -> recording.enable(each));
        recording.enable("jdk.ObjectAllocationSample").with("throttle", ALLOCATIONS);
        lookAsUsual();
        recording.enable(FlightFile.LOAD).withPeriod(Duration.ofSeconds(1));
        recording.setMaxAge(KEPT);
        recording.setName("freestep-capsule");
        recording.start();
    }

    /** Sets all at once, because each change makes the recorder go through the settings of all its events. */
    private void look(Duration leastNap, Duration samples) {
        Map<String, String> settings = recording.getSettings();
        settings.put("jdk.ThreadPark#threshold", leastNap.toMillis() + " ms");
        settings.put("jdk.ThreadSleep#threshold", leastNap.toMillis() + " ms");
        settings.put("jdk.ExecutionSample#period", samples.toMillis() + " ms");
        // As often, because a step that spends its time in native code would otherwise seem to spend it in Java.
        settings.put("jdk.NativeMethodSample#period", samples.toMillis() + " ms");
        recording.setSettings(settings);
    }

    private void lookAsUsual() {
        look(LEAST_NAP, SAMPLES);
        isClose = false;
    }

    private void lookClosely() {
        look(LEAST_WAIT, CLOSE_SAMPLES);
        isClose = true;
    }

    /**
     * Looks closely for a while if a frame was late or a sampler has stuttered since the last call. Call it often, on
     * the thread of {@link #newStutters}. A late frame must wait for the end of a rest, and a stutter need not, but
     * only one per minute, because some games always stutter.
     *
     * @param nowNanos the time on {@link System#nanoTime}
     */
    public void adapt(long nowNanos) {
        long seen = stutters.get();
        long since = nowNanos - changedNanos;
        if (seen > adaptedStutters && nowNanos - stutteredNanos >= STUTTERS_NANOS) {
            stutteredNanos = nowNanos;
            changedNanos = nowNanos;
            lookClosely();
        } else if (isClose && since >= CLOSE_NANOS) {
            changedNanos = nowNanos;
            lookAsUsual();
        } else if (!isClose && hasLate && since >= REST_NANOS) {
            changedNanos = nowNanos;
            lookClosely();
        }
        adaptedStutters = seen;
        hasLate = false;
    }

    /** Creates a listener for one sampler, which then belongs to this ring. */
    public FrameListener listener() {
        FlightListener listener = new FlightListener(stutters::incrementAndGet, () -> hasLate = true);
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
