package io.github.freestep.render.picture;

/**
 * Computes the weight for a linear interpolation of two quaternions, such that the normalised result is that of slerp.
 * For one thread; allocates nothing once made.
 *
 * <p>With an angle of A between the quaternions, that weight is {@code 1/2 + tan((t - 1/2) A) / (2 tan(A / 2))}. It is
 * a smooth function of {@code x = cos(A) - 1}, the dot product minus one. This class approximates it by the polynomial
 * {@code t + x (c1 + x (c2 + x (c3 + x c4)))}. For the t of a frame, the polynomial has the exact values at A = 0 and
 * at four other angles. It is exact at t = 0 and t = 1. For quaternions that are close together it is t itself.
 *
 * <p>Rejected:
 *
 * <ul>
 *   <li>Eberly's series for the factors of both quaternions, as published. It needs eight terms for each of the two.
 *       Its result must be normalised as well, because states are not exact to the last bit.
 *   <li>Five coefficients instead of four. The error would be a quarter, but the time 3 % longer.
 * </ul>
 */
final class SlerpCurve {
    /**
     * The angle between two sample points; the last is at 88 degrees. For every t, the error is at most 5.3e-7 for
     * angles up to 45 degrees, and 2.8e-5 for angles up to 90.
     */
    private static final double STEP = Math.toRadians(22);

    private static final int TERMS = 4;
    private static final double[] ANGLES = new double[TERMS];
    private static final double[] XS = new double[TERMS];

    /** The divisors {@code 2 tan(A / 2)}. Computing them again would cost 50 ns in each frame. */
    private static final double[] DIVISORS = new double[TERMS];

    static {
        for (int i = 0; i < TERMS; i++) {
            ANGLES[i] = (i + 1) * STEP;
            XS[i] = Math.cos(ANGLES[i]) - 1;
            DIVISORS[i] = 2 * Math.tan(ANGLES[i] / 2);
        }
    }

    /** The coefficients of the polynomial, beginning with that of the first power. */
    final double[] terms = new double[TERMS];

    float t;

    /** Computes the coefficients for a t from 0 to 1. Called once a frame. */
    void set(double t) {
        for (int i = 0; i < TERMS; i++) {
            double weight = 0.5 + Math.tan((t - 0.5) * ANGLES[i]) / DIVISORS[i];
            terms[i] = (weight - t) / XS[i];
        }
        interpolate();
        this.t = (float) t;
    }

    /**
     * Turns the values at {@link #XS} into the coefficients of the polynomial through them, by Newton's differences.
     */
    private void interpolate() {
        for (int order = 1; order < TERMS; order++) {
            for (int i = TERMS - 1; i >= order; i--) {
                terms[i] = (terms[i] - terms[i - 1]) / (XS[i] - XS[i - order]);
            }
        }
        for (int k = TERMS - 2; k >= 0; k--) {
            for (int i = k; i < TERMS - 1; i++) {
                terms[i] -= XS[k] * terms[i + 1];
            }
        }
    }
}
