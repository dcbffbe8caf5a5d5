package io.github.freestep.physics;

import java.util.concurrent.TimeUnit;

/** What closing needs to know of threads. Stateless. */
final class Threads {
    private Threads() {}

    /** Waits for a thread's end, through any interrupt, whose flag is left for the caller; false if the time is up. */
    static boolean join(Thread thread, long timeoutNanos) {
        boolean interrupted = false;
        long since = System.nanoTime();
        try {
            while (true) {
                try {
                    TimeUnit.NANOSECONDS.timedJoin(thread, timeoutNanos - (System.nanoTime() - since));
                    return !thread.isAlive();
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** To be the cause of an exception about a thread that does not end. */
    static Throwable where(Thread thread) {
        Throwable where = new Throwable("where " + thread.getName() + " is");
        where.setStackTrace(thread.getStackTrace());
        return where;
    }
}
