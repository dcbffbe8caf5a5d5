package io.github.freestep.benchmarks.app.compare;

/**
 * A pile of balls that a blast throws apart, for drawing. It is stepped 100 times a second with sums, products and
 * square roots only, so it is the same on every machine. Lengths are parts of the width of the picture.
 */
final class Explosion {
    static final int BALLS = 28;
    static final double RADIUS = 0.018;

    /** The height of the picture. */
    static final double HEIGHT = 0.6;

    private static final int ROWS = 7;
    private static final double TICK_SECONDS = 0.01;
    private static final int TICKS = 200;
    private static final double BLAST = 0.084;
    private static final double UPWARDS = 0.2;
    private static final double GRAVITY = 1.1;
    private static final double BOUNCE = 0.65;

    private final double[][] x = new double[TICKS + 1][BALLS];
    private final double[][] y = new double[TICKS + 1][BALLS];

    Explosion() {
        double[] speedX = new double[BALLS];
        double[] speedY = new double[BALLS];
        int ball = 0;
        for (int row = 0; row < ROWS; row++) {
            for (int i = row; i < ROWS; i++, ball++) {
                double awayX = (2 * i - row - ROWS + 1) * RADIUS;
                double fromBlast = awayX + RADIUS / 3;
                // Rows of balls that touch are the root of 3 radii apart. The blast is a radius below the floor.
                double awayY = RADIUS * (2 + row * Math.sqrt(3));
                double squared = fromBlast * fromBlast + awayY * awayY;
                x[0][ball] = 0.5 + awayX;
                y[0][ball] = awayY - RADIUS;
                speedX[ball] = BLAST * fromBlast / squared;
                speedY[ball] = BLAST * awayY / squared + UPWARDS;
            }
        }
        for (int tick = 1; tick <= TICKS; tick++) {
            for (int i = 0; i < BALLS; i++) {
                speedY[i] -= GRAVITY * TICK_SECONDS;
                x[tick][i] = x[tick - 1][i] + speedX[i] * TICK_SECONDS;
                y[tick][i] = y[tick - 1][i] + speedY[i] * TICK_SECONDS;
                if (x[tick][i] < RADIUS || x[tick][i] > 1 - RADIUS) {
                    speedX[i] *= -BOUNCE;
                    x[tick][i] = x[tick - 1][i];
                }
                if (y[tick][i] < RADIUS || y[tick][i] > HEIGHT - RADIUS) {
                    speedY[i] *= -BOUNCE;
                    y[tick][i] = y[tick - 1][i];
                }
            }
        }
    }

    /** Returns where a ball is, from the left; at rest before time 0, when the blast is. */
    double x(int ball, double nanos) {
        return at(x, ball, nanos);
    }

    /** Returns where a ball is, above the floor. */
    double y(int ball, double nanos) {
        return at(y, ball, nanos);
    }

    private static double at(double[][] places, int ball, double nanos) {
        double ticks = Math.max(0, Math.min(TICKS, nanos / 1e9 / TICK_SECONDS));
        int older = Math.min((int) ticks, TICKS - 1);
        return places[older][ball] + (ticks - older) * (places[older + 1][ball] - places[older][ball]);
    }
}
