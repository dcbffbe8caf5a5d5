package io.github.freestep.benchmarks.app.pacing;

import java.util.concurrent.locks.LockSupport;

/** Parks until the due time, and again if it was woken too early. */
final class ParkPacer extends LoopPacer {
    @Override
    long await(WakeUpLog recording) {
        long dueNanos = recording.dueNanos();
        long leftNanos;
        while ((leftNanos = dueNanos - System.nanoTime()) > 0) {
            LockSupport.parkNanos(leftNanos);
        }
        return dueNanos;
    }
}
