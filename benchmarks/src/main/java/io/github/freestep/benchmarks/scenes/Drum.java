package io.github.freestep.benchmarks.scenes;

/**
 * A lying drum of boxes, open to both sides, which turns evenly and tumbles the boxes in it. It says where its parts
 * are at a time. Immutable.
 */
final class Drum {
    private static final int PADDLES = 4;
    private static final int DEPTH_IN_SPACE = 4;
    private static final double LEAST_RADIUS = 4;

    /** The share of the cross-section that boxes take, without the gaps between them. */
    private static final double FILLED = 0.18;

    /** The centrifugal acceleration at the rim, as a share of gravity: boxes rise, slide and fall. */
    private static final double FROUDE = 0.3;

    private static final double GRAVITY = 9.81;

    /** How many boxes it is deep, along z. */
    final int depth;

    /** The distance from the axis to the inside of the rim. */
    final double radius;

    /** The height of the axis, which is at x = 0. */
    final double height;

    /** In radians per second, counterclockwise as seen from positive z. */
    final double speed;

    private final int around;

    private Drum(int boxes, int depth) {
        this.depth = depth;
        radius = Math.max(LEAST_RADIUS, Math.sqrt(boxes / (depth * FILLED * Math.PI)));
        height = radius + 2;
        speed = Math.sqrt(FROUDE * GRAVITY / radius);
        // At the middle of their height, the boxes of the rim touch.
        around = (int) Math.round(2 * Math.PI * (radius + 0.5));
    }

    /** Makes a drum with room for that many boxes. */
    static Drum inSpace(int boxes) {
        return new Drum(boxes, DEPTH_IN_SPACE);
    }

    /** Makes a drum in the plane z = 0. It has fewer parts than one in space. */
    static Drum inThePlane(int boxes) {
        return new Drum(boxes, 1);
    }

    /** Returns the number of boxes that the rim and the paddles consist of. */
    int parts() {
        return (around + PADDLES) * depth;
    }

    float x(int part, double seconds) {
        return (float) (-distance(part) * StrictMath.sin(angle(part, seconds)));
    }

    float y(int part, double seconds) {
        return (float) (height + distance(part) * StrictMath.cos(angle(part, seconds)));
    }

    float z(int part) {
        return part % depth - (depth - 1) * 0.5f;
    }

    /** Returns how far a part has turned about z, in radians, from where it would be upright above the axis. */
    double angle(int part, double seconds) {
        int row = part / depth;
        double share = row < around ? (double) row / around : (double) (row - around) / PADDLES;
        return 2 * Math.PI * share + speed * seconds;
    }

    private double distance(int part) {
        return part / depth < around ? radius + 0.5 : radius - 0.5;
    }
}
