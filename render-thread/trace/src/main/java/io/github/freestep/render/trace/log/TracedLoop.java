package io.github.freestep.render.trace.log;

import io.github.freestep.render.FrameMode;
import io.github.freestep.render.SamplerOptions;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedMethod;
import org.jspecify.annotations.Nullable;

/**
 * The frame loop of a game without Freestep, by two methods whose calls a recording has: one that ends each frame, and
 * one that makes the steps, if a step is a method of its own. Only calls on the thread with the most frames count,
 * because a step elsewhere holds up no frame by itself.
 */
public final class TracedLoop {
    /** The event of JDK 25, and that of our agent for older ones. */
    private static final String OF_JDK = "jdk.MethodTrace";

    private static final String OF_AGENT = FlightEvents.PREFIX + "Method";

    /** How libraries name the methods that show a picture. */
    private static final Pattern SHOWS = Pattern.compile("(?i).*::(\\w*swap_?(buffers|window)\\w*|flipFrame|present)");

    /** A loop that shows each state at once and has no window, so that only late frames count as uneven. */
    private static final SamplerSetup SETUP =
            new SamplerSetup(new SamplerOptions(FrameMode.INTERPOLATE, -1), 2, false, true);

    /** The longest time that waiting for the display takes. */
    private static final long REFRESH_NANOS = 17_000_000;

    /** The method that ends each frame, and the one that makes the steps; null if none is known. */
    public final String frame;

    public final @Nullable String step;

    /** The times of the frames and of the steps. */
    public final MotionLog log;

    private final long thread;
    private long frames;
    private long steps;

    /** The steps since the newest frame, of which the last may be parts of another one. */
    private final List<TickWork> stepsOfFrame = new ArrayList<>();

    private long endedNanos = Long.MIN_VALUE;

    private TracedLoop(String frame, @Nullable String step, long thread, String name) {
        this.frame = frame;
        this.step = step;
        this.thread = thread;
        log = new MotionLog(name, SETUP);
        log.frameThreads.add(thread);
        log.tickThreads.add(thread);
    }

    static boolean is(RecordedEvent event) {
        String name = event.getEventType().getName();
        return name.equals(OF_JDK) || name.equals(OF_AGENT);
    }

    /** Finds the loop among calls, as {@link FlightFile#loop} says. */
    static TracedLoop of(List<RecordedEvent> calls, @Nullable String frame, @Nullable String step, String options)
            throws IOException {
        Map<String, Long> traced =
                calls.stream().collect(Collectors.groupingBy(TracedLoop::method, TreeMap::new, Collectors.counting()));
        String ends = frame != null ? named(frame, traced) : shown(traced, options);
        List<String> others =
                traced.keySet().stream().filter(each -> !each.equals(ends)).toList();
        String steps = step != null ? named(step, traced) : others.size() == 1 ? others.get(0) : null;
        Map<Long, Long> threads = calls.stream()
                .filter(call -> method(call).equals(ends))
                .collect(Collectors.groupingBy(FlightFile::thread, Collectors.counting()));
        long thread = threads.entrySet().stream()
                .max(Map.Entry.comparingByValue())
                .orElseThrow()
                .getKey();
        String name = calls.stream()
                .filter(call -> FlightFile.thread(call) == thread)
                .map(FlightFile::threadName)
                .findFirst()
                .orElseThrow();
        return new TracedLoop(ends, steps, thread, name);
    }

    private static String named(String name, Map<String, Long> traced) throws IOException {
        if (!traced.containsKey(name)) {
            throw new IOException("it has no call of " + name + "; it has " + list(traced));
        }
        return name;
    }

    /** The method that shows a picture, by its name, or else the one that the options of the program name first. */
    private static String shown(Map<String, Long> traced, String options) throws IOException {
        List<String> like = traced.keySet().stream()
                .filter(each -> traced.size() == 1 || SHOWS.matcher(each).matches())
                .toList();
        if (like.size() == 1) {
            return like.get(0);
        }
        return Stream.of(options.split("[\\s=,;\"']+")) // whole names, because one may begin with another
                .filter(traced::containsKey)
                .findFirst()
                .orElseThrow(() -> new IOException("it has several methods, so say which one ends a frame:"
                        + " --frame TYPE::METHOD; it has " + list(traced)));
    }

    private static String list(Map<String, Long> traced) {
        return traced.entrySet().stream()
                .sorted(Map.Entry.comparingByValue(Comparator.reverseOrder()))
                .map(each -> each.getValue() + " calls of " + each.getKey())
                .collect(Collectors.joining(", "));
    }

    private static String method(RecordedEvent call) {
        if (call.getEventType().getName().equals(OF_AGENT)) {
            return call.getString("type") + "::" + call.getString("method");
        }
        RecordedMethod method = call.getValue("method");
        return method.getType().getName() + "::" + method.getName();
    }

    /** Adds a call. A frame begins when the method that ends the one before has returned. */
    void add(RecordedEvent call, long startNanos, long endNanos) {
        if (FlightFile.thread(call) != thread) {
            return;
        }
        String method = method(call);
        if (method.equals(step)) {
            // Inner calls end first, such as those of an overload or of substeps: they are parts of the step.
            stepsOfFrame.removeIf(each -> each.startedNanos() >= startNanos);
            stepsOfFrame.add(new TickWork(steps + stepsOfFrame.size(), startNanos, startNanos, endNanos));
        } else if (method.equals(frame) && startNanos >= endedNanos) {
            stepsOfFrame.forEach(log::add);
            steps += stepsOfFrame.size();
            stepsOfFrame.clear();
            endedNanos = endNanos;
            frames++;
            log.add(new ShownFrame(frames, endNanos, endNanos, endNanos, endNanos, endNanos, 0, true, false));
            if (endNanos - startNanos > REFRESH_NANOS && SHOWS.matcher(method).matches()) {
                String text = "the thread was in " + method.replace("::", ".") + " for "
                        + (endNanos - startNanos) / 1_000_000 + " ms";
                log.neighbours.add(new Neighbour(Neighbour.Kind.DISPLAY, thread, startNanos, endNanos, text));
            }
        }
    }

    /** Whether the thread of the frames has taken steps, as far as the recording shows. */
    public boolean hasSteps() {
        return steps > 0;
    }
}
