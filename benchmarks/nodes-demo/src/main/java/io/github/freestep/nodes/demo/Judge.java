package io.github.freestep.nodes.demo;

import io.github.freestep.physics.nodes.RoomEvents;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Collects what nodes have reported, and finds the promises that were broken. Safe for use by any number of threads.
 * Times of all nodes must be of one machine's clock.
 */
final class Judge {
    /** The ticks of a second, at the rate of the demo. */
    private static final long LONG_LOSS_TICKS = 100;

    /** A room on a node. */
    private static final class Run {
        final int node;
        final long startingNanos;
        RoomEvents.@Nullable Kind kind;
        long tick;
        long savedTick = -1;
        RoomEvents.@Nullable End end;
        long endTick;
        long stoppedNanos = -1;

        /** Whether it has begun with an older save, because the newest one was damaged. */
        boolean isOlder;

        /** Whether the node was lost while it ran. */
        boolean isLost;

        Run(int node, long startingNanos) {
            this.node = node;
            this.startingNanos = startingNanos;
        }
    }

    private final Map<Integer, TreeMap<Long, Run>> rooms = new TreeMap<>();
    private final Map<Integer, Long> exits = new HashMap<>();
    private final Set<Integer> lost = new HashSet<>();
    private final Set<Integer> damaged = new HashSet<>();
    private final List<String> broken = new ArrayList<>();
    private int standStills;
    private long longestNanos;
    private int doubleOwners;
    private int moved;
    private int woken;
    private int restarted;
    private long mostLostTicks;
    private int longLosses;
    private final @Nullable StepLog steps;

    /** Judges without what worlds have written: then a node that has not said when it stopped may have run on. */
    Judge() {
        this(null);
    }

    Judge(@Nullable StepLog steps) {
        this.steps = steps;
    }

    /** Reads a line of {@link NodeLog}. Anything else is what Pekko has logged, and is not judged. */
    synchronized void read(int node, String line) {
        String[] words = line.split(" ");
        switch (words[0]) {
            case "@starting" -> {
                Run run = new Run(node, Long.parseLong(words[3]));
                rooms.computeIfAbsent(Integer.valueOf(words[1]), each -> new TreeMap<>())
                        .put(Long.valueOf(words[2]), run);
            }
            case "@began" -> {
                run(words).kind = RoomEvents.Kind.valueOf(words[3]);
                run(words).tick = Long.parseLong(words[4]);
                run(words).isOlder = damaged.remove(Integer.valueOf(words[1]));
            }
            // The save is confirmed, so the next owner must not begin before it.
            case "@saved" -> run(words).savedTick = Long.parseLong(words[3]);
            case "@ended" -> {
                run(words).end = RoomEvents.End.valueOf(words[3]);
                run(words).endTick = Long.parseLong(words[4]);
            }
            // The time at which the last step has begun; 0 if there was none.
            case "@stopped" -> run(words).stoppedNanos = Long.parseLong(words[3]);
            case "@stood" -> {
                // One that was frozen excuses itself only: it has lost its rooms, but the other nodes ran.
                if (!lost.contains(node)) {
                    stoodStill(Long.parseLong(words[1]));
                }
            }
            default -> {}
        }
    }

    private Run run(String[] words) {
        return rooms.get(Integer.valueOf(words[1])).get(Long.valueOf(words[2]));
    }

    /** The process of the node has ended before this time. */
    synchronized void exited(int node, long nanos) {
        exits.put(node, nanos);
    }

    /** The node was killed, or made to stand still for longer than a lease. So it may lose its rooms. */
    synchronized void lost(int node) {
        lost.add(node);
        for (TreeMap<Long, Run> each : rooms.values()) {
            each.values().forEach(run -> run.isLost |= run.node == node);
        }
    }

    /**
     * A process got no processor for so long. So leases may have ended, Pekko may have believed that a node is dead,
     * and rooms may lose their nodes.
     */
    synchronized void stoodStill(long nanos) {
        standStills++;
        longestNanos = Math.max(longestNanos, nanos);
    }

    /** Whether any process stood still. */
    synchronized boolean hasStoodStill() {
        return standStills > 0;
    }

    /** The number of rooms that run now, as far as is known. */
    synchronized int running() {
        return (int) rooms.keySet().stream().filter(room -> node(room) >= 0).count();
    }

    /** Returns the node that a room runs on; -1 if it runs on none. */
    synchronized int node(int room) {
        Run run = rooms.get(room).lastEntry().getValue();
        boolean isGone = run.isLost || exits.containsKey(run.node); // a frozen node may take rooms when it continues
        return run.kind == null || run.end != null || isGone ? -1 : run.node;
    }

    /** Whether the newest owner of a room is on this node, also a lost one, and has not ended. */
    synchronized boolean isNewestOwner(int room, int node) {
        Run run = rooms.get(room).lastEntry().getValue();
        return run.node == node && run.end == null;
    }

    /** The newest save of a room is damaged from now on, so its next owner begins with an older one. */
    synchronized void damaged(int room) {
        damaged.add(room);
    }

    /** Whether a room has lost its node without leaving it. */
    private static boolean isLost(Run run) {
        return run.end != RoomEvents.End.LEFT;
    }

    /** Judges the runs that are over, once, after all nodes have ended. Returns the broken promises. */
    synchronized List<String> judge() {
        rooms.forEach(this::judgeRoom);
        return List.copyOf(broken);
    }

    private void judgeRoom(int room, TreeMap<Long, Run> runs) {
        long lastStepNanos = Long.MIN_VALUE;
        long savedTick = 0;
        long stepped = 0;
        Run before = null;
        for (Map.Entry<Long, Run> each : runs.entrySet()) {
            Run run = each.getValue();
            String name = "room " + room + ", owner " + each.getKey();
            // Also of runs that have not begun: their start may have failed after the first step.
            if (lastStepNanos >= run.startingNanos) {
                doubleOwners++;
                broken.add(name + ": started while an owner before still ran");
            }
            lastStepNanos = Math.max(lastStepNanos, last(room, each.getKey(), run));
            if (run.kind != null) {
                savedTick = run.isOlder ? 0 : savedTick;
                judgeEnd(name, run);
                judgeBegin(name, before, savedTick, run);
                if (steps != null) {
                    countLost(stepped - run.tick);
                    stepped = steps.last(room, each.getKey()).steps();
                }
                before = run;
            }
            savedTick = Math.max(savedTick, run.savedTick);
        }
    }

    private void countLost(long ticks) {
        mostLostTicks = Math.max(mostLostTicks, ticks);
        longLosses += ticks > LONG_LOSS_TICKS ? 1 : 0;
    }

    private void judgeEnd(String name, Run run) {
        // A room that fails by itself must not be lost on any machine.
        boolean excused = lost.contains(run.node) || run.end != RoomEvents.End.FAILED && hasStoodStill();
        if (isLost(run) ? !excused : run.stoppedNanos < 0) {
            broken.add(name + ": must leave its node with a confirmed save, but "
                    + (run.end == null || run.end == RoomEvents.End.LEFT ? "did not end" : run.end));
        }
    }

    private void judgeBegin(String name, @Nullable Run before, long savedTick, Run run) {
        if (before == null) {
            require(run.kind == RoomEvents.Kind.NEW, name + ": must begin as a new room, but began from " + run.kind);
        } else if (!isLost(before)) {
            moved += run.kind == RoomEvents.Kind.MOVED ? 1 : 0;
            woken += run.kind == RoomEvents.Kind.ASLEEP ? 1 : 0;
            require(
                    run.kind != RoomEvents.Kind.RUNNING
                            && run.kind != RoomEvents.Kind.NEW
                            && run.tick == before.endTick,
                    name + ": must go on from tick " + before.endTick
                            + ", where the owner before has stopped, but began from " + run.kind + " at tick "
                            + run.tick);
        } else {
            restarted++;
            // A room that was lost before its first save begins again where it began.
            long atLeast = run.isOlder ? 0 : Math.max(before.tick, savedTick);
            require(
                    run.tick >= atLeast,
                    name + ": must not begin before tick " + atLeast + ", which was saved, was " + run.tick);
        }
    }

    /** When the last step of a run has begun, at the latest. */
    private long last(int room, long owner, Run run) {
        if (steps != null) {
            return steps.last(room, owner).nanos();
        }
        return run.stoppedNanos >= 0 ? run.stoppedNanos : exits.getOrDefault(run.node, Long.MAX_VALUE);
    }

    private void require(boolean kept, String text) {
        if (!kept) {
            broken.add(text);
        }
    }

    /** Returns the figures of a judged run. */
    synchronized List<String> summary() {
        List<String> lines = new ArrayList<>(List.of(
                "double owners: " + doubleOwners,
                "planned moves: " + moved + ", woken rooms: " + woken + ", unplanned restarts: " + restarted,
                "stand-stills of 0.5 s or more: " + standStills + ", most " + longestNanos / 1_000_000 + " ms"));
        if (steps != null) {
            lines.add("most ticks lost by a restart: " + mostLostTicks + ", restarts that lost more than "
                    + LONG_LOSS_TICKS + ": " + longLosses);
        }
        return lines;
    }
}
