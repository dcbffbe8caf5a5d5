package io.github.freestep.rooms;

import io.github.freestep.time.NanoClock;
import java.io.IOException;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/**
 * Lets the watchers of a room follow it to its next owner. The sender of the owner before runs on, without the room,
 * until the next owner has published its address, and then sends its watchers there. There, the room stays paused until
 * as many watchers show it as the former sender had. Neither waits for longer than its limit. One thread calls {@link
 * #poll}; any thread may call the other methods.
 */
final class Moves {
    /**
     * How long a sender waits for the next owner: longer than the engine needs to start the room elsewhere. After that,
     * watchers find the room by the store.
     */
    static final long NEXT_NANOS = 10_000_000_000L;

    /** How long a room waits for its watchers, because some may never come. */
    static final long FOLLOW_NANOS = 2_000_000_000L;

    /** Sends a room's states. For any thread. No method blocks. */
    interface Sender {
        int watchers();

        /** The number of watchers that show the states. */
        int showing();

        void moveTo(String host, int port);

        /** Completes once the watchers have left. */
        CompletableFuture<Void> close();
    }

    private final RoomStore store;
    private final RoomKeeper.Listener listener;
    private final NanoClock clock;
    private final Queue<Waiting> waiting = new ConcurrentLinkedQueue<>();
    private final Set<CompletableFuture<Void>> leaving = ConcurrentHashMap.newKeySet();

    /** Something that is tried until it is done, or until its time is over. */
    private interface Attempt {
        boolean isDone(boolean isLate);
    }

    private record Waiting(int room, long sinceNanos, long limitNanos, Attempt attempt) {}

    Moves(RoomStore store, RoomKeeper.Listener listener, NanoClock clock) {
        this.store = store;
        this.listener = listener;
        this.clock = clock;
    }

    /** Closes the sender of a room that was handed over, once it has sent its watchers to a newer owner. */
    void leave(int room, long owner, Sender sender) {
        CompletableFuture<Void> closed = new CompletableFuture<>();
        leaving.add(closed);
        closed.whenComplete((done, failure) -> leaving.remove(closed));
        waiting.add(new Waiting(room, clock.nanoTime(), NEXT_NANOS, isLate -> {
            RoomStore.Address next = sender.watchers() == 0 ? null : next(room, owner);
            if (next == null && !isLate && sender.watchers() > 0) {
                return false;
            }
            try {
                if (next != null) {
                    sender.moveTo(next.host(), next.port());
                }
            } finally {
                sender.close().whenComplete((done, failure) -> closed.complete(null));
            }
            return true;
        }));
    }

    private RoomStore.@Nullable Address next(int room, long owner) {
        try {
            RoomStore.Address newest = store.address(room);
            return newest == null || newest.owner() <= owner ? null : newest;
        } catch (IOException problem) {
            return null; // tried again
        }
    }

    /** Lets a room go on once as many watchers show it as there were at the owner before. */
    void arrive(int room, int watchers, Sender sender, Runnable goOn) {
        waiting.add(new Waiting(room, clock.nanoTime(), FOLLOW_NANOS, isLate -> {
            if (!isLate && sender.showing() < watchers) {
                return false;
            }
            goOn.run();
            return true;
        }));
    }

    /** Completes once the watchers of all rooms that have left so far were sent after them. */
    CompletableFuture<Void> left() {
        return CompletableFuture.allOf(leaving.toArray(CompletableFuture<?>[]::new));
    }

    /** Does what is due. Reads small files, but waits for nothing else. */
    void poll() {
        long now = clock.nanoTime();
        waiting.removeIf(each -> isDone(each, now - each.sinceNanos() >= each.limitNanos()));
    }

    private boolean isDone(Waiting each, boolean isLate) {
        try {
            return each.attempt().isDone(isLate);
        } catch (RuntimeException | Error broken) {
            listener.problem(each.room(), broken); // the other rooms go on
            return true;
        }
    }
}
