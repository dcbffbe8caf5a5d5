package io.github.freestep.benchmarks.app.compare.loops;

import io.github.freestep.internal.time.PreciseWait;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/** Plays in real time: steps spin for their cost, waits wait. */
final class RealStage implements Stage {
    /** Longer than any work takes to end. */
    private static final long LONGEST_STEP_SECONDS = 10;

    private final long startNanos = System.nanoTime();
    private final ThreadLocal<PreciseWait> wait = ThreadLocal.withInitial(() -> new PreciseWait(this));
    private volatile boolean ended;
    private ExecutorService worker;

    @Override
    public long nanoTime() {
        return System.nanoTime() - startNanos;
    }

    @Override
    public void work(long nanos) {
        long since = nanoTime();
        while (nanoTime() - since < nanos) {
            spin();
        }
    }

    @Override
    public long draw(long nanos) {
        work(nanos);
        return nanoTime();
    }

    @Override
    public Runnable beside(long nanos) {
        if (worker == null) {
            worker = Executors.newSingleThreadExecutor(task -> {
                Thread thread = new Thread(task, "hand-written-physics");
                thread.setDaemon(true);
                return thread;
            });
        }
        Future<?> done = worker.submit(() -> work(nanos));
        return () -> await(done);
    }

    private static void await(Future<?> done) {
        try {
            done.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while a step was running", e);
        } catch (ExecutionException e) {
            throw new IllegalStateException("a step failed", e.getCause());
        }
    }

    @Override
    public void until(long nanos) {
        wait.get().until(nanos);
    }

    /** Returns 0: waits matter only for stalls, which are played on the scripted clock alone. */
    @Override
    public long rests() {
        return 0;
    }

    @Override
    public long wakeNanos() {
        return 0;
    }

    @Override
    public void play(Runnable physics, Screen screen) {
        physics.run();
        screen.run();
        ended = true;
    }

    @Override
    public boolean ended() {
        return ended;
    }

    @Override
    public void close() {
        if (worker != null) {
            worker.shutdown();
            try {
                // The next loop must not share the processor with this thread.
                worker.awaitTermination(LONGEST_STEP_SECONDS, TimeUnit.SECONDS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
