package io.github.freestep.state.content;

/** Refuses orientations that are not unit quaternions, such as zeros that were never set. */
public final class UnitCheck {
    /** How far the square of a length may be from 1: that of 0.99 to 1.01. Rounding errors are far smaller. */
    public static final float TOLERANCE = 0.02f;

    private UnitCheck() {}

    /** Whether a quaternion is of about length one. False if a component is NaN or infinite. */
    public static boolean isUnit(float qx, float qy, float qz, float qw) {
        return Math.abs(qx * qx + qy * qy + qz * qz + qw * qw - 1) <= TOLERANCE;
    }

    /** Refuses a quaternion of another length. Accepts NaN and infinite values, which {@code FiniteCheck} finds. */
    public static void require(int slot, float qx, float qy, float qz, float qw) {
        double square = (double) qx * qx + (double) qy * qy + (double) qz * qz + (double) qw * qw;
        if (Math.abs(square - 1) > TOLERANCE && square < Double.POSITIVE_INFINITY) {
            throw new IllegalArgumentException("the orientation of slot " + slot
                    + " must be a unit quaternion, of length 0.99 to 1.01, was (" + qx + ", " + qy + ", " + qz + ", "
                    + qw
                    + "), of length " + (float) Math.sqrt(square)
                    + "; normalize it, or write (0, 0, 0, 1) for a body that is not turned");
        }
    }
}
