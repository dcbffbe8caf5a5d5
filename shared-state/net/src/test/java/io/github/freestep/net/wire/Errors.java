package io.github.freestep.net.wire;

import java.util.Arrays;

/** How far a pose is from another, each as the seven values of a position and an orientation. */
final class Errors {
    private Errors() {}

    /** @param values arrays that are indexed by slot, of which the first seven are those of poses */
    static double[] pose(double[][] values, int slot) {
        return Arrays.stream(values, 0, 7).mapToDouble(each -> each[slot]).toArray();
    }

    static double distance(double[] sent, double[] arrived) {
        double square = 0;
        for (int i = 0; i < 3; i++) {
            double error = arrived[i] - sent[i];
            square += error * error;
        }
        return Math.sqrt(square);
    }

    /** The angle of the rotation between two orientations. */
    static double degrees(double[] sent, double[] arrived) {
        double product = 0;
        double sentSquare = 0;
        double arrivedSquare = 0;
        for (int i = 3; i < 7; i++) {
            product += sent[i] * arrived[i];
            sentSquare += sent[i] * sent[i];
            arrivedSquare += arrived[i] * arrived[i];
        }
        // The sine of half the angle, which is exact for small angles, unlike the cosine.
        double cosine = product / Math.sqrt(sentSquare * arrivedSquare);
        double sine = 0;
        for (int i = 3; i < 7; i++) {
            double part = sent[i] / Math.sqrt(sentSquare) - Math.signum(cosine) * arrived[i] / Math.sqrt(arrivedSquare);
            sine += part * part;
        }
        return Math.toDegrees(4 * Math.asin(Math.min(1, Math.sqrt(sine) / 2)));
    }
}
