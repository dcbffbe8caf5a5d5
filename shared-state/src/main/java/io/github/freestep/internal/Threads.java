package io.github.freestep.internal;

import java.util.concurrent.TimeUnit;

/** What closing needs to know of threads. Stateless, and so safe for use by any number of threads; not for users. */
public final class Threads {
    private Threads() {}

    /**
     * Waits for a thread's end, through any interrupt, whose flag is left for the caller.
     *
     * @param thread whose end
     * @param timeoutNanos of real time
     * @return false if the time is up
     */
    public static boolean join(Thread thread, long timeoutNanos) {
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

    /**
     * Where a thread is, to be the cause of an exception about one that does not end.
     *
     * @param thread that hangs
     * @return with the thread's stack
     */
    public static Throwable where(Thread thread) {
        Throwable where = new Throwable("where " + thread.getName() + " is");
        where.setStackTrace(thread.getStackTrace());
        return where;
    }
}
