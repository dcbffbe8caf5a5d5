package io.github.freestep.physics.rooms.workers;

import io.github.freestep.time.NanoClock;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Decides when a worker of a group hands one of its runs over to another worker. For the thread that holds the lock,
 * under which all runs of a group get their workers. Allocates nothing.
 *
 * <p>A worker hands over only to the one that needs least, and only if it is busy itself. As long as there is enough
 * time for all, a run stays where its data is in the caches. After a move, the larger of the two needs must be below
 * {@link #GAIN} of what it was, so that no run goes back and forth. At most one run moves per {@link #INTERVAL_NANOS}.
 * In that time, both workers measure again. A worker whose present call lasts long gets no run, because the call may
 * hang.
 */
public final class Balance {
    private static final long INTERVAL_NANOS = 1_000_000_000;

    /** A worker that needs less of a core than this hands nothing over. */
    private static final double BUSY = 0.6;

    private static final double GAIN = 0.8;

    final ReentrantLock lock = new ReentrantLock();

    /** For any thread; to replace one needs the lock. */
    final AtomicReferenceArray<Worker> workers;

    /** When the group was opened, from where all its workers count the {@link Phases} of their runs. */
    final long originNanos;

    private final double busy;
    private final double gain;
    private final long intervalNanos;

    /** The time of the newest move. */
    private long movedNanos;

    /** Creates the balance of workers that all use the same clock. */
    public Balance(Worker[] workers, NanoClock clock) {
        this(workers, clock, BUSY, GAIN, INTERVAL_NANOS);
    }

    /** For tests: with other limits. */
    public Balance(Worker[] workers, NanoClock clock, double busy, double gain, long intervalNanos) {
        this.workers = new AtomicReferenceArray<>(workers);
        this.busy = busy;
        this.gain = gain;
        this.intervalNanos = intervalNanos;
        originNanos = clock.nanoTime();
        movedNanos = originNanos - intervalNanos;
    }

    /**
     * Returns the worker that should get a run of another one.
     *
     * @param from the other one
     * @param nowNanos the time of the clock that all workers use
     * @return null if that worker keeps all its runs
     */
    @Nullable Worker lightest(Worker from, long nowNanos) {
        Worker lightest = null;
        for (int i = 0; i < workers.length(); i++) {
            Worker worker = workers.get(i);
            if (worker != from && worker.canTake(nowNanos) && (lightest == null || worker.demand < lightest.demand)) {
                lightest = worker;
            }
        }
        return from.demand > busy ? lightest : null;
    }

    /**
     * Returns the run to move to another worker: the one whose move lowers {@code max(demand, otherDemand)} most. For
     * the thread of the worker that has the queue.
     *
     * @param demand what the runs of the queue need together
     * @param otherDemand what the runs of the other worker need
     * @return null if no move lowers it enough
     */
    @Nullable Run best(RunQueue queue, double demand, double otherDemand) {
        Run best = null;
        double least = gain * demand;
        for (int i = 0; i < queue.size; i++) {
            Run run = queue.get(i);
            double moved = run.groupPlan().demand();
            double larger = Math.max(demand - moved, otherDemand + moved);
            if (run.mayMove() && larger < least) {
                best = run;
                least = larger;
            }
        }
        return best;
    }

    /** Returns whether a run may move now. If so, the caller must move it. */
    boolean begin(long nowNanos) {
        boolean begins = nowNanos - movedNanos >= intervalNanos;
        movedNanos = begins ? nowNanos : movedNanos;
        return begins;
    }
}
