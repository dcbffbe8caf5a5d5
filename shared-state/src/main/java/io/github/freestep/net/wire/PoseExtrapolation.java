package io.github.freestep.net.wire;

/** Continues the motion of a body. Stateless. */
final class PoseExtrapolation {
    /** The values of a pose: x, y, z, qx, qy, qz, qw. */
    static final int VALUES = 7;

    private static final int POSITION = 3;
    private static final int LENGTH = 4;

    /** Below this angle, a straight line is exact enough, and its division safe. */
    private static final double SMALL = 1e-4;

    private PoseExtrapolation() {}

    /**
     * Continues the motion of a body from two of its values.
     *
     * @param prior the earlier values: those of a pose, and then any others
     * @param last the later values
     * @param share how much further, as a share of the way from the earlier to the later values
     * @param into where the result goes; values that are not finite are replaced by the last ones
     */
    static void goOn(float[][] prior, float[][] last, int slot, double share, float[] into) {
        for (int i = 0; i < prior.length; i++) {
            double to = last[i][slot];
            float value = (float) (to + (to - prior[i][slot]) * share);
            into[i] = Float.isFinite(value) ? value : last[i][slot];
        }
        turn(prior, last, slot, share, into);
    }

    private static void turn(float[][] prior, float[][] last, int slot, double share, float[] into) {
        double cosine = 0;
        for (int i = POSITION; i < POSITION + LENGTH; i++) {
            cosine += (double) prior[i][slot] * last[i][slot];
        }
        double sign = cosine < 0 ? -1 : 1;
        double angle = Math.acos(Math.min(1, cosine * sign));
        double byLast = 1 + share;
        double byPrior = share;
        if (angle > SMALL) {
            byLast = Math.sin(angle * byLast) / Math.sin(angle);
            byPrior = Math.sin(angle * byPrior) / Math.sin(angle);
        }
        double square = 0;
        for (int i = POSITION; i < POSITION + LENGTH; i++) {
            double value = last[i][slot] * byLast - prior[i][slot] * sign * byPrior;
            into[i] = (float) value;
            square += value * value;
        }
        double length = Math.sqrt(square);
        for (int i = POSITION; i < POSITION + LENGTH; i++) {
            into[i] = length > 0 && length < Float.MAX_VALUE ? (float) (into[i] / length) : last[i][slot];
        }
    }
}
