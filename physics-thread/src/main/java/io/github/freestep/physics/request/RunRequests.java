package io.github.freestep.physics.request;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Whether a run has had a request, and the lanes that the first one makes. Many runs never get a request, and they need
 * neither the lanes nor what completes futures. The requesting thread makes both, so that the physics thread neither
 * allocates nor loads classes for them, unless a step makes the first request of a run, which takes milliseconds in a
 * fresh JVM.
 */
public final class RunRequests {
    /** Whether requests will complete, because the run was started or closed. */
    private volatile boolean willComplete;

    /**
     * Null before the first request. A requesting thread stores the lanes before it adds its request and signals, and
     * the physics thread reads them after it has cleared the signal. So a pass either finds the lanes, or is followed
     * by another one. For that, this field is volatile, as the queues in the lanes are.
     */
    private volatile @Nullable Lanes lanes;

    /**
     * The reason for the end; null before it. The lock on this guards it. The physics thread takes that lock only at
     * its end, and if it makes the first request itself. Another thread holds it at most for the start of a thread.
     */
    private @Nullable Throwable ended;

    /**
     * Creates the requests of a run that has had none.
     *
     * @param willComplete whether the run needs no start
     */
    public RunRequests(boolean willComplete) {
        this.willComplete = willComplete;
    }

    /** Notes that requests complete from now on, because the run was started or closed. */
    public void completes() {
        willComplete = true;
    }

    public boolean willComplete() {
        return willComplete;
    }

    /** Returns the lanes; null before the first request. For any thread. */
    public @Nullable Lanes lanes() {
        return lanes;
    }

    /**
     * Returns the lanes, for a request. The first one makes them. If two threads make the first request at once, both
     * make lanes, and those of one of them stay. For any thread.
     *
     * @param maker makes lanes that have no effect yet. It may load classes, so it runs without the lock, for which the
     *     physics thread would otherwise wait at the end
     */
    public Lanes lanesOr(Supplier<Lanes> maker) {
        Lanes present = lanes;
        return present != null ? present : first(maker.get());
    }

    /**
     * Sets the lanes, unless another thread has done so. If the run ends meanwhile, the lock lets either this method
     * see the end, or the end see the lanes. Throws if the thread cannot be started; the next request then tries again.
     */
    private synchronized Lanes first(Lanes made) {
        if (lanes == null) {
            // Before any other thread sees the lanes, because later requests need the thread, or must fail.
            if (ended == null) {
                made.callbacks.begin();
            } else {
                made.end(ended);
            }
            lanes = made;
        }
        return lanes;
    }

    /** Returns what completes futures; null before the first request. For any thread. */
    public @Nullable CommandCallbacks callbacks() {
        Lanes present = lanes;
        return present == null ? null : present.callbacks;
    }

    /** Ends the requests as {@link Lanes#end} says, also those for which there are no lanes yet. */
    public synchronized void end(Throwable reason) {
        ended = reason;
        if (lanes != null) {
            lanes.end(reason);
        }
    }
}
