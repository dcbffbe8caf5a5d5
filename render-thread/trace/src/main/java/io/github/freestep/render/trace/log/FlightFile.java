package io.github.freestep.render.trace.log;

import io.github.freestep.render.FrameMode;
import io.github.freestep.render.SamplerOptions;
import io.github.freestep.state.State;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
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
    private static final String TICK = FlightEvents.PREFIX + "Tick";
    private static final String COLLECTION = "jdk.GCPhasePause";
    private static final String OPERATION = "jdk.ExecuteVMOperation";
    private static final String LOAD = "jdk.CPULoad";

    private final List<RecordedEvent> events = new ArrayList<>();
    private final Map<Integer, Sampler> samplers = new HashMap<>();

    /** The threads of samplers and of services, whose waiting is of interest. */
    private final Set<Long> threads = new HashSet<>();

    /** A sampler, and how the times of its clock fit those of the recording. */
    private static final class Sampler {
        final MotionLog log;
        private final List<Long> recorded = new ArrayList<>();
        private final List<Long> clock = new ArrayList<>();

        Sampler(String thread) {
            log = new MotionLog(thread);
        }

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
        List<RecordedEvent> collections = new ArrayList<>();
        try (RecordingFile recording = new RecordingFile(file)) {
            while (recording.hasMoreEvents()) {
                RecordedEvent event = recording.readEvent();
                if (event.getEventType().getName().startsWith(FlightEvents.PREFIX) || explains(event)) {
                    events.add(event);
                }
                if (is(event, COLLECTION)) {
                    collections.add(event);
                }
            }
        }
        events.removeIf(event -> isOf(collections, event));
        // What is known at the end of an event comes after what happened meanwhile.
        events.sort(Comparator.comparing(RecordedEvent::getEndTime));
    }

    List<MotionLog> logs() {
        for (RecordedEvent event : events) {
            if (is(event, FRAME)) {
                samplers.computeIfAbsent(event.getInt("sampler"), number -> new Sampler(thread(event)))
                        .fit(event, event.getLong("hostNanos") - event.getLong("lead"));
            }
            if (is(event, FRAME) || is(event, TICK)) {
                RecordedThread thread = event.getThread();
                if (thread != null) {
                    threads.add(thread.getJavaThreadId());
                }
            }
        }
        for (RecordedEvent event : events) {
            if (event.hasField("sampler")) {
                Sampler sampler = samplers.get(event.getInt("sampler"));
                if (sampler != null) {
                    own(event, sampler.log);
                }
            } else {
                samplers.values().forEach(sampler -> other(event, sampler));
            }
        }
        return samplers.values().stream()
                .map(sampler -> sampler.log)
                .filter(MotionLog::hasSetup)
                .sorted(Comparator.comparingLong(MotionLog::frames).reversed())
                .toList();
    }

    private static void own(RecordedEvent event, MotionLog log) {
        switch (event.getEventType().getName().substring(FlightEvents.PREFIX.length())) {
            case "Sampler" -> log.setup(setup(event));
            case "State" -> log.add(state(event));
            case "Frame" -> log.add(frame(event));
            case "Displayed" -> log.add(new DisplayTime(event.getLong("number"), event.getLong("displayNanos")));
            case "MissedTick" ->
                log.add(new TickWork(
                        event.getLong("tick"),
                        event.getLong("dueNanos"),
                        event.getLong("startedNanos"),
                        event.getLong("endedNanos")));
            default -> {}
        }
    }

    private static SamplerSetup setup(RecordedEvent event) {
        SamplerOptions options = new SamplerOptions(
                FrameMode.valueOf(event.getString("mode")),
                event.getLong("allowedLateness"),
                event.getLong("initialAllowedLateness"),
                event.getBoolean("bridge"),
                event.getBoolean("snapToRefresh"),
                event.getBoolean("followDisplay"));
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
        return switch (event.getEventType().getName()) {
            case COLLECTION,
                    "jdk.Compilation",
                    "jdk.ThreadPark",
                    "jdk.ThreadSleep",
                    "jdk.JavaMonitorEnter",
                    "jdk.JavaMonitorWait" -> event.getDuration().toNanos() >= LEAST_NANOS;
            case OPERATION ->
                event.getBoolean("safepoint") && event.getDuration().toNanos() >= LEAST_NANOS;
            case LOAD -> event.getFloat("machineTotal") >= BUSY;
            default -> false;
        };
    }

    private void other(RecordedEvent event, Sampler sampler) {
        String text = switch (event.getEventType().getName()) {
            case COLLECTION -> {
                pause(event, sampler, null);
                yield null;
            }
            case OPERATION -> {
                pause(event, sampler, event.getString("operation"));
                yield null;
            }
            case "jdk.Compilation" -> "the JIT compiled a method for " + length(event);
            case LOAD ->
                String.format(Locale.ROOT, "the processors were %.0f %% busy", 100 * event.getFloat("machineTotal"));
            case "jdk.ThreadPark", "jdk.ThreadSleep" -> waits(event, "slept");
            case "jdk.JavaMonitorEnter" -> waits(event, "waited for a lock");
            case "jdk.JavaMonitorWait" -> waits(event, "waited in Object.wait()");
            case FlightEvents.PREFIX + "Fault", FlightEvents.PREFIX + "HungStep" -> event.getString("message");
            default -> null;
        };
        if (text != null) {
            // The load is that of the second before.
            Instant from = is(event, LOAD) ? event.getStartTime().minusSeconds(1) : event.getStartTime();
            sampler.log.add(new Neighbour(sampler.at(from), sampler.at(event.getEndTime()), text));
        }
    }

    private static void pause(RecordedEvent event, Sampler sampler, @Nullable String operation) {
        sampler.log.add(new VmPause(
                sampler.at(event.getStartTime()), event.getDuration().toNanos(), operation));
    }

    /** A collection is also an operation of the virtual machine. */
    private static boolean isOf(List<RecordedEvent> collections, RecordedEvent event) {
        return is(event, OPERATION) && collections.stream().anyMatch(each -> overlaps(each, event));
    }

    private static boolean overlaps(RecordedEvent one, RecordedEvent other) {
        return one.getStartTime().isBefore(other.getEndTime())
                && other.getStartTime().isBefore(one.getEndTime());
    }

    /** Only threads that make frames or ticks are of interest. */
    private String waits(RecordedEvent event, String how) {
        RecordedThread thread = event.getThread();
        return thread == null || !threads.contains(thread.getJavaThreadId())
                ? null
                : "the thread " + thread.getJavaName() + " " + how + " for " + length(event);
    }

    private static String length(RecordedEvent event) {
        Duration length = event.getDuration();
        return String.format(Locale.ROOT, "%.0f ms", length.toNanos() / 1e6);
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
