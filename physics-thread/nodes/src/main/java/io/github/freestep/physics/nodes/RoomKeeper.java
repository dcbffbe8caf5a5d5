package io.github.freestep.physics.nodes;

import io.github.freestep.physics.nodes.RoomEvents.End;
import io.github.freestep.time.NanoClock;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.NavigableMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * Runs one room on this node, from the claim to the last save. One thread calls {@link #poll}, again and again; any
 * thread may call {@link #leave} and {@link #ended}.
 *
 * <p>A room starts once its owner before has stopped: its last save says so, or its lease has ended. It is stopped here
 * for another node only by {@link #leave}, and it has not left before its save is confirmed.
 */
final class RoomKeeper {
    /** A room that runs on this node. */
    interface Room {
        /** Saves the room, which continues. */
        CompletableFuture<Save> save();

        /** Stops the room after a tick, and saves it. If that fails and {@link #failure} is null, it continues. */
        CompletableFuture<Save> leave(RoomEvents.Kind kind);

        /** Why the room has ended; null while it runs, and after it has left. */
        @Nullable Throwable failure();

        /** Stops the room if it runs, and frees everything. Does not wait; the future completes after the last step. */
        CompletableFuture<Void> close();
    }

    /** Starts rooms on this node. May take long. Throws an unchecked exception for a save that it cannot read. */
    interface Starter {
        Room start(int room, long owner, Save from, Lease lease) throws IOException;
    }

    /**
     * How long after the beginning of a save the next one begins, unless that save takes longer. A death costs this
     * time and that of a save, so less than a second if a save takes less than a quarter of a second.
     */
    static final long SAVE_NANOS = 750_000_000;

    /**
     * How long a room must run until its save counts as a good one. What is wrong with a world shows within a few
     * steps. Much longer would cost more, because a room that has failed does not save, nor leave, before: otherwise, a
     * save that is whole and wrong would be saved again and again.
     */
    static final long TRIAL_NANOS = 5_000_000_000L;

    /** After so many failures in a row, each within that time, an older save is tried: one may be an accident. */
    static final int TRIES = 3;

    private enum Phase {
        CLAIMING,
        WAITING,
        STARTING,
        RUNNING,
        LEAVING,
        CLOSING,
        ENDED
    }

    /** How long to wait after a problem. */
    private static final long RETRY_NANOS = 200_000_000;

    /** How long to wait until the store is asked again whether the owner before has stopped, which reads its save. */
    private static final long LOOK_NANOS = 100_000_000;

    private final int room;
    private final NodeBeats beats;
    private final RoomStore store;
    private final Starter starter;
    private final RoomEvents events;
    private final NanoClock clock;
    private final Executor worker;
    private final Executor asker;

    /**
     * Completes once the room runs here no more, after its last step; by the thread that polls. Until then, nothing may
     * start it again. A step that hangs is reported after a while, and not waited for: its lease allows no further one.
     */
    final CompletableFuture<End> ended = new CompletableFuture<>();

    private volatile RoomEvents.@Nullable Kind leaveAs;

    private Phase phase = Phase.CLAIMING;
    private long owner;
    private long claimedNanos;
    private long retryNanos;
    private long saveNanos;

    private volatile @Nullable Lease lease;
    private @Nullable Save from;
    private @Nullable CompletableFuture<Room> starting;
    private @Nullable Room running;

    /** Whether the save that is being made has begun after the room was asked to leave. */
    private boolean savesToLeave;

    /** Whether the store has taken such a save. Until then, the room continues. */
    private boolean mayLeave;

    private volatile @Nullable CompletableFuture<Save> stopping;
    private @Nullable CompletableFuture<Save> saving;
    private @Nullable Save last;
    private @Nullable End end;
    private @Nullable CompletableFuture<Void> closing;

    /** The newest question to the store whether this node still owns the room, and when it was asked. */
    private @Nullable CompletableFuture<Void> renewing;

    private long askedNanos;

    /** The newest beat for which it was asked. */
    private long renewedNanos;

    /** Whether the store has said that another node owns the room. */
    private volatile boolean isSuperseded;

    /** Which save the room has begun with. */
    private long begun = RoomStore.NEWEST;

    /**
     * How often the room has failed in a row, each time within {@link #TRIAL_NANOS}: before here, and then with this
     * run. For the thread that polls, and for that which makes the keeper.
     */
    int failures;

    /**
     * @param worker starts and saves rooms, which may take long
     * @param asker asks the store for the leases, which must not wait for the worker, nor for other rooms
     */
    RoomKeeper(
            int room,
            NodeBeats beats,
            RoomStore store,
            Starter starter,
            RoomEvents events,
            NanoClock clock,
            Executor worker,
            Executor asker) {
        this.room = room;
        this.beats = beats;
        this.store = store;
        this.starter = starter;
        this.events = events;
        this.clock = clock;
        this.worker = worker;
        this.asker = asker;
        retryNanos = clock.nanoTime();
    }

    /**
     * Asks for the room to stop here, saved as {@link RoomEvents.Kind#MOVED} or {@link RoomEvents.Kind#ASLEEP}. The
     * room continues until the store has taken one more save of it. A second call does nothing.
     */
    CompletableFuture<End> leave(RoomEvents.Kind kind) {
        if (leaveAs == null) {
            leaveAs = kind;
        }
        return ended;
    }

    /** Whether the room has run here. For the thread that polls. */
    boolean hasBegun() {
        return running != null;
    }

    /**
     * Does what is due. Reads and writes small files, but waits for nothing else.
     *
     * @param mayClaim false to give up a room that was not claimed yet, if another node may still own it
     */
    void poll(boolean mayClaim) {
        long now = clock.nanoTime();
        try {
            renew();
            if (isSuperseded) {
                end(End.SUPERSEDED);
            } else if (now - retryNanos >= 0) {
                switch (phase) {
                    case CLAIMING -> claim(mayClaim);
                    case WAITING -> await(now);
                    case STARTING -> finishStart(now);
                    case RUNNING -> run(now);
                    case LEAVING -> finish();
                    case CLOSING -> finishClose();
                    default -> {}
                }
            }
        } catch (OldOwnerException superseded) {
            end(End.SUPERSEDED);
        } catch (IOException problem) {
            tryAgain(problem);
        } catch (RuntimeException | Error broken) {
            // Such as a worker that can start no thread. The thread that polls must continue with the other rooms.
            events.problem(room, broken);
            end(End.FAILED);
        }
    }

    private void tryAgain(Throwable problem) {
        events.problem(room, problem);
        retryNanos = clock.nanoTime() + RETRY_NANOS;
    }

    private void claim(boolean mayClaim) throws IOException {
        if (leaveAs != null || !mayClaim && !isFree()) {
            end(End.LEFT);
            return;
        }
        owner = store.claim(room, beats.node);
        claimedNanos = clock.nanoTime();
        phase = Phase.WAITING;
    }

    /** Whether no other node loses the room if this one claims it. */
    private boolean isFree() throws IOException {
        StoredRoom stored = store.read(room);
        String newestNode = stored.node(stored.owner());
        return newestNode.equals(beats.node) || beats.isSilent(newestNode);
    }

    /** Waits until no owner before can step the room. */
    private void await(long now) throws IOException {
        if (leaveAs != null) {
            end(End.LEFT);
            return;
        }
        long leftNanos = claimedNanos + Lease.WAIT_NANOS - now;
        if (leftNanos > 0 && !haveStopped(store.read(room))) {
            retryNanos = now + Math.min(LOOK_NANOS, leftNanos);
            return;
        }
        askedNanos = clock.nanoTime();
        Lease taken = new Lease(clock, beats.writtenNanos());
        store.requireOwner(room, owner);
        byte[] newest = store.read(room).save(); // an owner before may have saved since the look above
        if (Save.isNewer(newest)) {
            unreadable(new IOException("the save is of a newer release of Freestep"));
            return;
        }
        from = choose(newest);
        starting = CompletableFuture.supplyAsync(() -> start(taken), worker);
        lease = taken;
        phase = Phase.STARTING;
    }

    private void unreadable(Throwable problem) {
        String words =
                " must have a save that this program can read; start a node with the program that has written it";
        events.problem(room, new IOException("room " + room + words, problem));
        end(End.UNREADABLE);
    }

    /** Returns the newest save, or an older one if that is damaged, or the room fails again and again. */
    private Save choose(byte[] newest) throws IOException {
        IOException reason = new IOException("room " + room + " has failed " + failures
                + " times in a row, each within " + TRIAL_NANOS / 1_000_000_000 + " s");
        if (failures < TRIES) {
            try {
                return Save.of(newest);
            } catch (IOException damaged) {
                reason = damaged;
            }
        }
        NavigableMap<Long, byte[]> all = store.saves(room);
        long newestMillis = all.lastKey();
        all.values().removeIf(each -> !Save.isWhole(each));
        if (all.isEmpty()) {
            throw reason;
        }
        List<Long> times = List.copyOf(all.descendingKeySet());
        long chosen = times.get(failures / TRIES % times.size());
        if (chosen < newestMillis) {
            begun = chosen;
            events.fellBack(room, Duration.ofMillis(newestMillis - chosen), reason);
        }
        return Save.of(all.get(chosen));
    }

    /** Whether all owners that may have run since the newest save have stopped, or have certainly lost their leases. */
    private boolean haveStopped(StoredRoom stored) throws IOException {
        // Those before the owner that has saved had stopped when that one began.
        boolean isLast =
                Save.isWhole(stored.save()) && Save.of(stored.save()).kind().isLast();
        long first = stored.savedBy() + (isLast ? 1 : 0);
        for (long each = first; each < owner; each++) {
            if (!beats.isSilent(stored.node(each))) {
                return false;
            }
        }
        return true;
    }

    private Room start(Lease taken) {
        try {
            return starter.start(room, owner, from, taken);
        } catch (IOException problem) {
            throw new CompletionException(problem);
        }
    }

    private void finishStart(long now) throws IOException {
        if (starting.isDone()) {
            if (starting.isCompletedExceptionally() && failure(starting).getCause() instanceof UncheckedIOException e) {
                unreadable(e.getCause());
                return;
            }
            phase = Phase.WAITING; // if it has failed
            running = result(starting);
            phase = Phase.RUNNING;
            saveNanos = now + (failures > 0 ? TRIAL_NANOS : SAVE_NANOS);
            events.began(room, owner, from.kind(), from.tick());
        }
    }

    /**
     * Renews the lease while the room may run. Does not wait for the store. May be called by one more thread than that
     * which polls, which may wait for the store on behalf of another room.
     */
    synchronized void renew() {
        Lease held = lease;
        long now = clock.nanoTime();
        boolean stopped = stopping != null && stopping.isDone() && !stopping.isCompletedExceptionally();
        boolean isAsking = renewing != null && !renewing.isDone();
        long beatNanos = beats.writtenNanos();
        // With a new beat, because a slow store writes the next one so late that the lease could end before.
        boolean isDue = now - askedNanos >= Lease.NANOS / 4 && beatNanos != renewedNanos;
        if (held != null && held.isValid() && !stopped && !isAsking && isDue) {
            askedNanos = now;
            renewedNanos = beatNanos;
            renewing = CompletableFuture.runAsync(() -> renew(held, beatNanos), asker);
        }
    }

    private void renew(Lease held, long beatNanos) {
        try {
            store.requireOwner(room, owner);
            held.renew(beatNanos);
        } catch (OldOwnerException superseded) {
            isSuperseded = true;
            held.end();
        } catch (IOException | RuntimeException | Error problem) {
            events.problem(room, problem); // without an answer, the lease ends by itself
        }
    }

    private void run(long now) throws IOException {
        if (hasFailed()) {
            return;
        }
        if (saving != null) {
            if (isSaved()) {
                mayLeave = savesToLeave;
                saveNanos = now + Math.max(saveNanos - now, SAVE_NANOS / 5); // a slow store needs time for other calls
            }
        } else if (mayLeave) {
            stopping = running.leave(leaveAs);
            phase = Phase.LEAVING;
        } else if (leaveAs != null && failures == 0 || now - saveNanos >= 0) {
            failures = 0;
            savesToLeave = leaveAs != null;
            saveNanos = now + SAVE_NANOS;
            saving = running.save().thenApplyAsync(this::confirmed, worker);
        }
    }

    private void finish() throws IOException {
        if (hasFailed()) {
            return;
        }
        if (saving != null) {
            if (isSaved()) {
                end(End.LEFT);
            }
        } else if (stopping.isCompletedExceptionally()) {
            IOException problem = new IOException("room " + room + " could not be stopped", failure(stopping));
            stopping = running.leave(leaveAs); // the room continues, so ask again
            tryAgain(problem);
        } else if (stopping.isDone()) {
            saving = stopping.thenApplyAsync(this::confirmed, worker);
        }
    }

    private boolean hasFailed() {
        Throwable failure = running.failure();
        Throwable cause = failure == null || failure.getCause() == null ? failure : failure.getCause();
        // No step throws one, so it is of the restore. A save that ends too soon is wrong, and not of a newer program.
        if (cause instanceof IOException && !(cause instanceof EOFException)) {
            unreadable(failure);
        } else if (failure != null) {
            events.problem(room, failure);
            // A heap that is full is not the fault of a save.
            failures += lease.isValid() && !(cause instanceof OutOfMemoryError) ? 1 : 0;
            end(lease.isValid() ? End.FAILED : End.EXPIRED);
        }
        return failure != null;
    }

    /** Whether a save is confirmed; if it has failed, it is forgotten, and made again. */
    private boolean isSaved() throws IOException {
        if (!saving.isDone()) {
            return false;
        }
        CompletableFuture<Save> done = saving;
        saving = null;
        last = result(done);
        begun = RoomStore.NEWEST; // what was newer is skipped by now
        events.saved(room, owner, last.tick());
        return true;
    }

    private <T> T result(CompletableFuture<T> done) throws IOException {
        try {
            return done.join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof IOException problem) {
                throw problem;
            }
            throw new IOException("room " + room + " could not be started or saved", e.getCause());
        }
    }

    private Save confirmed(Save save) {
        try {
            store.save(room, owner, save.toBytes(), begun);
            return save;
        } catch (IOException problem) {
            throw new CompletionException(problem);
        }
    }

    private void end(End how) {
        if (phase == Phase.CLOSING || phase == Phase.ENDED) {
            return;
        }
        phase = Phase.CLOSING;
        end = how;
        if (lease != null) {
            lease.end();
        }
        closing = starting == null
                ? CompletableFuture.completedFuture(null)
                : starting.handle(RoomKeeper::close).thenCompose(closed -> closed);
        if (running != null) {
            events.ended(room, owner, how, last == null ? -1 : last.tick());
        }
        finishClose();
    }

    private static CompletableFuture<Void> close(@Nullable Room started, @Nullable Throwable failure) {
        return started == null ? CompletableFuture.completedFuture(null) : started.close();
    }

    private void finishClose() {
        if (closing.isDone()) {
            phase = Phase.ENDED;
            ended.complete(end);
            if (closing.isCompletedExceptionally()) {
                events.problem(room, failure(closing));
            }
        }
    }

    /** Returns why a future has failed. */
    private static Throwable failure(CompletableFuture<?> failed) {
        return failed.handle((result, failure) -> failure).join();
    }
}
