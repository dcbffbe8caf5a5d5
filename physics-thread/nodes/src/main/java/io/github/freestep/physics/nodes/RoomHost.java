package io.github.freestep.physics.nodes;

import io.github.freestep.physics.nodes.RoomEvents.End;
import io.github.freestep.time.NanoClock;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntConsumer;
import java.util.function.IntFunction;

/**
 * The rooms of one node. Safe for use by any number of threads, but for {@link #poll} and {@link #look}, each of which
 * one thread calls. Only {@link #poll} blocks on the store. The other methods wait at most for each other, for
 * microseconds.
 */
final class RoomHost {
    /** How long a room that this node has lost to another one is not claimed again: longer than a split lasts. */
    static final long LOST_NANOS = 10_000_000_000L;

    /** After so long without a look, the node has stood still: its leases have ended, and others may own its rooms. */
    static final long STOOD_NANOS = 2_000_000_000L;

    /** After so long without a look, the node reports it, because leases and Pekko's heartbeats were in danger. */
    static final long LATE_NANOS = 500_000_000L;

    /** How long a room whose save this node's program cannot read is left to other nodes. */
    static final long UNREADABLE_NANOS = 60_000_000_000L;

    /** How long to wait until a room that has failed is started again. */
    static final long FAILED_NANOS = 1_000_000_000L;

    private final IntFunction<RoomKeeper> keepers;
    private final RoomEvents events;
    private final NanoClock clock;
    private final Map<Integer, RoomKeeper> rooms = new ConcurrentHashMap<>();
    final Map<Integer, Long> notBefore = new ConcurrentHashMap<>();

    /** How often rooms have failed in a row. */
    private final Map<Integer, Integer> failures = new ConcurrentHashMap<>();

    private boolean closed;

    /** Receives the numbers of rooms that could not be restored here. */
    private volatile IntConsumer refused = room -> {};

    /** Counts for the metrics. Only one thread changes each of them, and any thread may read them. */
    volatile long left;

    volatile long lost;
    volatile long failed;
    volatile long standStills;

    private volatile long lookedNanos;
    private volatile long quietUntilNanos;

    /** The function makes a keeper for one run of a room. */
    RoomHost(IntFunction<RoomKeeper> keepers, RoomEvents events, NanoClock clock) {
        this.keepers = keepers;
        this.events = events;
        this.clock = clock;
        lookedNanos = clock.nanoTime();
        quietUntilNanos = lookedNanos;
    }

    /** Sets what receives the rooms whose saves this node's program cannot read, so that they start elsewhere. */
    void onRefused(IntConsumer refused) {
        this.refused = refused;
    }

    /** Starts a room that does not run here. Does nothing if it runs, or has ended badly a moment ago. */
    synchronized void start(int room) {
        long now = clock.nanoTime();
        Long earliest = notBefore.get(room);
        if (!closed && (earliest == null || now - earliest >= 0)) {
            rooms.computeIfAbsent(room, each -> {
                RoomKeeper keeper = keepers.apply(each);
                keeper.failures = failures.getOrDefault(each, 0);
                return keeper;
            });
        }
    }

    /** Stops a room. The future completes once its save is confirmed, or it runs here no more for another reason. */
    CompletableFuture<End> leave(int room, RoomEvents.Kind kind) {
        RoomKeeper keeper = rooms.get(room);
        return keeper == null ? CompletableFuture.completedFuture(End.LEFT) : keeper.leave(kind);
    }

    /** Stops all rooms, which continue elsewhere. None starts any more. */
    synchronized CompletableFuture<Void> leaveAll() {
        closed = true;
        return CompletableFuture.allOf(rooms.keySet().stream()
                .map(room -> leave(room, RoomEvents.Kind.MOVED))
                .toArray(CompletableFuture<?>[]::new));
    }

    /** The number of rooms that run here, or start or stop. */
    int size() {
        return rooms.size();
    }

    /** Renews the leases of all rooms, and notices that this node stood still. Waits for nothing; for one thread. */
    void look() {
        long now = clock.nanoTime();
        long stood = now - lookedNanos;
        if (stood >= LATE_NANOS) {
            standStills = standStills + 1;
            events.stoodStill(stood);
        }
        if (stood >= STOOD_NANOS) {
            // Pekko may have noticed it, and messages from before may still wait. So take no room from another
            // node at first.
            quietUntilNanos = now + LOST_NANOS;
        }
        lookedNanos = now;
        rooms.values().forEach(RoomKeeper::renew);
    }

    /** Does what is due in all rooms. */
    void poll() {
        long now = clock.nanoTime();
        notBefore.values().removeIf(earliest -> now - earliest >= 0);
        rooms.forEach((room, keeper) -> {
            long polled = clock.nanoTime();
            boolean mayClaim = polled - lookedNanos < STOOD_NANOS && polled - quietUntilNanos >= 0;
            try {
                poll(room, keeper, mayClaim);
            } catch (RuntimeException | Error broken) {
                events.problem(room, broken); // the other rooms need their leases
            }
        });
    }

    private void poll(int room, RoomKeeper keeper, boolean mayClaim) {
        keeper.poll(mayClaim);
        if (keeper.ended.isDone()) {
            End end = keeper.ended.join();
            count(keeper, end);
            if (end != End.LEFT) {
                long waitNanos = end == End.UNREADABLE ? UNREADABLE_NANOS : FAILED_NANOS;
                notBefore.put(room, clock.nanoTime() + (end == End.SUPERSEDED ? LOST_NANOS : waitNanos));
            }
            if (end == End.UNREADABLE) {
                refused.accept(room);
            }
            failures.compute(room, (each, before) -> end == End.FAILED ? keeper.failures : null);
            rooms.remove(room, keeper);
        }
    }

    private void count(RoomKeeper keeper, End end) {
        switch (end) {
            case LEFT -> left = left + (keeper.hasBegun() ? 1 : 0);
            case FAILED, UNREADABLE -> failed = failed + 1;
            default -> lost = lost + (keeper.hasBegun() ? 1 : 0);
        }
    }
}
