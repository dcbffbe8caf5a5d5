package io.github.freestep.net.body;

import org.jspecify.annotations.Nullable;

/**
 * The grids of positions and rotations on which poses are sent. The notice of a run carries its two numbers.
 *
 * @param shift the grid of positions has 2<sup>shift</sup> points per unit of length
 * @param turns the grid points per unit of the rotations' parameter; 0 if every bit is sent
 */
public record PoseGrid(int shift, int turns) {
    /** Every bit of every value is sent. */
    public static final PoseGrid EXACT = new PoseGrid(0, 0);

    /** Half a millimetre if a unit is a metre, and a quarter of a degree. */
    public static final PoseGrid STANDARD = within(0.0005, 0.25);

    /** The finest grid of positions has this shift, and the coarsest {@link #MIN_SHIFT}. */
    static final int MAX_SHIFT = 20;

    static final int MIN_SHIFT = -10;

    /** The finest grid of rotations. */
    public static final int MAX_TURNS = 1 << 18;

    /** Half a float's last place in each part of a quaternion, as an angle in radians. */
    private static final double ROUNDING = 4e-7;

    /**
     * Returns the coarsest grids whose errors are within limits.
     *
     * @param units the largest error of a position, as a distance
     * @param degrees the largest error of an orientation, as the angle of the rotation between the two
     */
    public static PoseGrid within(double units, double degrees) {
        // Half a cell's diagonal is the largest error: step * sqrt(3) / 2. The step is the next smaller power of two,
        // so that every grid point is a float, and rounding to a float adds nothing.
        int shift = -Math.getExponent(units * 2 / Math.sqrt(3));
        // A rotation by the angle a has a parameter of the length tan(a / 4), so the same rule gives the step.
        double turns = 2 * Math.sqrt(3) / (Math.toRadians(degrees) - ROUNDING);
        return new PoseGrid(shift, (int) Math.ceil(turns));
    }

    /** Returns the grids of two numbers that were sent; null if a number is out of range. */
    public static @Nullable PoseGrid decoded(int shift, int turns) {
        if (shift == 0 && turns == 0) {
            return EXACT;
        }
        boolean valid = shift >= MIN_SHIFT && shift <= MAX_SHIFT && turns >= 1 && turns <= MAX_TURNS;
        return valid ? new PoseGrid(shift, turns) : null;
    }

    /** Whether every bit is sent. */
    public boolean isExact() {
        return turns == 0;
    }

    /** The largest error of a position, as a distance. */
    public double positionError() {
        return isExact() ? 0 : Math.scalb(Math.sqrt(3) / 2, -shift);
    }

    /** The largest error of an orientation, as an angle in radians. */
    public double rotationError() {
        return isExact() ? 0 : 2 * Math.sqrt(3) / turns + ROUNDING;
    }
}
