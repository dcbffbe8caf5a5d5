package io.github.freestep.render;

import io.github.freestep.state.StateLayout;

/**
 * Blends out the error of a picture that continued motion beyond the newest state. The next state shows how wrong that
 * picture was. This class stores the error and reduces it to zero over a few gaps, so that nothing jumps. For one
 * reader; allocates nothing once made.
 */
final class Blend {
    /**
     * The limit of an orientation's error. Components of two unit quaternions differ by at most 2; the limit keeps an
     * invalid, larger value from causing an overflow.
     */
    private static final float LARGEST_OF_ORIENTATION = 4;

    private final Poses error;
    private long sinceNanos;
    private double spanNanos;

    /** The share of the error that is left; zero once all of it is blended out. */
    private float left;

    Blend(StateLayout layout) {
        error = new Poses(layout);
    }

    /**
     * Begins to blend out the error of the last picture. Call {@link #forget} for bodies that were spawned or
     * teleported since that picture.
     *
     * @param shown the last picture. Before the call, {@link #error} holds what it should have
     *     shown; after it, the error
     * @param forNanos how long it takes to blend the error out
     */
    void begin(Poses shown, int bodies, long atNanos, double forNanos) {
        difference(shown.x, error.x, bodies);
        difference(shown.y, error.y, bodies);
        difference(shown.z, error.z, bodies);
        Kernels.difference(shown.qx, error.qx, 0, bodies, LARGEST_OF_ORIENTATION);
        Kernels.difference(shown.qy, error.qy, 0, bodies, LARGEST_OF_ORIENTATION);
        Kernels.difference(shown.qz, error.qz, 0, bodies, LARGEST_OF_ORIENTATION);
        Kernels.difference(shown.qw, error.qw, 0, bodies, LARGEST_OF_ORIENTATION);
        for (int channel = 0; channel < error.linear.length; channel++) {
            difference(shown.linear[channel], error.linear[channel], bodies);
        }
        sinceNanos = atNanos;
        spanNanos = forNanos;
        left = 1;
    }

    /**
     * Keeps the rest of the error as it is in this frame. For a picture that waits because it is more than one gap
     * ahead of the newest state. That picture may be right, because gaps may have become shorter since it was made.
     */
    void stay(long atNanos) {
        sinceNanos = atNanos - (long) ((1 - left) * spanNanos);
    }

    /** Forgets the error. */
    void end() {
        left = 0;
    }

    /** Adds the rest of the error to a picture. */
    void apply(Poses shown, int bodies, long atNanos) {
        if (left > 0) {
            // A host's frame times may go back. Then the upper bound of 1 keeps the error from growing.
            left = (float) Math.max(0, Math.min(1, 1 - (atNanos - sinceNanos) / spanNanos));
        }
        if (left > 0) {
            Interpolator.correct(shown, error, 0, bodies, left);
            for (int channel = 0; channel < error.linear.length; channel++) {
                Kernels.addBounded(shown.linear[channel], error.linear[channel], 0, bodies, left);
            }
        }
    }

    /** The share of the error that is in the last picture; zero if there is none. */
    float left() {
        return left;
    }

    /** The error of the picture that was found wrong. */
    Poses error() {
        return error;
    }

    /** Forgets the error of one slot, because its body was spawned, removed or teleported. */
    void forget(int body) {
        for (float[] component : error.all) {
            component[body] = 0;
        }
    }

    private static void difference(float[] shown, float[] error, int bodies) {
        Kernels.difference(shown, error, 0, bodies, Float.MAX_VALUE);
    }
}
