package io.github.freestep.benchmarks.stress;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Lets a run that is interrupted, by SIGINT or SIGTERM, end in order and leave what it has found. The virtual machine waits
 * for its hook, the hook for {@link #close}, and whoever runs must have written everything by then: it may be halted at once.
 */
final class Interrupt implements AutoCloseable {
    static final int EXIT_CODE = 130;

    private static final long PATIENCE_SECONDS = 30;

    private final Runnable stop;
    private final CountDownLatch done = new CountDownLatch(1);
    private final Thread hook = new Thread(this::interrupted, "freestep-stress-interrupt");
    private volatile boolean happened;

    Interrupt(Runnable stop) {
        this.stop = stop;
        Runtime.getRuntime().addShutdownHook(hook);
    }

    private void interrupted() {
        happened = true;
        stop.run();
        try {
            done.await(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            // Then it ends without.
        }
        // The code of a signal would be the signal's, and exit() would wait for this very hook.
        Runtime.getRuntime().halt(EXIT_CODE);
    }

    boolean happened() {
        return happened;
    }

    /** All is written. */
    @Override
    public void close() {
        done.countDown();
        if (!happened) {
            try {
                Runtime.getRuntime().removeShutdownHook(hook);
            } catch (IllegalStateException e) {
                // It came just now, and finds that there is nothing to wait for.
            }
        }
    }
}
