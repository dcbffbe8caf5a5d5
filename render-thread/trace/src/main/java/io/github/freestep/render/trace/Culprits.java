package io.github.freestep.render.trace;

import io.github.freestep.render.trace.log.MotionLog;
import io.github.freestep.render.trace.log.Neighbour;
import io.github.freestep.render.trace.log.Neighbour.Kind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Names the code that made threads late, by what the recorder saw of them. */
final class Culprits {
    /** What took a smaller share of the time that was lost does not explain it. */
    static final double SHARE = 0.4;

    /** These matter whatever thread they are of. */
    private static final Set<Kind> OF_ANY = EnumSet.of(Kind.OTHER, Kind.REQUEST, Kind.ALLOCATION);

    /** Nothing that takes longer makes a stutter. */
    private static final long LONGEST_NANOS = 60_000_000_000L;

    /** By kind and end, because an hour has a million samples, and each finding looks at a few. */
    private final Map<Kind, TreeMap<Long, List<Neighbour>>> byEnd = new EnumMap<>(Kind.class);

    Culprits(MotionLog log) {
        for (Neighbour each : log.neighbours) {
            byEnd.computeIfAbsent(each.kind(), kind -> new TreeMap<>())
                    .computeIfAbsent(each.endNanos(), end -> new ArrayList<>())
                    .add(each);
        }
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

    /** Returns what happened between two times, in the order in which it ended. */
    Stream<Neighbour> all(Kind kind, Set<Long> threads, long fromNanos, long toNanos) {
        return byEnd
                .getOrDefault(kind, new TreeMap<>())
                .subMap(fromNanos, true, toNanos + LONGEST_NANOS, true)
                .values()
                .stream()
                .flatMap(List::stream)
                .filter(each -> (OF_ANY.contains(kind) || threads.contains(each.thread()))
                        && common(each, fromNanos, toNanos) >= 0);
    }

    private static long common(Neighbour each, long fromNanos, long toNanos) {
        return Math.min(each.endNanos(), toNanos) - Math.max(each.startNanos(), fromNanos);
    }
}
