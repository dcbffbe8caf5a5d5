package io.github.freestep.net.wire;

import io.github.freestep.net.body.DecodedBodies;

/** Continues the motion of a body. Stateless. */
final class PoseExtrapolation {
    /** The values of a position, and those of a pose: x, y, z, qx, qy, qz, qw. */
    static final int POSITION = 3;

    static final int POSE = 7;

    /** Below this angle, a straight line is exact enough, and its division safe. */
    private static final double SMALL = 1e-4;

    /** The limit of coordinates; any value below it is a finite float. */
    private static final double LIMIT = 0x1p125;

    private PoseExtrapolation() {}

    /**
     * Continues the motion of a body from two of its values.
     *
     * @param priorPlaces the earlier coordinates, by axis
     * @param places the later ones
     * @param prior the earlier parts of the orientation, and then any other values
     * @param last the later ones
     * @param share how much further, as a share of the way from the earlier to the later values
     * @param into where the result goes, first the position; a result that exceeds the limit is replaced by the later
     *     value
     */
    static void goOn(
            double[][] priorPlaces,
            double[][] places,
            float[][] prior,
            float[][] last,
            int slot,
            double share,
            double[] into) {
        for (int i = 0; i < POSITION; i++) {
            into[i] = goOn(priorPlaces[i][slot], places[i][slot], share);
        }
        for (int i = DecodedBodies.ORIENTATION; i < prior.length; i++) {
            into[POSITION + i] = goOn(prior[i][slot], last[i][slot], share);
        }
        turn(prior, last, slot, share, into);
    }

    private static double goOn(double from, double to, double share) {
        double value = to + (to - from) * share;
        return Math.abs(value) < LIMIT ? value : to;
    }

    private static void turn(float[][] prior, float[][] last, int slot, double share, double[] into) {
        double cosine = 0;
        for (int i = 0; i < DecodedBodies.ORIENTATION; i++) {
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
        for (int i = 0; i < DecodedBodies.ORIENTATION; i++) {
            double value = last[i][slot] * byLast - prior[i][slot] * sign * byPrior;
            into[POSITION + i] = value;
            square += value * value;
        }
        double length = Math.sqrt(square);
        for (int i = 0; i < DecodedBodies.ORIENTATION; i++) {
            into[POSITION + i] = length > 0 && length < LIMIT ? into[POSITION + i] / length : last[i][slot];
        }
    }
}
