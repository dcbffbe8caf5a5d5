package io.github.freestep.render.trace.log;

import io.github.freestep.render.FrameMode;
import io.github.freestep.render.SamplerOptions;
import io.github.freestep.render.display.LatencyMeter;
import io.github.freestep.state.State;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedThread;
import jdk.jfr.consumer.RecordingFile;
import org.jspecify.annotations.Nullable;

/**
 * Reads a recording of JDK Flight Recorder: the events of samplers, and those of the JDK that may explain uneven
 * motion. Keeps all of it in memory. Not thread-safe.
 */
final class FlightFile {
    /** Shorter events explain nothing. */
    private static final long LEAST_NANOS = 1_000_000;

    /** Above this share, threads wait for processors. */
    private static final double BUSY = 0.9;

    /** The number of frames on each side of an event; the one with the least delay gives the event's time. */
    private static final int FRAMES = 50;

    private static final String FRAME = FlightEvents.PREFIX + "Frame";
    private static final String SETUP = FlightEvents.PREFIX + "Sampler";
    private static final String TICK = FlightEvents.PREFIX + "Tick";
    private static final String COLLECTION = "jdk.GCPhasePause";
    private static final String OPERATION = "jdk.ExecuteVMOperation";
    private static final String COMPILATION = "jdk.Compilation";
    private static final Map<String, String> WAITS = Map.of(
            "jdk.ThreadPark", "slept",
            "jdk.ThreadSleep", "slept",
            "jdk.JavaMonitorEnter", "waited for a lock",
            "jdk.JavaMonitorWait", "waited in Object.wait()");
    private static final String LOAD = "jdk.CPULoad";

    private final List<RecordedEvent> events = new ArrayList<>();
    private final Map<Integer, Sampler> samplers = new HashMap<>();

    /** The threads of samplers and of services, whose waiting is of interest. */
    private final Set<Long> threads = new HashSet<>();

    /** A sampler, and how the times of its clock fit those of the recording. */
    private static final class Sampler {
        /** Null if the recording has no options of the sampler. */
        @Nullable MotionLog log;

        long world;
        private final List<Long> recorded = new ArrayList<>();
        private final List<Long> clock = new ArrayList<>();

        void fit(RecordedEvent frame, long clockNanos) {
            recorded.add(nanos(frame.getStartTime()));
            clock.add(clockNanos);
        }

        /** Converts a time of the recording. A frame is recorded some time after it has read the clock. */
        long at(Instant time) {
            long nanos = nanos(time);
            int near = Collections.binarySearch(recorded, nanos);
            near = near < 0 ? -near - 1 : near;
            long least = Long.MAX_VALUE;
            for (int i = Math.max(0, near - FRAMES); i < Math.min(recorded.size(), near + FRAMES); i++) {
                least = Math.min(least, recorded.get(i) - clock.get(i));
            }
            return nanos - least;
        }
    }

    FlightFile(Path file) throws IOException {
        try (RecordingFile recording = new RecordingFile(file)) {
            while (recording.hasMoreEvents()) {
                RecordedEvent event = recording.readEvent();
                if (event.getEventType().getName().startsWith(FlightEvents.PREFIX) || explains(event)) {
                    events.add(event);
                }
            }
        }
        // What is known at the end of an event comes after what happened meanwhile.
        events.sort(Comparator.comparing(RecordedEvent::getEndTime));
    }

    List<MotionLog> logs() {
        for (RecordedEvent event : events) {
            if (is(event, SETUP)) {
                Sampler sampler = sampler(event);
                sampler.world = event.getLong("world");
                sampler.log = new MotionLog(thread(event), setup(event));
            } else if (is(event, FRAME)) {
                sampler(event).fit(event, event.getLong("hostNanos") - event.getLong("lead"));
            }
            if (is(event, FRAME) || is(event, TICK)) {
                RecordedThread thread = event.getThread();
                if (thread != null) {
                    threads.add(thread.getJavaThreadId());
                }
            }
        }
        samplers.values().removeIf(sampler -> sampler.log == null);
        for (RecordedEvent event : events) {
            if (!event.hasField("sampler")) {
                samplers.values().forEach(sampler -> other(event, sampler));
            } else if (samplers.containsKey(event.getInt("sampler"))) {
                own(event, sampler(event).log);
            }
        }
        return samplers.values().stream()
                .map(sampler -> sampler.log)
                .filter(log -> log.frames() > 0)
                .sorted(Comparator.comparingLong(MotionLog::frames).reversed())
                .toList();
    }

    private Sampler sampler(RecordedEvent event) {
        return samplers.computeIfAbsent(event.getInt("sampler"), number -> new Sampler());
    }

    private static void own(RecordedEvent event, MotionLog log) {
        switch (event.getEventType().getName().substring(FlightEvents.PREFIX.length())) {
            case "State" -> log.add(state(event));
            case "Frame" -> log.add(frame(event));
            case "Input" -> input(event, log.latency);
            case "Displayed" -> log.add(new DisplayTime(event.getLong("number"), event.getLong("displayNanos")));
            default -> {}
        }
    }

    private static void input(RecordedEvent event, LatencyMeter latency) {
        long started = event.getLong("inputNanos") + event.getLong("tick");
        long published = started + event.getLong("step");
        long sampled = published + event.getLong("frame");
        latency.shown(event.getLong("inputNanos"), started, published, sampled, sampled + event.getLong("display"));
    }

    private static SamplerSetup setup(RecordedEvent event) {
        // Older files have two options, of which one only snaps. The follower does that, too.
        boolean snaps = event.hasField("snapToRefresh") && event.getBoolean("snapToRefresh");
        SamplerOptions options = new SamplerOptions(
                FrameMode.valueOf(event.getString("mode")),
                event.getLong("allowedLateness"),
                event.getLong("initialAllowedLateness"),
                event.getBoolean("bridge"),
                snaps || event.getBoolean("followDisplay"));
        return new SamplerSetup(
                options, event.getInt("window"), event.getBoolean("remote"), event.getBoolean("inline"));
    }

    private static StateTimes state(RecordedEvent event) {
        long tick = event.getLong("tick");
        long ticks = event.getLong("ticks");
        long published = event.getLong("publishedNanos");
        return new StateTimes(
                tick,
                ticks == 0 ? State.NO_TICK : tick - ticks,
                event.getLong("simulationNanos"),
                published - event.getLong("work"),
                published,
                event.getLong("expectedLate"),
                event.getBoolean("thinned"),
                event.getLong("anchorNanos"),
                event.getLong("anchorSimulationNanos"),
                event.getLong("scaleNumerator"),
                event.getLong("scaleDenominator"),
                event.getBoolean("again"),
                event.getBoolean("overloaded"));
    }

    private static ShownFrame frame(RecordedEvent event) {
        long host = event.getLong("hostNanos");
        long shown = event.getLong("simulationNanos");
        return new ShownFrame(
                event.getLong("number"),
                host,
                host - event.getLong("lead"),
                host + event.getLong("snapped"),
                shown,
                shown + event.getLong("behind"),
                event.getLong("delay"),
                event.getBoolean("hasState"),
                event.getBoolean("paused"));
    }

    /** Whether an event of the JDK may explain uneven motion. */
    private static boolean explains(RecordedEvent event) {
        String name = event.getEventType().getName();
        return name.equals(LOAD)
                ? event.getFloat("machineTotal") >= BUSY
                : (name.equals(COLLECTION)
                                || name.equals(COMPILATION)
                                || WAITS.containsKey(name)
                                || name.equals(OPERATION) && event.getBoolean("safepoint"))
                        && event.getDuration().toNanos() >= LEAST_NANOS;
    }

    private void other(RecordedEvent event, Sampler sampler) {
        long start = sampler.at(event.getStartTime());
        long end = sampler.at(event.getEndTime());
        String name = event.getEventType().getName();
        switch (name) {
            case TICK -> {
                if (event.getLong("world") == sampler.world) {
                    tick(event, sampler.log, start, end);
                }
            }
            case COLLECTION -> sampler.log.pauses.add(new VmPause(start, end - start, "garbage collection"));
            case OPERATION -> sampler.log.pauses.add(new VmPause(start, end - start, event.getString("operation")));
            // The load is that of the second before.
            case LOAD ->
                sampler.log.neighbours.add(new Neighbour(
                        start - 1_000_000_000,
                        end,
                        String.format(
                                Locale.ROOT,
                                "the processors were %.0f %% busy",
                                100 * event.getFloat("machineTotal"))));
            case COMPILATION ->
                sampler.log.neighbours.add(new Neighbour(start, end, "the JIT compiled a method for " + length(event)));
            case FlightEvents.PREFIX + "Fault" ->
                sampler.log.neighbours.add(new Neighbour(start, end, event.getString("message")));
            default -> {
                // Only threads that make frames or ticks are of interest.
                RecordedThread thread = event.getThread();
                if (WAITS.containsKey(name) && thread != null && threads.contains(thread.getJavaThreadId())) {
                    sampler.log.neighbours.add(new Neighbour(
                            start,
                            end,
                            "the thread " + thread.getJavaName() + " " + WAITS.get(name) + " for " + length(event)));
                }
            }
        }
    }

    /** Adds a tick. The clock of a stepper stands still during its steps, so those have the time of the recording. */
    private static void tick(RecordedEvent event, MotionLog log, long start, long end) {
        long number = event.getLong("tick");
        if (!log.setup.isInline()) {
            log.add(new TickWork(
                    number, event.getLong("dueNanos"), event.getLong("startedNanos"), event.getLong("endedNanos")));
        } else if (end - start >= LEAST_NANOS) {
            log.add(new TickWork(number, start, start, end));
        }
    }

    private static String length(RecordedEvent event) {
        return String.format(Locale.ROOT, "%.0f ms", event.getDuration().toNanos() / 1e6);
    }

    private static boolean is(RecordedEvent event, String name) {
        return event.getEventType().getName().equals(name);
    }

    private static String thread(RecordedEvent event) {
        RecordedThread thread = event.getThread();
        return thread == null || thread.getJavaName() == null ? "unknown" : thread.getJavaName();
    }

    private static long nanos(Instant time) {
        return ChronoUnit.NANOS.between(Instant.EPOCH, time);
    }
}
