package io.github.freestep.physics.nodes;

import io.github.freestep.time.NanoClock;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.pekko.actor.ExtendedActorSystem;
import org.apache.pekko.coordination.lease.LeaseSettings;
import org.apache.pekko.coordination.lease.TimeoutSettings;
import org.apache.pekko.coordination.lease.javadsl.Lease;

/**
 * A lease of the store for Pekko, which asks for one after a split: only the side that gets it continues, so one of two
 * nodes can continue without the other. The settings name this class, and Pekko makes it. The actor system is created
 * with {@link StoreSetup}. Safe for use by any number of threads. Only a thread of its own blocks on the store.
 *
 * <p>It counts from before each call of the store, and ends a tenth earlier than there. A node that asks while
 * another one holds the lease waits until the operation times out: if the holder is dead or frozen, its lease ends
 * within that time.
 */
final class StoreLease extends Lease {
    /** One thread, which may block. */
    interface Worker {
        void later(long nanos, Runnable work);
    }

    private static final long RETRY_NANOS = 100_000_000;

    private final LeaseSettings settings;
    private final RoomStore store;
    private final NanoClock clock;
    private final Worker worker;
    private final String name;
    private final String owner;
    private final Duration time;

    /** Only the worker writes these. */
    private volatile boolean held;

    private volatile long endNanos;

    private Consumer<Optional<Throwable>> lost = cause -> {};

    /** How often the lease was taken, so that only the newest renewal continues. */
    private long taken;

    /** Called by Pekko. */
    StoreLease(LeaseSettings settings, ExtendedActorSystem system) {
        this(settings, StoreSetup.store(system), NanoClock.system(), worker(system));
    }

    StoreLease(LeaseSettings settings, RoomStore store, NanoClock clock, Worker worker) {
        this.settings = settings;
        this.store = store;
        this.clock = clock;
        this.worker = worker;
        name = Arguments.nameOf(settings.leaseName());
        owner = Arguments.nameOf(settings.ownerName());
        time = settings.timeoutSettings().getHeartbeatTimeout();
    }

    private static Worker worker(ExtendedActorSystem system) {
        ScheduledExecutorService thread =
                Executors.newSingleThreadScheduledExecutor(RoomNodes.daemons("freestep-lease"));
        system.registerOnTermination(thread::shutdownNow);
        return (nanos, work) -> thread.schedule(work, nanos, TimeUnit.NANOSECONDS);
    }

    @Override
    public LeaseSettings getSettings() {
        return settings;
    }

    @Override
    public CompletionStage<Boolean> acquire() {
        return acquire(cause -> {});
    }

    @Override
    public CompletionStage<Boolean> acquire(Consumer<Optional<Throwable>> leaseLost) {
        CompletableFuture<Boolean> result = new CompletableFuture<>();
        long untilNanos = clock.nanoTime() + timeouts().getOperationTimeout().toNanos();
        worker.later(0, () -> take(leaseLost, untilNanos, result));
        return result;
    }

    private TimeoutSettings timeouts() {
        return settings.timeoutSettings();
    }

    private void take(Consumer<Optional<Throwable>> leaseLost, long untilNanos, CompletableFuture<Boolean> result) {
        Throwable problem = null;
        try {
            if (ask()) {
                held = true;
                lost = leaseLost;
                long number = ++taken;
                worker.later(timeouts().getHeartbeatInterval().toNanos(), () -> renew(number));
                result.complete(true);
                return;
            }
        } catch (IOException | RuntimeException e) {
            problem = e;
        }
        if (clock.nanoTime() - untilNanos < 0) {
            worker.later(RETRY_NANOS, () -> take(leaseLost, untilNanos, result));
        } else if (problem == null) {
            result.complete(false);
        } else {
            result.completeExceptionally(problem);
        }
    }

    /** Asks the store, and notes until when the answer holds. */
    private boolean ask() throws IOException {
        long asked = clock.nanoTime();
        boolean granted = store.lease(name, owner, time);
        endNanos = granted ? asked + time.toNanos() / 10 * 9 : asked;
        return granted;
    }

    /** Also after it was lost: Pekko relies on what it has decided with the lease until it releases it. */
    private void renew(long number) {
        if (!held || number != taken) {
            return;
        }
        Throwable problem = null;
        try {
            ask();
        } catch (IOException | RuntimeException e) {
            problem = e; // tried again
        }
        if (held && !checkLease()) {
            lost.accept(Optional.ofNullable(problem));
            lost = cause -> {}; // once
        }
        worker.later(timeouts().getHeartbeatInterval().toNanos(), () -> renew(number));
    }

    @Override
    public boolean checkLease() {
        return held && clock.nanoTime() - endNanos < 0;
    }

    @Override
    public CompletionStage<Boolean> release() {
        held = false; // at once, so that no thread acts on it
        CompletableFuture<Boolean> result = new CompletableFuture<>();
        worker.later(0, () -> {
            try {
                held = false; // an attempt before may have succeeded meanwhile
                store.lease(name, owner, Duration.ZERO);
                result.complete(true);
            } catch (IOException | RuntimeException e) {
                result.completeExceptionally(e); // it ends by itself
            }
        });
        return result;
    }
}
