package io.github.freestep.benchmarks.report;

import java.io.PrintWriter;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Lets a run that is interrupted, by SIGINT or SIGTERM, end in order and leave what it has found. The virtual machine waits
 * for its hook, the hook for {@link #written}, and whoever runs must have written everything by then: it may be halted at once.
 *
 * <p>What comes before the run {@linkplain #begins begins}, while a large world is made, ends it there: nothing has been found, and
 * it says so. What comes once the run is {@link #over} only waits until its report is whole, and changes neither verdict nor exit code.
 */
public final class Interrupt implements AutoCloseable {
    /** What an interrupted run exits with. */
    public static final int EXIT_CODE = 130;

    /** Longer than a service takes to be closed that does not end. */
    private static final long PATIENCE_SECONDS = 60;

    private final PrintWriter out;
    private final CountDownLatch done = new CountDownLatch(1);
    private final Thread hook = new Thread(this::halt, "freestep-interrupt");
    private Runnable stop;
    private boolean over;
    private boolean happened;
    private volatile int exitCode = EXIT_CODE;

    /**
     * From now on a signal is waited for.
     *
     * @param out where it is told that nothing was run
     */
    public Interrupt(PrintWriter out) {
        this.out = out;
        Runtime.getRuntime().addShutdownHook(hook);
    }

    private void halt() {
        // The code of a signal would be the signal's, and exit() would wait for this very hook.
        Runtime.getRuntime().halt(interrupt());
    }

    /** Stops the run unless it is over, waits until all is written, and gives back what to exit with. */
    int interrupt() {
        boolean inTime = comesInTime();
        // Asked only now: from here on it can't begin any more.
        if (!hasBegun()) {
            out.println("interrupted before the run had begun: there is nothing to report");
            out.flush();
            return exitCode;
        }
        if (inTime) {
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

    private synchronized boolean hasBegun() {
        return stop != null;
    }

    /**
     * From now on there is something to stop, and to report.
     *
     * @param stop makes the run end early, and whoever writes what it has found call {@link #written} then
     * @return false if it was interrupted before, and so must not begin
     */
    public synchronized boolean begins(Runnable stop) {
        if (!happened) {
            this.stop = stop;
        }
        return !happened;
    }

    /**
     * From now on there is a verdict, and nothing changes it.
     *
     * @return whether the run was interrupted
     */
    public synchronized boolean over() {
        over = true;
        return happened;
    }

    /**
     * What the verdict and the writing of the report say.
     *
     * @param code of the process, if it is interrupted after all
     */
    public void exitsWith(int code) {
        exitCode = code;
    }

    /** All is written, and nobody need wait any more. */
    public void written() {
        done.countDown();
    }

    /** All is written, and from now on no signal is waited for. */
    @Override
    public void close() {
        written();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // It is running, and finds that there is nothing to wait for.
        }
    }
}
