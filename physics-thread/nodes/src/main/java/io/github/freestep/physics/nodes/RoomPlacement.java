package io.github.freestep.physics.nodes;

import io.github.freestep.time.NanoClock;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Decides which node runs which room. A room runs for a minute on the node that a move has asked for, if that node is
 * there, and not on one that could not restore it a minute ago, if there is another. Otherwise it starts where the
 * fewest rooms are. Moves rooms until all nodes have about as many, but only so many a second, because the picture of
 * each of them stands still meanwhile. Nodes and rooms are strings, as Pekko has them. One thread calls the methods,
 * but any may call {@link #want} and {@link #refuse}.
 */
final class RoomPlacement {
    /** By how many rooms nodes may differ. */
    private static final int MOST_DIFFERENCE = 3;

    /** How long a wish or a refusal counts, also if the node is gone. */
    private static final long MINUTE_NANOS = 60_000_000_000L;

    private static final double SECOND_NANOS = 1e9;

    private record Wanted(String node, long sinceNanos) {}

    private record Refusal(String room, String node) {}

    private final NanoClock clock;
    private final int movesPerSecond;
    private final Map<String, Wanted> wanted = new ConcurrentHashMap<>();
    private final Map<Refusal, Long> refused = new ConcurrentHashMap<>();

    /** How many rooms may begin to move now, with a fraction, as of the newest look. */
    private double credit;

    private long creditNanos;

    RoomPlacement(NanoClock clock, int movesPerSecond) {
        this.clock = clock;
        this.movesPerSecond = movesPerSecond;
        credit = movesPerSecond;
        creditNanos = clock.nanoTime();
    }

    /** Asks for a room to move to the node with this host and port, within a minute. */
    void want(String room, String node) {
        forget();
        wanted.put(room, new Wanted(node, clock.nanoTime()));
    }

    /** Notes that a node could not restore a room, such as a program that is older than the save. */
    void refuse(String room, String node) {
        forget();
        refused.put(new Refusal(room, node), clock.nanoTime());
    }

    private void forget() {
        long now = clock.nanoTime();
        wanted.values().removeIf(each -> now - each.sinceNanos() >= MINUTE_NANOS);
        refused.values().removeIf(since -> now - since >= MINUTE_NANOS);
    }

    /**
     * Returns where a room is to start.
     *
     * @param nodes at least one, with their rooms
     */
    String choose(String room, Map<String, ? extends Collection<String>> nodes) {
        forget();
        String there = wanted(room, nodes.keySet());
        Map<String, Integer> loads = count(nodes, Set.of());
        Set<String> usable = usable(room, nodes.keySet());
        return there == null ? Collections.min(usable.isEmpty() ? nodes.keySet() : usable, byCount(loads)) : there;
    }

    private @Nullable String wanted(String room, Set<String> nodes) {
        Wanted there = wanted.get(room);
        return there == null || !nodes.contains(there.node()) ? null : there.node();
    }

    private Set<String> usable(String room, Set<String> nodes) {
        Set<String> usable = new HashSet<>(nodes);
        usable.removeIf(node -> refused.containsKey(new Refusal(room, node)));
        return usable;
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
            Set<String> usable = usable(room, nodes.keySet());
            boolean mustLeave = there == null ? !usable.isEmpty() && !usable.contains(node) : !there.equals(node);
            if ((there != null || mustLeave) && staying.add(room) && mustLeave && leaving.size() < most) {
                leaving.add(room);
            }
        }));
        Map<String, Integer> loads = count(nodes, moving);
        boolean isUneven = nodes.size() > 1;
        while (isUneven && leaving.size() < most) {
            isUneven = leaveOne(nodes, loads, staying, leaving);
        }
        credit -= leaving.size();
        return leaving;
    }

    /**
     * Adds a room of the fullest node, if the emptiest has many fewer. If no room of that node can leave, it takes one
     * of the next node, and so on. Returns whether there was one.
     */
    private boolean leaveOne(
            Map<String, ? extends Collection<String>> nodes,
            Map<String, Integer> loads,
            Set<String> staying,
            Set<String> leaving) {
        String empty = Collections.min(loads.keySet(), byCount(loads));
        for (String full :
                loads.keySet().stream().sorted(byCount(loads).reversed()).toList()) {
            int gap = loads.get(full) - loads.get(empty);
            String room = nodes.get(full).stream()
                    .filter(each -> gap > MOST_DIFFERENCE)
                    .filter(each -> !staying.contains(each) && !refused.containsKey(new Refusal(each, empty)))
                    .max(Comparator.naturalOrder())
                    .orElse(null);
            if (room != null) {
                staying.add(room);
                leaving.add(room);
                loads.merge(full, -1, Integer::sum);
                loads.merge(empty, 1, Integer::sum);
                return true;
            }
        }
        return false;
    }

    /** Counts the rooms of each node. Those that are on their way count where they are wanted, if anywhere. */
    private Map<String, Integer> count(Map<String, ? extends Collection<String>> nodes, Set<String> moving) {
        Map<String, Integer> loads = new HashMap<>();
        nodes.keySet().forEach(node -> loads.put(node, 0));
        nodes.forEach((node, rooms) -> rooms.forEach(room -> {
            String there = wanted(room, nodes.keySet());
            if (there != null || !moving.contains(room)) {
                loads.merge(there == null ? node : there, 1, Integer::sum);
            }
        }));
        return loads;
    }

    /** Nodes with as many rooms are taken in the order of their names, so that a run can be repeated. */
    private static Comparator<String> byCount(Map<String, Integer> loads) {
        return Comparator.<String>comparingInt(node -> Objects.requireNonNull(loads.get(node)))
                .thenComparing(node -> node);
    }
}
