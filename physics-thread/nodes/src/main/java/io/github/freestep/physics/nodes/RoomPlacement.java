package io.github.freestep.physics.nodes;

import io.github.freestep.time.NanoClock;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * Decides which node runs which room. A room runs for a minute on the node that a move has asked for, if that node is
 * there, and otherwise starts where the rooms weigh least. Moves rooms until the weights are about even, but only so
 * many a second, because the picture of each of them stands still meanwhile. Nodes and rooms are strings, as Pekko has
 * them. One thread calls the methods, but any may call {@link #want}.
 */
final class RoomPlacement {
    /** By how many rooms of the average weight nodes may differ. */
    private static final int MOST_DIFFERENCE = 3;

    /** How long a room is wanted on a node. Then it counts like all others again, also if the node never came. */
    private static final long WANTED_NANOS = 60_000_000_000L;

    private static final double SECOND_NANOS = 1e9;

    private record Wanted(String node, long sinceNanos) {}

    private final NanoClock clock;
    private final IntToDoubleFunction weights;
    private final int movesPerSecond;
    private final Map<String, Wanted> wanted = new ConcurrentHashMap<>();
    private final Guard guard = new Guard();

    /** How many rooms may begin to move now, with a fraction, as of the newest look. */
    private double credit;

    private long creditNanos;

    RoomPlacement(NanoClock clock, IntToDoubleFunction weights, int movesPerSecond) {
        this.clock = clock;
        this.weights = weights;
        this.movesPerSecond = movesPerSecond;
        credit = movesPerSecond;
        creditNanos = clock.nanoTime();
    }

    /** Asks for a room to move to the node with this host and port, within a minute. */
    void want(String room, String node) {
        forget();
        wanted.put(room, new Wanted(node, clock.nanoTime()));
    }

    private void forget() {
        long now = clock.nanoTime();
        wanted.values().removeIf(each -> now - each.sinceNanos() >= WANTED_NANOS);
    }

    /**
     * Returns where a room is to start.
     *
     * @param nodes at least one, with their rooms
     */
    String choose(String room, Map<String, ? extends Collection<String>> nodes) {
        forget();
        String there = wanted(room, nodes.keySet());
        return there == null ? Collections.min(nodes.keySet(), byWeight(weigh(nodes, Set.of()))) : there;
    }

    private @Nullable String wanted(String room, Set<String> nodes) {
        Wanted there = wanted.get(room);
        return there == null || !nodes.contains(there.node()) ? null : there.node();
    }

    /**
     * Returns the rooms that are to leave their nodes now.
     *
     * @param nodes those that may get rooms, with their rooms
     * @param moving the rooms that are already leaving
     */
    Set<String> leaving(Map<String, ? extends Collection<String>> nodes, Set<String> moving) {
        forget();
        long now = clock.nanoTime();
        credit = Math.min(movesPerSecond, credit + (now - creditNanos) / SECOND_NANOS * movesPerSecond);
        creditNanos = now;
        // Also so many on their way at a time, because a disk that is full holds up all of them.
        int most = (int) Math.min(credit, movesPerSecond - moving.size());
        Set<String> leaving = new HashSet<>();
        Set<String> staying = new HashSet<>(moving);
        nodes.forEach((node, rooms) -> rooms.forEach(room -> {
            String there = wanted(room, nodes.keySet());
            if (there != null && staying.add(room) && !there.equals(node) && leaving.size() < most) {
                leaving.add(room);
            }
        }));
        if (nodes.size() > 1) {
            even(nodes, weigh(nodes, moving), staying, leaving, most);
        }
        credit -= leaving.size();
        return leaving;
    }

    /**
     * Adds rooms of the heaviest node, as long as the lightest does not become heavier by them than it is then. If all
     * rooms of that node are too heavy, it takes those of the next one, and so on.
     */
    private void even(
            Map<String, ? extends Collection<String>> nodes,
            Map<String, Double> loads,
            Set<String> staying,
            Set<String> leaving,
            int most) {
        double average = nodes.values().stream()
                .flatMap(Collection::stream)
                .mapToDouble(this::weight)
                .average()
                .orElse(0);
        Map<String, List<String>> candidates = new HashMap<>();
        nodes.forEach((node, each) -> candidates.put(
                node,
                new ArrayList<>(
                        each.stream().filter(room -> !staying.contains(room)).toList())));
        boolean isUneven = true;
        while (isUneven && leaving.size() < most) {
            isUneven = leaveOne(candidates, loads, MOST_DIFFERENCE * average, leaving);
        }
    }

    /** Adds one room, and returns whether there was one. */
    private boolean leaveOne(
            Map<String, List<String>> candidates, Map<String, Double> loads, double mostGap, Set<String> leaving) {
        String light = Collections.min(loads.keySet(), byWeight(loads));
        List<String> nodes =
                loads.keySet().stream().sorted(byWeight(loads).reversed()).toList();
        for (String heavy : nodes) {
            double gap = loads.get(heavy) - loads.get(light);
            String room = gap > mostGap ? heaviest(candidates.get(heavy), gap / 2) : null;
            if (room != null) {
                candidates.get(heavy).remove(room);
                leaving.add(room);
                loads.merge(heavy, -weight(room), Double::sum);
                loads.merge(light, weight(room), Double::sum);
                return true;
            }
        }
        return false;
    }

    private @Nullable String heaviest(List<String> rooms, double most) {
        return rooms.stream()
                .filter(each -> weight(each) <= most)
                .max(Comparator.comparingDouble(this::weight).thenComparing(each -> each))
                .orElse(null);
    }

    /**
     * Returns what the rooms of each node weigh. Those that are on their way count where they are wanted, if anywhere.
     */
    private Map<String, Double> weigh(Map<String, ? extends Collection<String>> nodes, Set<String> moving) {
        Map<String, Double> loads = new HashMap<>();
        nodes.keySet().forEach(node -> loads.put(node, 0.0));
        nodes.forEach((node, rooms) -> rooms.forEach(room -> {
            String there = wanted(room, nodes.keySet());
            if (there != null || !moving.contains(room)) {
                loads.merge(there == null ? node : there, weight(room), Double::sum);
            }
        }));
        return loads;
    }

    /** Nodes of the same weight are taken in the order of their names, so that a run can be repeated. */
    private static Comparator<String> byWeight(Map<String, Double> loads) {
        return Comparator.<String>comparingDouble(node -> Objects.requireNonNull(loads.get(node)))
                .thenComparing(node -> node);
    }

    /** A weight that is not above 0 would make each comparison false, or a room free. */
    private double weight(String room) {
        double weight = 1;
        try {
            weight = weights.applyAsDouble(Integer.parseInt(room));
        } catch (RuntimeException | Error broken) {
            guard.log(broken); // otherwise no room of the cluster would start any more
        }
        return weight > 0 && weight < Double.POSITIVE_INFINITY ? weight : 1;
    }
}
