package io.github.freestep.benchmarks.scenes;

/**
 * How large the errors may be that a sampler takes back: for how long a body may have been carried on, or have stood, where
 * it should not. For the thread of the sampler.
 */
final class Carried {
    private double nanos;
    private double left;
    private double pictureNanos;
    private double newestNanos;
    private boolean bridged;

    /**
     * Every frame, in order.
     *
     * @return of simulation time; what there is without an error means nothing
     */
    double see(CheckedPicture view) {
        if (bridged && view.left == 1) {
            // The new error includes what was left of the one before.
            nanos = left * nanos + pictureNanos - newestNanos;
        }
        left = view.left;
        pictureNanos = view.pictureNanos;
        newestNanos = view.newerNanos;
        bridged = view.alpha > 1;
        return nanos;
    }
}
