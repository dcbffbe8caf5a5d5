package io.github.freestep.benchmarks.app.compare.loops;

import io.github.freestep.internal.time.PreciseWait;

/** Plays in real time: steps spin for their cost, waits wait. */
final class RealStage implements Stage {
    private final long startNanos = System.nanoTime();
    private final ThreadLocal<PreciseWait> wait = ThreadLocal.withInitial(() -> new PreciseWait(this));
    private volatile boolean ended;

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
}
