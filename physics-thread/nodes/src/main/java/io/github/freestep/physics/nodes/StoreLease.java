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
import java.util.concurrent.atomic.AtomicInteger;
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
 * <p>This node holds the lease as long as it leads, and for a while after Pekko's resolver has decided something with
 * the lease. If the network splits, the smaller side gives the lease back, even if it has the lease because of an
 * earlier decision, and the resolver needs the lease again to decide about that split.
 *
 * <p>The lease counts from before each call of the store, and ends a tenth earlier than there. A resolver that asks
 * while another node holds the lease waits until the operation times out: if the holder is dead or frozen, its lease
 * ends within that time.
 */
final class StoreLease extends Lease {
    /** One thread, which may block. */
    interface Worker {
        void later(long nanos, Runnable work);
    }

    static final long LOOK_NANOS = 50_000_000;

    /** Longer than the other side of a split needs to notice the split, to be refused, and to end. */
    static final long DECIDED_NANOS = 20_000_000_000L;

    private final LeaseSettings settings;
    private final RoomStore store;
    private final NanoClock clock;
    private final Worker worker;
    private final String name;
    private final String owner;
    private final Duration time;

    private volatile boolean leads;

    /** Only the worker writes these. */
    private volatile boolean held;

    private volatile long grantedNanos;

    private boolean hasDecided;
    private long decidedNanos;

    /** How often the resolver has asked. */
    private final AtomicInteger asks = new AtomicInteger();

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
        worker.later(LOOK_NANOS, this::look);
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

    /** Takes and keeps the lease as long as this node leads, and otherwise gives it back. */
    void lead(boolean leads) {
        this.leads = leads;
    }

    /** Whether this node holds the lease, as the leader or after a decision. */
    boolean isHeld() {
        return held && clock.nanoTime() - grantedNanos < time.toNanos() / 10 * 9;
    }

    /**
     * Always false. Pekko calls this when it begins to decide about a split, and would decide at once if this node has
     * the lease from before, also on the smaller side. Now it must ask: at once on the larger side, and later on the
     * smaller one, which gives the lease back meanwhile.
     */
    @Override
    public boolean checkLease() {
        int before = asks.get();
        worker.later(LOOK_NANOS, () -> hasDecided &= asks.get() != before);
        return false;
    }

    @Override
    public CompletionStage<Boolean> acquire() {
        CompletableFuture<Boolean> result = new CompletableFuture<>();
        long untilNanos = clock.nanoTime() + timeouts().getOperationTimeout().toNanos();
        asks.incrementAndGet();
        worker.later(0, () -> decide(untilNanos, result));
        return result;
    }

    /** The resolver need not hear when the lease is lost, because it has decided by then. */
    @Override
    public CompletionStage<Boolean> acquire(Consumer<Optional<Throwable>> leaseLost) {
        return acquire();
    }

    private TimeoutSettings timeouts() {
        return settings.timeoutSettings();
    }

    private void decide(long untilNanos, CompletableFuture<Boolean> result) {
        Throwable problem = null;
        try {
            if (ask()) {
                hasDecided = true;
                decidedNanos = clock.nanoTime();
                result.complete(true);
                return;
            }
        } catch (IOException | RuntimeException | Error e) {
            problem = e;
        }
        if (clock.nanoTime() - untilNanos < 0) {
            worker.later(LOOK_NANOS, () -> decide(untilNanos, result));
        } else if (problem == null) {
            result.complete(false);
        } else {
            result.completeExceptionally(problem);
        }
    }

    /** Asks the store. A lease counts from before the call. */
    private boolean ask() throws IOException {
        long asked = clock.nanoTime();
        boolean isGranted = store.lease(name, owner, time);
        if (isGranted) {
            grantedNanos = asked;
        }
        held = isGranted;
        return isGranted;
    }

    private void look() {
        long now = clock.nanoTime();
        try {
            if (leads || hasDecided && now - decidedNanos < DECIDED_NANOS) {
                if (!isHeld()
                        || now - grantedNanos
                                >= timeouts().getHeartbeatInterval().toNanos()) {
                    ask();
                }
            } else if (held) {
                held = false;
                store.lease(name, owner, Duration.ZERO);
            }
        } catch (IOException | RuntimeException | Error noAnswer) {
            // The store is asked again, or the lease ends by itself.
        }
        worker.later(LOOK_NANOS, this::look);
    }

    /** Does nothing, because the lease is given back once this node neither leads nor has decided lately. */
    @Override
    public CompletionStage<Boolean> release() {
        return CompletableFuture.completedFuture(true);
    }
}
