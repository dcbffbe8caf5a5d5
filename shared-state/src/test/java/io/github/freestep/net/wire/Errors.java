package io.github.freestep.net.wire;

/** How far a pose is from another, each as seven arrays indexed by slot. */
final class Errors {
    private Errors() {}

    static double distance(float[][] sent, float[][] arrived, int slot) {
        double square = 0;
        for (int i = 0; i < 3; i++) {
            double error = (double) arrived[i][slot] - sent[i][slot];
            square += error * error;
        }
        return Math.sqrt(square);
    }

    /** The angle of the rotation between two orientations. */
    static double degrees(float[][] sent, float[][] arrived, int slot) {
        double product = 0;
        double sentSquare = 0;
        double arrivedSquare = 0;
        for (int i = 3; i < 7; i++) {
            product += (double) sent[i][slot] * arrived[i][slot];
            sentSquare += (double) sent[i][slot] * sent[i][slot];
            arrivedSquare += (double) arrived[i][slot] * arrived[i][slot];
        }
        // The sine of half the angle, which is exact for small angles, unlike the cosine.
        double cosine = product / Math.sqrt(sentSquare * arrivedSquare);
        double sine = 0;
        for (int i = 3; i < 7; i++) {
            double part = sent[i][slot] / Math.sqrt(sentSquare)
                    - Math.signum(cosine) * arrived[i][slot] / Math.sqrt(arrivedSquare);
            sine += part * part;
        }
        return Math.toDegrees(4 * Math.asin(Math.min(1, Math.sqrt(sine) / 2)));
    }
}
