package io.github.freestep.render.trace;

import io.github.freestep.render.trace.log.MotionLog;
import io.github.freestep.render.trace.log.Neighbour;
import io.github.freestep.render.trace.log.Neighbour.Kind;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Names the code that made threads late, by what the recorder saw of them. An empty set means all threads. */
final class Culprits {
    /** What took a smaller share of the time that was lost does not explain it. */
    static final double SHARE = 0.4;

    private final MotionLog log;

    Culprits(MotionLog log) {
        this.log = log;
    }

    /** Says which line most samples have between two times, or which method if no line has many; empty if none has. */
    String most(Kind kind, Set<Long> threads, long fromNanos, long toNanos) {
        List<String> places =
                all(kind, threads, fromNanos, toNanos).map(Neighbour::text).toList();
        return Stream.<UnaryOperator<String>>of(place -> place, place -> place.replaceFirst(",.*", ""))
                .flatMap(of -> places.stream()
                        .filter(place -> !place.isEmpty())
                        .collect(Collectors.groupingBy(of, TreeMap::new, Collectors.counting()))
                        .entrySet()
                        .stream()
                        .filter(each -> each.getValue() > SHARE * places.size())
                        .max(Map.Entry.comparingByValue())
                        .stream())
                .findFirst()
                .map(each -> "; in " + each.getValue() + " of " + places.size() + " samples, "
                        + (kind == Kind.SAMPLE ? "the thread was" : "memory was allocated") + " in " + each.getKey())
                .orElse("");
    }

    /** Says what took most of the time between two others, if it explains what was lost; empty if nothing does. */
    String longest(Kind kind, Set<Long> threads, long fromNanos, long toNanos, double lostNanos) {
        return all(kind, threads, fromNanos, toNanos)
                .filter(each -> common(each, fromNanos, toNanos) > SHARE * lostNanos)
                .max(Comparator.comparingLong(each -> common(each, fromNanos, toNanos)))
                .map(each -> "; " + each.text())
                .orElse("");
    }

    private Stream<Neighbour> all(Kind kind, Set<Long> threads, long fromNanos, long toNanos) {
        return log.neighbours.stream()
                .filter(each -> each.kind() == kind
                        && (threads.contains(each.thread()) || threads.isEmpty())
                        && common(each, fromNanos, toNanos) >= 0);
    }

    private static long common(Neighbour each, long fromNanos, long toNanos) {
        return Math.min(each.endNanos(), toNanos) - Math.max(each.startNanos(), fromNanos);
    }
}
