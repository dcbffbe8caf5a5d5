package io.github.freestep.rooms;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Collects what nodes and watchers have seen, and finds the promises that were broken. Safe for use by any number of
 * threads. Times of all nodes must be of one machine's clock.
 */
final class Judge {
    /**
     * The first tick of an owner that a watcher has seen, after the last one of an older owner.
     *
     * @param lostTicks how many ticks that it has seen are lost, as the watcher has learnt
     */
    record Arrival(
            int room, long lastOwner, long owner, long gapNanos, long lastTick, long firstTick, long lostTicks) {}

    /** What a watcher has counted until the end. */
    record Watched(int room, long states, long wrong, long refused, long accepted, long unknown, long counted) {}

    /** A room on a node. */
    private static final class Run {
        final int node;
        final long startingNanos;
        Save.@Nullable Kind kind;
        long tick;
        long savedTick = -1;
        RoomKeeper.@Nullable End end;
        long endTick;
        long stoppedNanos = -1;

        Run(int node, long startingNanos) {
            this.node = node;
            this.startingNanos = startingNanos;
        }
    }

    private final Map<Integer, TreeMap<Long, Run>> rooms = new TreeMap<>();
    private final Map<Integer, Long> exits = new HashMap<>();
    private final Set<Integer> lost = new HashSet<>();
    private final List<Arrival> arrivals = new ArrayList<>();
    private final List<Watched> watched = new ArrayList<>();
    private final List<String> broken = new ArrayList<>();
    private final List<Long> plannedGaps = new ArrayList<>();
    private final List<Long> unplannedGaps = new ArrayList<>();
    private final List<Long> lostTicks = new ArrayList<>();
    private final List<Long> missedTicks = new ArrayList<>();
    private final Map<Integer, Map<Report.Death, Long>> deaths = new HashMap<>();
    private final Map<Integer, Long> leaving = new HashMap<>();
    private final List<Long> startNanos = new ArrayList<>();
    private final List<Long> standStills = new ArrayList<>();
    private int doubleOwners;
    private int moved;
    private int woken;
    private int restarted;

    synchronized void starting(int node, int room, long owner, long nanos) {
        rooms.computeIfAbsent(room, each -> new TreeMap<>()).put(owner, new Run(node, nanos));
    }

    synchronized void began(int room, long owner, Save.Kind kind, long tick) {
        Run run = run(room, owner);
        run.kind = kind;
        run.tick = tick;
    }

    /** The save is confirmed, so the next owner must not begin before it. */
    synchronized void saved(int room, long owner, long tick) {
        run(room, owner).savedTick = tick;
    }

    synchronized void ended(int room, long owner, RoomKeeper.End end, long tick) {
        Run run = run(room, owner);
        run.end = end;
        run.endTick = tick;
    }

    /** The time at which the last step has begun; 0 if there was none. */
    synchronized void stopped(int room, long owner, long nanos) {
        run(room, owner).stoppedNanos = nanos;
    }

    /** The process of the node has ended before this time. */
    synchronized void exited(int node, long nanos) {
        exits.put(node, nanos);
    }

    /** The node was killed, or made to stand still for longer than a lease. So it may lose its rooms. */
    synchronized void lost(int node) {
        lost.add(node);
    }

    /**
     * A process got no processor for so long. So leases may have ended, the engine may have believed that a node is
     * dead, and rooms may lose their nodes.
     */
    synchronized void stoodStill(long nanos) {
        standStills.add(nanos);
    }

    /** Whether any process stood still. */
    synchronized boolean hasStoodStill() {
        return !standStills.isEmpty();
    }

    /**
     * The engine of a node has noticed that another one is dead, or has acted on it. The first report of a part counts,
     * but not what a node reports that leaves the cluster or was lost: it removes all.
     */
    synchronized void death(int by, int node, Report.Death part, long nanos) {
        if (leftNanos(by) < nanos || lost.contains(by)) {
            return;
        }
        deaths.computeIfAbsent(node, each -> new EnumMap<>(Report.Death.class)).putIfAbsent(part, nanos);
    }

    /** The node is asked to end. */
    synchronized void leaves(int node, long nanos) {
        leaving.put(node, nanos);
    }

    synchronized void arrived(Arrival arrival) {
        arrivals.add(arrival);
    }

    synchronized void watched(Watched room) {
        watched.add(room);
    }

    /** The number of rooms that run now, as far as is known. */
    synchronized int running() {
        return (int) rooms.values().stream()
                .map(runs -> runs.lastEntry().getValue())
                .filter(run -> run.kind != null && run.end == null && !isGone(run.node))
                .count();
    }

    /** Returns the node that a room runs on; -1 if it runs on none. */
    synchronized int node(int room) {
        Run run = rooms.get(room).lastEntry().getValue();
        return run.kind == null || run.end != null || isGone(run.node) ? -1 : run.node;
    }

    private boolean isGone(int node) {
        return lost.contains(node) || exits.containsKey(node);
    }

    /** Whether a room has lost its node without leaving it. */
    private static boolean isLost(Run run) {
        return run.end != RoomKeeper.End.LEFT;
    }

    /** Whether a loss was to be expected. A room that fails by itself must not be lost on any machine. */
    private boolean isExcused(Run run) {
        return lost.contains(run.node) || run.end != RoomKeeper.End.FAILED && hasStoodStill();
    }

    private Run run(int room, long owner) {
        return rooms.get(room).get(owner);
    }

    /** Judges the runs that are over, once, after all nodes have ended. Returns the broken promises. */
    synchronized List<String> judge() {
        rooms.forEach(this::judgeRoom);
        arrivals.forEach(this::judgeArrival);
        watched.forEach(this::judgeWatched);
        return List.copyOf(broken);
    }

    private void judgeRoom(int room, TreeMap<Long, Run> runs) {
        long lastStepNanos = Long.MIN_VALUE;
        long savedTick = 0;
        Run before = null;
        for (Map.Entry<Long, Run> each : runs.entrySet()) {
            Run run = each.getValue();
            String name = "room " + room + ", owner " + each.getKey();
            // Also of runs that have not begun: their start may have failed after the first step.
            if (lastStepNanos >= run.startingNanos) {
                doubleOwners++;
                broken.add(name + ": started while an owner before still ran");
            }
            lastStepNanos = Math.max(lastStepNanos, last(run));
            if (run.kind != null) {
                judgeEnd(name, run);
                judgeBegin(name, before, savedTick, run);
                before = run;
            }
            savedTick = Math.max(savedTick, run.savedTick);
        }
    }

    private void judgeEnd(String name, Run run) {
        if (isLost(run) ? !isExcused(run) : run.stoppedNanos < 0) {
            broken.add(name + ": must leave its node with a confirmed save, but "
                    + (run.end == null || run.end == RoomKeeper.End.LEFT ? "did not end" : run.end));
        }
    }

    private void judgeBegin(String name, @Nullable Run before, long savedTick, Run run) {
        if (before == null) {
            require(run.kind == Save.Kind.NEW, name + ": must begin as a new room, but began from " + run.kind);
        } else if (!isLost(before)) {
            moved += run.kind == Save.Kind.MOVED ? 1 : 0;
            woken += run.kind == Save.Kind.ASLEEP ? 1 : 0;
            require(
                    run.kind != Save.Kind.RUNNING && run.kind != Save.Kind.NEW && run.tick == before.endTick,
                    name + ": must go on from tick " + before.endTick
                            + ", where the owner before has stopped, but began from " + run.kind + " at tick "
                            + run.tick);
        } else {
            restarted++;
            if (lost.contains(before.node) && exits.getOrDefault(before.node, Long.MAX_VALUE) < run.startingNanos) {
                startNanos.add(run.startingNanos - exits.get(before.node));
            }
            // A room that was lost before its first save begins again where it began.
            long atLeast = Math.max(before.tick, savedTick);
            require(
                    run.tick >= atLeast,
                    name + ": must not begin before tick " + atLeast + ", which was saved, was " + run.tick);
        }
    }

    /** When the last step of a run has begun, at the latest. */
    private long last(Run run) {
        return run.stoppedNanos >= 0 ? run.stoppedNanos : exits.getOrDefault(run.node, Long.MAX_VALUE);
    }

    private void judgeArrival(Arrival arrival) {
        // Also owners in between that no watcher has seen.
        long restart = rooms.get(arrival.room()).subMap(arrival.lastOwner(), arrival.owner()).entrySet().stream()
                .filter(each -> each.getValue().kind != null && isLost(each.getValue()))
                .mapToLong(each -> nextBegun(arrival.room(), each.getKey()).tick)
                .findFirst()
                .orElse(-1);
        if (restart >= 0) {
            unplannedGaps.add(arrival.gapNanos());
            long gone = Math.max(0, arrival.lastTick() - restart);
            lostTicks.add(gone);
            // One that joins after a further move has not seen the restart.
            boolean isFirst = nextBegun(arrival.room(), arrival.lastOwner())
                    == rooms.get(arrival.room()).get(arrival.owner());
            require(
                    !isFirst || arrival.lostTicks() == gone,
                    "room " + arrival.room() + ": the watcher must learn that " + gone + " ticks are lost, but learnt "
                            + arrival.lostTicks());
        } else {
            plannedGaps.add(arrival.gapNanos());
            missedTicks.add(Math.max(0, arrival.firstTick() - arrival.lastTick() - 1));
            require(
                    arrival.lostTicks() == 0,
                    "room " + arrival.room() + ": a planned move loses no tick, but the watcher learnt "
                            + arrival.lostTicks());
            require(
                    arrival.firstTick() >= arrival.lastTick(),
                    "room " + arrival.room() + ": went back from tick " + arrival.lastTick() + " to "
                            + arrival.firstTick());
        }
    }

    /** The first run after an owner's that has begun. There is one, because a watcher has seen a later owner. */
    private Run nextBegun(int room, long owner) {
        return rooms.get(room).tailMap(owner, false).values().stream()
                .filter(run -> run.kind != null)
                .findFirst()
                .orElseThrow();
    }

    private void judgeWatched(Watched room) {
        String name = "room " + room.room();
        require(room.states() > 0, name + ": no picture at the end");
        require(room.wrong() == 0, name + ": " + room.wrong() + " states have not as many steps as ticks");
        boolean lossless = rooms.get(room.room()).values().stream().noneMatch(Judge::isLost);
        if (lossless) {
            require(
                    room.counted() >= room.accepted() && room.counted() <= room.accepted() + room.unknown(),
                    name + ": must have from " + room.accepted() + " to " + (room.accepted() + room.unknown())
                            + " inputs, had " + room.counted());
        }
    }

    private void require(boolean kept, String text) {
        if (!kept) {
            broken.add(text);
        }
    }

    /** Returns the figures of a judged run. */
    synchronized List<String> summary() {
        long inputs = watched.stream().mapToLong(Watched::counted).sum();
        long unknown = watched.stream().mapToLong(Watched::unknown).sum();
        long refused = watched.stream().mapToLong(Watched::refused).sum();
        return List.of(
                "double owners: " + doubleOwners,
                "planned moves: " + moved + ", without a picture: " + millis(plannedGaps)
                        + ", ticks that watchers have missed: " + spread(missedTicks, String::valueOf),
                "woken rooms: " + woken,
                "unplanned restarts: " + restarted + ", without a picture: " + millis(unplannedGaps) + ", ticks lost: "
                        + spread(lostTicks, String::valueOf),
                "after a death: noticed " + sinceDeath(Report.Death.NOTICED) + ", decided "
                        + sinceDeath(Report.Death.DECIDED) + ", removed " + sinceDeath(Report.Death.REMOVED)
                        + ", rooms start: " + millis(startNanos),
                "inputs that reached a tick: " + inputs + ", on their way in a move: " + unknown,
                "states of old owners that watchers have refused: " + refused,
                "nodes that lived, but were noticed as dead: " + falseAlarms(Report.Death.NOTICED) + ", removed: "
                        + falseAlarms(Report.Death.REMOVED),
                "stand-stills of 0.5 s or more: " + standStills.size() + ", " + millis(standStills));
    }

    /** When the engine did something about killed nodes, after their death. Those that stood still end later. */
    private String sinceDeath(Report.Death part) {
        return millis(deaths.entrySet().stream()
                .filter(each -> lost.contains(each.getKey())
                        && exits.containsKey(each.getKey())
                        && each.getValue().containsKey(part))
                .map(each -> each.getValue().get(part) - exits.get(each.getKey()))
                .filter(nanos -> nanos > 0)
                .toList());
    }

    private long falseAlarms(Report.Death part) {
        return deaths.entrySet().stream()
                .filter(each -> !lost.contains(each.getKey())
                        && each.getValue().containsKey(part)
                        && each.getValue().get(part) < leftNanos(each.getKey()))
                .count();
    }

    /** When a node was asked to end. */
    private long leftNanos(int node) {
        return leaving.getOrDefault(node, exits.getOrDefault(node, Long.MAX_VALUE));
    }

    private static String millis(List<Long> nanos) {
        return spread(nanos, each -> each / 1_000_000 + " ms");
    }

    private static <T extends Comparable<T>> String spread(List<T> values, Function<T, String> words) {
        if (values.isEmpty()) {
            return "-";
        }
        List<T> sorted = values.stream().sorted().toList();
        return "median " + words.apply(sorted.get(sorted.size() / 2)) + ", most "
                + words.apply(sorted.get(sorted.size() - 1));
    }
}
