package io.github.freestep.benchmarks.stress;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Lets a run that is interrupted, by SIGINT or SIGTERM, end in order and leave what it has found. The virtual machine waits
 * for its hook, the hook for {@link #close}, and whoever runs must have written everything by then: it may be halted at once.
 *
 * <p>What comes once the run is {@link #over} only waits until its report is whole, and changes neither verdict nor exit code.
 */
final class Interrupt implements AutoCloseable {
    static final int EXIT_CODE = 130;

    /** Longer than a service takes to be closed that does not end. */
    private static final long PATIENCE_SECONDS = 60;

    private final Runnable stop;
    private final CountDownLatch done = new CountDownLatch(1);
    private final Thread hook = new Thread(this::halt, "freestep-stress-interrupt");
    private boolean over;
    private boolean happened;
    private volatile int exitCode = EXIT_CODE;

    Interrupt(Runnable stop) {
        this.stop = stop;
        Runtime.getRuntime().addShutdownHook(hook);
    }

    private void halt() {
        // The code of a signal would be the signal's, and exit() would wait for this very hook.
        Runtime.getRuntime().halt(interrupt());
    }

    /** Stops the run unless it is over, waits until all is written, and gives back what to exit with. */
    int interrupt() {
        if (comesInTime()) {
            stop.run();
        }
        try {
            done.await(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            // Then it ends without.
        }
        return exitCode;
    }

    private synchronized boolean comesInTime() {
        happened = !over;
        return happened;
    }

    /** From now on there is a verdict, and nothing changes it. Gives back whether the run was interrupted. */
    synchronized boolean over() {
        over = true;
        return happened;
    }

    /** What the verdict and the writing of the report say. */
    void exitsWith(int code) {
        exitCode = code;
    }

    /** All is written. */
    @Override
    public void close() {
        done.countDown();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // It is running, and finds that there is nothing to wait for.
        }
    }
}
