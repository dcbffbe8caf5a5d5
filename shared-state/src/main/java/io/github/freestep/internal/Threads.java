package io.github.freestep.internal;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * Helps to start and to close threads that an object owns. Stateless, so safe for use by any number of threads; not for
 * users.
 */
public final class Threads {
    private static final long LOOK_NANOS = 500_000;

    private Threads() {}

    /**
     * Starts a daemon thread that may outlive its starter, so it does not keep that thread's locals and class loader.
     *
     * @param work what the thread does
     * @param name the name of the thread
     * @return the thread, which runs
     */
    public static Thread start(Runnable work, String name) {
        Thread started = new Thread(null, work, name, 0, false);
        started.setContextClassLoader(null);
        started.setDaemon(true);
        started.start();
        return started;
    }

    /**
     * Waits for the end of a thread, up to a timeout. If the caller is interrupted meanwhile, the wait continues, and
     * the caller's interrupt flag is set on return.
     *
     * @param thread the thread that is to end
     * @param timeoutNanos the longest time to wait, in real time
     * @return false if the time is over and the thread still runs
     */
    public static boolean join(Thread thread, long timeoutNanos) {
        boolean interrupted = false;
        long since = System.nanoTime();
        long left = timeoutNanos;
        while (thread.isAlive() && left > 0) {
            try {
                TimeUnit.NANOSECONDS.timedJoin(thread, left);
            } catch (InterruptedException e) {
                interrupted = true;
            }
            left = timeoutNanos - (System.nanoTime() - since);
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return !thread.isAlive();
    }

    /**
     * Waits until a condition holds, up to a timeout. Looks every 0.5 ms. An interrupt does not end the wait, and
     * the interrupt flag stays set, as in {@link #join}. Allocates nothing.
     *
     * @param condition the condition
     * @param timeoutNanos the longest time to wait, in real time
     * @return whether the condition holds
     */
    public static boolean await(BooleanSupplier condition, long timeoutNanos) {
        boolean interrupted = false;
        long since = System.nanoTime();
        boolean holds = condition.getAsBoolean();
        while (!holds && System.nanoTime() - since < timeoutNanos) {
            LockSupport.parkNanos(LOOK_NANOS);
            // With the flag set, every park would return at once.
            interrupted |= Thread.interrupted();
            holds = condition.getAsBoolean();
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return holds;
    }

    /**
     * Captures where a thread is. The result is meant as the cause of an exception about a thread that does not end.
     *
     * @param thread the thread that hangs
     * @return a throwable with the thread's stack
     */
    public static Throwable where(Thread thread) {
        Throwable where = new Throwable("where " + thread.getName() + " is");
        where.setStackTrace(thread.getStackTrace());
        return where;
    }
}
