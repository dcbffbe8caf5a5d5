package io.github.freestep.physics;

import io.github.freestep.internal.RunHealth;
import io.github.freestep.internal.RunHealth.Stage;
import io.github.freestep.internal.Throwables;
import io.github.freestep.physics.delivery.CommandCallbacks;
import io.github.freestep.physics.run.RunRequests;
import io.github.freestep.problem.Problem;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * The end of a service's run, and its cause. The thread that steps the service ends it. A thread that starts or closes
 * the service ends it if that thread never began or hangs.
 */
final class RunEnd {
    private final Core core;
    private final RunRequests requests;
    private final CommandCallbacks callbacks;

    /** Why the run has ended; null before the end. */
    private @Nullable Throwable reason;

    /** What requests that still wait fail with; null before the end. */
    private @Nullable Throwable rejection;

    /** Why the run ends if another run continues; null if none does. Readers of {@link #hasEnded} see it. */
    private @Nullable Throwable handover;

    volatile boolean hasEnded;
    volatile @Nullable Throwable failure;

    RunEnd(Core core, RunRequests requests, CommandCallbacks callbacks) {
        this.core = core;
        this.requests = requests;
        this.callbacks = callbacks;
    }

    /** Closes the simulation, and ends everything else. For the thread that steps the service. */
    void endAfter(@Nullable Throwable thrown) {
        end(causeOf(thrown));
    }

    /** Closes the simulation. Returns the cause of the end; even if there is no memory to describe it. */
    private @Nullable Throwable causeOf(@Nullable Throwable thrown) {
        try {
            Throwable cause = thrown == null ? null : core.parts.faults().endedBy(thrown);
            core.closeLedger();
            return closeSimulation(cause);
        } catch (Throwable noMemory) {
            return thrown == null ? noMemory : thrown;
        }
    }

    /**
     * Closes the simulation before the end becomes visible, so that a caller who sees the end finds native memory
     * freed.
     */
    private @Nullable Throwable closeSimulation(@Nullable Throwable cause) {
        try {
            core.world.close();
            return cause;
        } catch (Throwable t) {
            return cause == null ? core.parts.faults().endedBy(t) : Throwables.firstOf(cause, t);
        }
    }

    /**
     * Ends everything except the simulation. If it is called twice, the cause of the first call stays. A hanging thread
     * that returns later finds everything ended. Needs no memory. Each part ends even if another part fails, because
     * the last part lets threads end. Takes a lock, so that no thread ends the callbacks while another thread still
     * adds to them.
     */
    synchronized void end(@Nullable Throwable cause) {
        markEnded(cause);
        try {
            requests.end(reason, rejection);
        } finally {
            callbacks.end();
            core.end();
        }
    }

    private void markEnded(@Nullable Throwable cause) {
        if (!hasEnded) {
            nameReason(cause);
            failure = cause;
            hasEnded = true;
            if (cause != null) {
                core.parts.setup().problems.report(Problem.Kind.FAULT, "", cause);
            }
        }
    }

    /** Creates the exceptions of this end. Without memory for them, the requests that wait fail with what there is. */
    private void nameReason(@Nullable Throwable cause) {
        try {
            reason = cause != null ? cause : handover;
            reason = reason != null ? reason : new IllegalStateException("the physics service was closed");
            rejection = new RejectedExecutionException("the physics service ended before this ran", reason);
        } catch (Error full) {
            reason = reason != null ? reason : full;
            rejection = reason;
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
            return RunHealth.failed("the physics service", core.metrics.tick(), cause);
        }
        // Receivers wait for the sender of the service that continues the run, so for them nothing has ended.
        return handover != null
                ? new RunHealth(
                        Stage.STALLED, "the physics service moves, and its states soon come from elsewhere", null)
                : new RunHealth(Stage.CLOSED, "the physics service was closed", null);
    }
}
