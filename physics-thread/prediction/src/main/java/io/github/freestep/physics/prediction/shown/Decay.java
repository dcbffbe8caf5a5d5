package io.github.freestep.physics.prediction.shown;

/**
 * How an error, its velocity and its acceleration decay: as the output of a Bessel filter of third order. For one
 * thread; allocates nothing once made.
 *
 * <p>In units of the filter's time {@code T}, {@code e''' = -6 e'' - 15 e' - 15 e}. The solution is exact for steps of
 * any length. It is the sum of the three start values, each multiplied by a function of the time. These functions are
 * weighted sums of {@code g} and its derivatives, where {@code g} is the solution with {@code g(0) = 0}, {@code g'(0) =
 * 0} and {@code g''(0) = 1}.
 */
final class Decay {
    /** The coefficients of the polynomial {@code s³ + 6 s² + 15 s + 15}. */
    private static final double C0 = 15;

    private static final double C1 = 15;
    private static final double C2 = 6;

    /** Its roots: {@code -R} and {@code -S ± i W}. */
    private static final double R = 2.3221853546260856;

    private static final double S = (C2 - R) / 2;
    private static final double W = Math.sqrt(C0 / R - S * S);

    /** The time in which half of an error without velocity and acceleration decays, in units of {@code T}. */
    private static final double HALF = 0.9573240929145841;

    private static final double SCALE = 1 / ((S - R) * (S - R) + W * W);

    /** The rate of the filter: {@code 1 / T}. */
    final double perNano;

    /**
     * Factors of error, velocity and acceleration: three for the next error, then for its velocity and acceleration.
     */
    private final double[] factors = new double[9];

    private double stepNanos = -1;

    Decay(double halfLifeNanos) {
        perNano = HALF / halfLifeNanos;
    }

    /** Sets the length of the steps that follow. */
    void step(double nanos) {
        if (nanos == stepNanos) {
            return;
        }
        stepNanos = nanos;
        double t = nanos * perNano;
        double real = Math.exp(-R * t);
        double cos = Math.exp(-S * t) * Math.cos(W * t);
        double sin = Math.exp(-S * t) * Math.sin(W * t);
        double k = (R - S) / W;
        // Each derivative of a cos + b sin is (b W - a S) cos - (a W + b S) sin.
        double a1 = S + k * W;
        double b1 = W - k * S;
        double a2 = b1 * W - a1 * S;
        double b2 = -a1 * W - b1 * S;
        double g = SCALE * (real - cos + k * sin);
        double g1 = SCALE * (-R * real + a1 * cos + b1 * sin);
        double g2 = SCALE * (R * R * real + a2 * cos + b2 * sin);
        set(0, g2 + C2 * g1 + C1 * g, g1 + C2 * g, g);
        set(1, -C0 * g, g2 + C2 * g1, g1);
        set(2, -C0 * g1, -C1 * g1 - C0 * g, g2);
    }

    /** Sets the factors of a derivative, from units of {@code T} to nanoseconds. */
    private void set(int derivative, double ofError, double ofVelocity, double ofAcceleration) {
        double unit = Math.pow(perNano, derivative);
        factors[3 * derivative] = ofError * unit;
        factors[3 * derivative + 1] = ofVelocity * unit / perNano;
        factors[3 * derivative + 2] = ofAcceleration * unit / (perNano * perNano);
    }

    /**
     * Lets a step pass.
     *
     * @param error where the error is; its velocity and its acceleration follow
     * @param distance how far one is behind the other
     */
    void pass(double[] values, int error, int distance) {
        double e = values[error];
        double v = values[error + distance];
        double a = values[error + 2 * distance];
        for (int derivative = 0; derivative < 3; derivative++) {
            int at = 3 * derivative;
            values[error + derivative * distance] = factors[at] * e + factors[at + 1] * v + factors[at + 2] * a;
        }
    }
}
