package io.github.freestep.physics;

import io.github.freestep.internal.RunHealth;
import io.github.freestep.internal.RunHealth.Stage;
import io.github.freestep.internal.Throwables;
import org.jspecify.annotations.Nullable;

/**
 * The end of a service's run, and its cause. The thread that steps the service ends it. A thread that starts or closes
 * the service ends it if that thread never began or hangs.
 */
final class RunEnd {
    private final Pass pass;

    /**
     * What requests fail with after the end. It is made with the run, because the heap may be full at the end. Another
     * cause of the end takes its place.
     */
    private Throwable reason = new IllegalStateException("the physics service was closed");

    /**
     * Why the run ends if another run continues it; otherwise null. Written before {@link #hasEnded}, so a thread that
     * sees the end also sees this.
     */
    private @Nullable Throwable handover;

    volatile boolean hasEnded;

    /** Whether every part has ended. Otherwise, {@link #complete} has to end the other parts. */
    volatile boolean isComplete;

    volatile @Nullable Throwable failure;

    RunEnd(Pass pass) {
        this.pass = pass;
    }

    /**
     * Closes the simulation, and ends everything else. The simulation comes first, so that a caller who sees the end
     * finds native memory freed. For the thread that steps the service.
     */
    void endAfter(@Nullable Throwable thrown) {
        Throwable cause = thrown;
        try {
            cause = thrown == null ? null : pass.parts.faults().endedBy(thrown);
            pass.world.close();
        } catch (Throwable t) {
            cause = cause == null ? pass.parts.faults().endedBy(t) : Throwables.firstOf(cause, t);
        } finally {
            // Everything else ends even if a full heap has left no memory to join both causes.
            end(cause);
        }
    }

    /**
     * Ends everything except the simulation. If it is called twice, the cause of the first call stays. A hanging thread
     * that returns later finds everything ended. Each part ends even if another part fails, such as with a full heap,
     * because the last part lets threads end. Later requests fail in any case, because what ends them needs no memory,
     * and neither does the mark of the end. This takes a lock, so that no thread ends the callbacks while another
     * thread still adds to them.
     */
    synchronized void end(@Nullable Throwable cause) {
        markEnded(cause);
        try {
            pass.parts.requests().end(reason);
        } finally {
            pass.end();
            isComplete = true;
        }
    }

    /**
     * Ends the parts that a full heap has kept from ending. {@link CommandCallbacks#awaitEnd} fails the futures that
     * are still open. For a thread that closes the service, after the end.
     */
    synchronized void complete() {
        if (!isComplete) {
            pass.end();
            isComplete = true;
        }
    }

    private void markEnded(@Nullable Throwable cause) {
        if (!hasEnded) {
            if (cause != null) {
                reason = cause;
            } else if (handover != null) {
                reason = handover;
            }
            failure = cause;
            hasEnded = true;
            if (cause != null) {
                pass.parts.setup().reporter().runFailed(cause);
            }
        }
    }

    /**
     * Names the reason for an end that is about to come, after which another run continues. If another thread has ended
     * the run already, the reason of that end stays. Without memory, the run continues. For the physics thread.
     */
    void leavesAt(long tick) {
        handover = new IllegalStateException(
                "the physics service was handed over at tick " + tick + "; make requests of the service that goes on");
    }

    /** Returns how the run has ended, so that a sender can say so to its receivers. For any thread, after the end. */
    RunHealth health() {
        Throwable cause = failure;
        if (cause != null) {
            return RunHealth.failed("the physics service", pass.metrics.tick(), cause);
        }
        // Receivers wait for the sender of the service that continues the run, so for them nothing has ended.
        return handover != null
                ? new RunHealth(
                        Stage.STALLED, "the physics service moves, and its states soon come from elsewhere", null)
                : new RunHealth(Stage.CLOSED, "the physics service was closed", null);
    }
}
