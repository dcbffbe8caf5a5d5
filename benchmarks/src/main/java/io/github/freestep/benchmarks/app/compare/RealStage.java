package io.github.freestep.benchmarks.app.compare;

import io.github.freestep.internal.time.PreciseWait;

/** Time as it is: steps are burnt, waits are waited. */
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
    public void until(long nanos) {
        wait.get().until(nanos);
    }

    /** Not counted: what is made of it is for the stalls, and those are on paper alone. */
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
