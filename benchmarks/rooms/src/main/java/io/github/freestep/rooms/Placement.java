package io.github.freestep.rooms;

import io.github.freestep.time.NanoClock;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Chooses the nodes of rooms: the wanted one for a minute if it is there, otherwise the one with the fewest rooms. Safe
 * for use by any number of threads. Nothing blocks.
 */
final class Placement {
    /** Rooms on one node that may move at a time to make nodes even. */
    private static final int MOST_MOVES = 5;

    /** How long a room is wanted on a node. Then it counts like all others again, also if the node never came. */
    static final long WANTED_NANOS = 60_000_000_000L;

    private record Wanted(int node, long sinceNanos) {}

    private final NanoClock clock;
    private final Map<String, Wanted> wanted = new ConcurrentHashMap<>();

    Placement(NanoClock clock) {
        this.clock = clock;
    }

    /** Asks for a room to move to a node, within a minute. */
    void want(String room, int node) {
        long now = clock.nanoTime();
        wanted.values().removeIf(each -> now - each.sinceNanos() >= WANTED_NANOS);
        wanted.put(room, new Wanted(node, now));
    }

    /** Returns the node that a room is wanted on; null if it may run anywhere. */
    private @Nullable Integer wanted(String room) {
        Wanted there = wanted.get(room);
        return there == null || clock.nanoTime() - there.sinceNanos() >= WANTED_NANOS ? null : (Integer) there.node();
    }

    /** The number of rooms that are wanted somewhere, and of those that were, until the next call of {@link #want}. */
    int remembered() {
        return wanted.size();
    }

    /** Returns the node for a room that has none. */
    int allocate(String room, Map<Integer, ? extends Collection<String>> rooms) {
        Integer there = wanted(room);
        return there != null && rooms.containsKey(there)
                ? there
                : byRooms(rooms).get(0);
    }

    /** Returns the rooms that should leave their nodes now. */
    Set<String> leaving(Map<Integer, ? extends Collection<String>> rooms, Set<String> moving) {
        Set<String> leaving = new HashSet<>();
        rooms.forEach((node, here) -> here.forEach(room -> {
            Integer there = wanted(room);
            if (there != null && !there.equals(node) && rooms.containsKey(there) && !moving.contains(room)) {
                leaving.add(room);
            }
        }));
        if (leaving.isEmpty() && moving.isEmpty() && !rooms.isEmpty()) {
            even(rooms, leaving);
        }
        return leaving;
    }

    /** Adds rooms of the node with the most ones, if it has many more than another one. */
    private void even(Map<Integer, ? extends Collection<String>> rooms, Set<String> leaving) {
        List<Integer> nodes = byRooms(rooms);
        Collection<String> most = rooms.get(nodes.get(nodes.size() - 1));
        int all = rooms.values().stream().mapToInt(Collection::size).sum();
        int difference = most.size() - rooms.get(nodes.get(0)).size();
        if (difference > Math.max(3, all / 10)) {
            most.stream()
                    .filter(room -> wanted(room) == null)
                    .sorted()
                    .limit(Math.min(MOST_MOVES, difference / 2))
                    .forEach(leaving::add);
        }
    }

    /** Returns the nodes, the one with the fewest rooms first. */
    private static List<Integer> byRooms(Map<Integer, ? extends Collection<String>> rooms) {
        List<Integer> nodes = new ArrayList<>(rooms.keySet());
        nodes.sort(Comparator.<Integer>comparingInt(node -> rooms.get(node).size())
                .thenComparing(Comparator.naturalOrder()));
        return nodes;
    }
}
