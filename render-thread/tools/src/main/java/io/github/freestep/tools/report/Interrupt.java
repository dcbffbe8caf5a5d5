package io.github.freestep.tools.report;

import java.io.PrintWriter;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Ends a run in order on SIGINT or SIGTERM, so that it still writes what it has found. The virtual machine waits for
 * the shutdown hook, and the hook waits for {@link #close}. After that call the hook may halt the virtual machine at
 * once, so the command must write everything before it.
 *
 * <p>A signal before the run {@linkplain #begins begins}, such as while a large world is created, ends the process with
 * a message that there is nothing to report. A signal after the run is {@link #over} only waits until the report is
 * whole, and changes neither the verdict nor the exit code.
 */
public final class Interrupt implements AutoCloseable {
    /** The exit code of an interrupted run. */
    public static final int EXIT_CODE = 130;

    /** Longer than the close timeout of a service that hangs. */
    private static final long PATIENCE_SECONDS = 60;

    private final PrintWriter out;
    private final CountDownLatch done = new CountDownLatch(1);

    /** Without halt, the exit code would be the signal's. exit() would wait for this very hook. */
    private final Thread hook = new Thread(() -> Runtime.getRuntime().halt(interrupt()), "freestep-interrupt");

    private Runnable stop;
    private boolean over;
    private boolean happened;
    private volatile int exitCode = EXIT_CODE;

    /** Starts to listen for signals. A signal before the run prints its message to {@code out}. */
    public Interrupt(PrintWriter out) {
        this.out = out;
        Runtime.getRuntime().addShutdownHook(hook);
    }

    /** Stops the run unless it is over, waits until everything is written, and returns the exit code. */
    int interrupt() {
        boolean inTime = comesInTime();
        // This check comes after comesInTime, because from then on the run can't begin any more.
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
            // The process exits without waiting further.
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
     * Registers how to stop the run.
     *
     * @param stop ends the run early; its caller then writes the report and calls {@link #close}
     * @return false if a signal came before, so that the run must not begin
     */
    public synchronized boolean begins(Runnable stop) {
        if (!happened) {
            this.stop = stop;
        }
        return !happened;
    }

    /** Ends the time in which a signal interrupts the run, and returns whether a signal has interrupted it. */
    public synchronized boolean over() {
        over = true;
        return happened;
    }

    /** Sets the exit code for a signal that comes while the report is written. */
    public void exitsWith(int code) {
        exitCode = code;
    }

    /** Lets the hook go on, and stops listening for signals. */
    @Override
    public void close() {
        done.countDown();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // The hook is already running. It has no reason to wait any longer.
        }
    }
}
