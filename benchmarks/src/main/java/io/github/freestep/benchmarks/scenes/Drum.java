package io.github.freestep.benchmarks.scenes;

/**
 * A lying drum of boxes, open to both sides, which turns evenly and tumbles the boxes in it. It says where its parts
 * are at a time. Immutable.
 */
final class Drum {
    /** How many boxes it is deep, along z. */
    static final int DEPTH = 4;

    private static final int PADDLES = 4;
    private static final double LEAST_RADIUS = 4;

    /** The share of the cross-section that boxes take, without the gaps between them. */
    private static final double FILLED = 0.18;

    /** The centrifugal acceleration at the rim, as a share of gravity: boxes rise, slide and fall. */
    private static final double FROUDE = 0.3;

    private static final double GRAVITY = 9.81;

    /** The distance from the axis to the inside of the rim. */
    final double radius;

    /** The height of the axis, which is at x = 0. */
    final double height;

    /** In radians per second, counterclockwise as seen from positive z. */
    final double speed;

    private final int around;

    /** Makes a drum with room for that many boxes. */
    Drum(int boxes) {
        radius = Math.max(LEAST_RADIUS, Math.sqrt(boxes / (DEPTH * FILLED * Math.PI)));
        height = radius + 2;
        speed = Math.sqrt(FROUDE * GRAVITY / radius);
        // At the middle of their height, the boxes of the rim touch.
        around = (int) Math.round(2 * Math.PI * (radius + 0.5));
    }

    /** Returns the number of boxes that the rim and the paddles consist of. */
    int parts() {
        return (around + PADDLES) * DEPTH;
    }

    float x(int part, double seconds) {
        return (float) (-distance(part) * StrictMath.sin(angle(part, seconds)));
    }

    float y(int part, double seconds) {
        return (float) (height + distance(part) * StrictMath.cos(angle(part, seconds)));
    }

    float z(int part) {
        return part % DEPTH - (DEPTH - 1) * 0.5f;
    }

    /** Returns how far a part has turned about z, in radians, from where it would be upright above the axis. */
    double angle(int part, double seconds) {
        int row = part / DEPTH;
        double share = row < around ? (double) row / around : (double) (row - around) / PADDLES;
        return 2 * Math.PI * share + speed * seconds;
    }

    private double distance(int part) {
        return part / DEPTH < around ? radius + 0.5 : radius - 0.5;
    }
}
