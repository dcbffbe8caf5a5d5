package io.github.freestep.render.trace.log;

import io.github.freestep.render.FrameMode;
import io.github.freestep.render.SamplerOptions;
import io.github.freestep.render.display.LatencyMeter;
import io.github.freestep.render.trace.log.Neighbour.Kind;
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
import java.util.Objects;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.regex.Pattern;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedStackTrace;
import jdk.jfr.consumer.RecordedThread;
import jdk.jfr.consumer.RecordingFile;
import org.jspecify.annotations.Nullable;

/**
 * Reads a recording of JDK Flight Recorder: the events of samplers, and those of the JDK that may explain uneven
 * motion. Keeps all of it in memory. Not thread-safe.
 */
public final class FlightFile {
    /** Shorter events explain nothing. */
    static final long LEAST_NANOS = 1_000_000;

    /** Above this share, threads wait for processors. */
    private static final double BUSY = 0.9;

    /** The number of frames on each side of an event; the one with the least delay gives the event's time. */
    private static final int FRAMES = 50;

    private static final String FRAME = FlightEvents.PREFIX + "Frame";
    private static final String SETUP = FlightEvents.PREFIX + "Sampler";
    private static final String TICK = FlightEvents.PREFIX + "Tick";
    static final String COLLECTION = "jdk.GCPhasePause";
    static final String OPERATION = "jdk.ExecuteVMOperation";
    static final String COMPILATION = "jdk.Compilation";
    static final String LOAD = "jdk.CPULoad";
    private static final String PROGRAM = "jdk.JVMInformation";

    /** A step in an engine's native code has samples of its own. */
    static final Map<String, Kind> CODE = Map.of(
            "jdk.SystemGC", Kind.REQUEST,
            "jdk.ObjectAllocationSample", Kind.ALLOCATION,
            "jdk.ExecutionSample", Kind.SAMPLE,
            "jdk.NativeMethodSample", Kind.SAMPLE);

    static final Map<String, String> WAITS = Map.of(
            "jdk.ThreadPark", "waited",
            "jdk.ThreadSleep", "slept",
            "jdk.JavaMonitorEnter", "waited for a lock",
            "jdk.JavaMonitorWait", "waited in Object.wait()",
            "jdk.FileRead", "read the file",
            "jdk.FileWrite", "wrote the file",
            "jdk.SocketRead", "read from a socket",
            "jdk.SocketWrite", "wrote to a socket");

    /** Code that a user can't change. */
    private static final Pattern OF_JDK = Pattern.compile("(java|javax|jdk|sun|com\\.sun)\\..*");

    /** Where Freestep waits for what is due. */
    private static final Pattern OWN =
            Pattern.compile("io\\.github\\.freestep\\.(time|internal|physics|net|render\\.display)\\..*");

    /** Where user code waits for a future of Freestep. */
    private static final String FUTURES = "io.github.freestep.physics.request.";

    private final Path file;
    private final List<RecordedEvent> events = new ArrayList<>();

    /** The options with which the program was started, as far as the recording has them. */
    private String options = "";

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

    private FlightFile(Path file, Instant since) throws IOException {
        this.file = file;
        try (RecordingFile recording = new RecordingFile(file)) {
            while (recording.hasMoreEvents()) {
                RecordedEvent event = recording.readEvent();
                if (is(event, PROGRAM)) {
                    options = Objects.requireNonNullElse(event.getString("jvmArguments"), "");
                }
                if (event.getEndTime().isAfter(since)
                        && (event.getEventType().getName().startsWith(FlightEvents.PREFIX)
                                || TracedLoop.is(event)
                                || explains(event))) {
                    events.add(event);
                }
            }
        }
        // What is known at the end of an event comes after what happened meanwhile.
        events.sort(Comparator.comparing(RecordedEvent::getEndTime));
    }

    /** Reads something, for which the JDK throws a runtime exception if fields are missing or of another type. */
    private interface Reading<T> {
        T read() throws IOException;
    }

    private static <T extends @Nullable Object> T readable(Path file, Reading<T> reading) throws IOException {
        try {
            return reading.read();
        } catch (RuntimeException e) {
            throw new IOException(
                    file + " has events that this version cannot read; use the version that recorded it", e);
        }
    }

    /**
     * Reads a recording.
     *
     * @throws IOException if the file cannot be read, or is not a recording
     */
    public static FlightFile read(Path file) throws IOException {
        return read(file, Instant.MIN);
    }

    /** Reads only what ended after an instant. */
    static FlightFile read(Path file, Instant since) throws IOException {
        return readable(file, () -> new FlightFile(file, since));
    }

    /**
     * Returns a log for each sampler that has frames, the one with the most frames first.
     *
     * @throws IOException if an event has another form
     */
    public List<MotionLog> logs() throws IOException {
        return logs(number -> true);
    }

    /** Returns only the logs of some samplers, which have these numbers. */
    List<MotionLog> logs(IntPredicate which) throws IOException {
        return readable(file, () -> ofSamplers(which));
    }

    /**
     * Returns the loop of a game without Freestep.
     *
     * @param frame the method that ends each frame, as {@code type::method}; null for the only one, for one that is
     *     named like those that show a picture, or for the first one that the options of the program have named
     * @param step the method that makes the steps; null for the only other one
     * @return null if the recording has no calls of methods
     * @throws IOException if it has no call of these methods, if it is not clear which they are, or if an event has
     *     another form
     */
    public @Nullable TracedLoop loop(@Nullable String frame, @Nullable String step) throws IOException {
        List<RecordedEvent> calls = events.stream().filter(TracedLoop::is).toList();
        return calls.isEmpty() ? null : readable(file, () -> traced(TracedLoop.of(calls, frame, step, options)));
    }

    private List<MotionLog> ofSamplers(IntPredicate which) {
        for (RecordedEvent event : events) {
            if (is(event, SETUP)) {
                Sampler sampler = sampler(event);
                sampler.world = event.getLong("world");
                sampler.log = new MotionLog(threadName(event), setup(event));
            } else if (is(event, FRAME)) {
                Sampler sampler = sampler(event);
                sampler.recorded.add(nanos(event.getStartTime()));
                sampler.clock.add(event.getLong("hostNanos") - event.getLong("lead"));
            }
            if (is(event, FRAME) || is(event, TICK)) {
                threads.add(thread(event));
            }
        }
        samplers.entrySet().removeIf(each -> each.getValue().log == null || !which.test(each.getKey()));
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

    /** Adds all events to a loop. */
    private TracedLoop traced(TracedLoop loop) {
        Sampler sampler = new Sampler();
        sampler.log = loop.log;
        // The recording's own clock.
        sampler.recorded.add(0L);
        sampler.clock.add(0L);
        threads.addAll(loop.log.frameThreads);
        for (RecordedEvent event : events) {
            if (TracedLoop.is(event)) {
                loop.add(event, sampler.at(event.getStartTime()), sampler.at(event.getEndTime()));
            } else if (!event.hasField("sampler")) {
                other(event, sampler);
            }
        }
        return loop;
    }

    private Sampler sampler(RecordedEvent event) {
        return samplers.computeIfAbsent(event.getInt("sampler"), number -> new Sampler());
    }

    private static void own(RecordedEvent event, MotionLog log) {
        switch (event.getEventType().getName().substring(FlightEvents.PREFIX.length())) {
            case "State" -> log.add(state(event));
            case "Frame" -> {
                log.frameThreads.add(thread(event));
                log.add(frame(event));
            }
            case "Input" -> input(event, log.latency);
            default -> {}
        }
    }

    private static void input(RecordedEvent event, LatencyMeter latency) {
        long started = event.getLong("inputNanos") + event.getLong("tick");
        long published = started + event.getLong("step");
        long sampled = published + event.getLong("frame");
        latency.shown(event.getLong("inputNanos"), started, published, sampled, sampled + event.getLong("swap"));
    }

    private static SamplerSetup setup(RecordedEvent event) {
        SamplerOptions options =
                new SamplerOptions(FrameMode.valueOf(event.getString("mode")), event.getLong("allowedLateness"));
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
                : CODE.containsKey(name)
                        || (name.equals(COLLECTION)
                                        || name.equals(COMPILATION)
                                        || WAITS.containsKey(name)
                                        || name.equals(OPERATION) && event.getBoolean("safepoint"))
                                && event.getDuration().toNanos() >= LEAST_NANOS;
    }

    private void other(RecordedEvent event, Sampler sampler) {
        long start = sampler.at(event.getStartTime());
        long end = sampler.at(event.getEndTime());
        String name = event.getEventType().getName();
        MotionLog log = sampler.log;
        switch (name) {
            case TICK -> {
                if (event.getLong("world") == sampler.world) {
                    log.tickThreads.add(thread(event));
                    tick(event, log, start, end);
                } else {
                    String what = "the service " + event.getString("service") + " stepped";
                    add(log, event, Kind.STEP, start, end, what, "");
                }
            }
            case COLLECTION -> log.pauses.add(new VmPause(start, end - start, "garbage collection"));
            case OPERATION -> log.pauses.add(new VmPause(start, end - start, event.getString("operation")));
            // The load is that of the second before.
            case LOAD -> {
                String text = "the processors were %.0f %% busy";
                text = String.format(Locale.ROOT, text, 100 * event.getFloat("machineTotal"));
                log.neighbours.add(new Neighbour(Kind.OTHER, 0, start - 1_000_000_000, end, text));
            }
            case FlightEvents.PREFIX + "Fault" ->
                log.neighbours.add(new Neighbour(Kind.OTHER, 0, start, end, event.getString("message")));
            case COMPILATION -> add(log, event, Kind.OTHER, start, end, "the JIT compiled a method", "");
            default -> {
                Kind kind = CODE.get(name);
                String place = place(event);
                if (kind != null) {
                    add(log, event, kind, start, end, "System.gc() ran", place);
                } else if (WAITS.containsKey(name) && !OWN.matcher(place).matches()) {
                    String what = "the thread " + threadName(event) + " " + WAITS.get(name) + of(event);
                    add(log, event, Kind.WAIT, start, Math.min(end, start + asked(event)), what, place);
                }
            }
        }
    }

    /** For how long the code has asked to wait. What a sleep took longer is not a fault of the code. */
    private static long asked(RecordedEvent event) {
        long asked = event.hasField("time")
                ? event.getDuration("time").toNanos()
                // Without a timeout, a park has the least long. Other waits have milliseconds, and a park nanoseconds.
                : event.hasField("timeout") && event.getLong("timeout") > 0
                        ? event.getDuration("timeout").toNanos()
                        : 0;
        return asked > 0 ? asked : event.getDuration().toNanos();
    }

    /** What the thread waited for, in words; empty if the event does not say. */
    private static String of(RecordedEvent event) {
        RecordedThread owner = event.hasField("previousOwner") ? event.getThread("previousOwner") : null;
        String path = event.hasField("path") ? " " + event.getString("path") : "";
        return owner == null ? path : " of the thread " + owner.getJavaName();
    }

    /** Adds what happened on a thread, if it is one that makes frames or ticks, or if any thread may have done it. */
    private void add(MotionLog log, RecordedEvent event, Kind kind, long start, long end, String what, String place) {
        long thread = id(event.getThread(kind == Kind.SAMPLE ? "sampledThread" : "eventThread"));
        long millis = Math.round(event.getDuration().toNanos() / 1e6);
        String text = what + " for " + millis + " ms" + (place.isEmpty() ? "" : " in " + place);
        boolean isSample = kind == Kind.SAMPLE || kind == Kind.ALLOCATION;
        if (threads.contains(thread) || kind != Kind.SAMPLE && kind != Kind.WAIT) {
            log.neighbours.add(new Neighbour(kind, thread, start, end, isSample ? place : text));
        }
    }

    /** The class, the method and the line of the user's code, or a library's; empty if the event does not say. */
    private static String place(RecordedEvent event) {
        RecordedStackTrace stack = event.getStackTrace();
        for (RecordedFrame each : stack == null ? List.<RecordedFrame>of() : stack.getFrames()) {
            String type = each.getMethod().getType().getName();
            // Native methods have no line, but their callers have.
            if (each.getLineNumber() > 0 && !OF_JDK.matcher(type).matches() && !type.startsWith(FUTURES)) {
                String name = each.getMethod().getName().replace("$traced", "");
                return type + "." + name + ", line " + each.getLineNumber();
            }
        }
        return "";
    }

    static long thread(RecordedEvent event) {
        return id(event.getThread());
    }

    private static long id(@Nullable RecordedThread thread) {
        return thread == null ? -1 : thread.getJavaThreadId();
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

    private static boolean is(RecordedEvent event, String name) {
        return event.getEventType().getName().equals(name);
    }

    static String threadName(RecordedEvent event) {
        RecordedThread thread = event.getThread();
        return thread == null || thread.getJavaName() == null ? "unknown" : thread.getJavaName();
    }

    private static long nanos(Instant time) {
        return ChronoUnit.NANOS.between(Instant.EPOCH, time);
    }
}
