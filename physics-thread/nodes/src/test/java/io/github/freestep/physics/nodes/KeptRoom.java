package io.github.freestep.physics.nodes;

import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** A room without threads: it steps when a test says so. */
final class KeptRoom implements RoomKeeper.Room {
    final long owner;
    final Save from;
    private final Lease lease;
    long tick;
    boolean stopped;
    boolean closed;
    boolean saves = true;
    boolean leaves = true;

    /** Completes when the room's last step has ended. */
    CompletableFuture<Void> ended = CompletableFuture.completedFuture(null);

    @Nullable Throwable failure;

    KeptRoom(long owner, Save from, Lease lease) {
        this.owner = owner;
        this.from = from;
        this.lease = lease;
        tick = from.tick();
    }

    /** Whether this node may step the room, even if the room does not. */
    boolean isOwned() {
        return lease.isValid();
    }

    /** Steps once, as a service does that checks the lease; returns whether it has stepped. */
    boolean step() {
        if (stopped || closed || failure != null) {
            return false;
        }
        if (!lease.isValid()) {
            failure = new IllegalStateException("the lease has ended");
            return false;
        }
        tick++;
        return true;
    }

    @Override
    public CompletableFuture<Save> save() {
        return saves
                ? CompletableFuture.completedFuture(new Save(RoomEvents.Kind.RUNNING, tick, new byte[0]))
                : new CompletableFuture<>();
    }

    @Override
    public CompletableFuture<Save> leave(RoomEvents.Kind kind) {
        if (!leaves) {
            return CompletableFuture.failedFuture(new IllegalStateException("cannot be saved now"));
        }
        stopped = true;
        return CompletableFuture.completedFuture(new Save(kind, tick, new byte[0]));
    }

    @Override
    public @Nullable Throwable failure() {
        return failure;
    }

    @Override
    public CompletableFuture<Void> close() {
        closed = true;
        return ended;
    }
}
