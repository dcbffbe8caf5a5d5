package io.github.freestep.benchmarks.app.view;

import io.github.freestep.internal.time.PreciseWait;
import io.github.freestep.time.NanoClock;

/** Even times for frames that no display makes even. For one thread; allocates nothing. */
final class FramePacer {
    private final NanoClock clock;
    private final PreciseWait wait;
    private final long periodNanos;
    private long nextNanos;

    FramePacer(NanoClock clock, int framesPerSecond) {
        this.clock = clock;
        wait = new PreciseWait(clock);
        periodNanos = 1_000_000_000L / framesPerSecond;
        nextNanos = clock.nanoTime();
    }

    /** Frames that were missed are not made up for. */
    void await() {
        long now = clock.nanoTime();
        nextNanos += periodNanos;
        if (nextNanos - now <= 0) {
            nextNanos = now;
        } else {
            wait.until(nextNanos);
        }
    }
}
