package io.github.freestep.benchmarks.scenes;

/**
 * Compares a body in a picture with its expected values plus the error that the sampler still blends out. For one
 * thread; reused; allocates only to describe a flaw. Written for speed, without loops, because it runs for every body
 * of every frame.
 */
final class Expected {
    private static final String[] NAMES = {"x", "y", "z", "qx", "qy", "qz", "qw", "the linear channel"};

    private final CheckedPicture view;
    private final float[] values = new float[NAMES.length];
    private float position;
    private float orientation;

    /** The tolerance of the orientation that did not fit. */
    private float within;

    Expected(CheckedPicture view) {
        this.view = view;
    }

    /** Sets the tolerance for each component of a position and that for each component of an orientation. */
    void within(float positions, float orientations) {
        position = positions;
        orientation = orientations;
    }

    /**
     * Returns whether all values of a body fit. A quaternion and its negative are the same orientation, so the expected
     * one gets the sign of the shown one. If the states are seconds apart, the error can exceed half a turn; then this
     * method tries the other sign as well.
     */
    boolean fits(int body, float x, float y, float z, float linear, float qx, float qy, float qz, float qw) {
        float[][] all = view.all;
        float cosine = all[CheckedPicture.QX][body] * qx
                + all[CheckedPicture.QY][body] * qy
                + all[CheckedPicture.QZ][body] * qz
                + all[CheckedPicture.QW][body] * qw;
        float sign = cosine < 0 ? -1 : 1;
        if (view.left == 0) {
            return fits(body, x, y, z, linear, qx * sign, qy * sign, qz * sign, qw * sign, orientation);
        }
        return corrected(body, x, y, z, linear, qx * sign, qy * sign, qz * sign, qw * sign)
                || view.turnError(body) > 0.5f
                        && corrected(body, x, y, z, linear, -qx * sign, -qy * sign, -qz * sign, -qw * sign);
    }

    /**
     * Compares after adding the error that is left. The resulting orientation is normalised, which also multiplies its
     * rounding error.
     */
    private boolean corrected(
            int body, float x, float y, float z, float linear, float qx, float qy, float qz, float qw) {
        float[][] error = view.error;
        float left = view.left;
        float a = qx + left * error[CheckedPicture.QX][body];
        float b = qy + left * error[CheckedPicture.QY][body];
        float c = qz + left * error[CheckedPicture.QZ][body];
        float d = qw + left * error[CheckedPicture.QW][body];
        float factor = 1 / (float) Math.sqrt(a * a + b * b + c * c + d * d);
        return fits(
                body,
                x + left * error[CheckedPicture.X][body],
                y + left * error[CheckedPicture.Y][body],
                z + left * error[CheckedPicture.Z][body],
                view.all[CheckedPicture.LINEAR] == null ? 0 : linear + left * error[CheckedPicture.LINEAR][body],
                a * factor,
                b * factor,
                c * factor,
                d * factor,
                orientation * Math.max(1, factor));
    }

    private boolean fits(
            int body,
            float x,
            float y,
            float z,
            float linear,
            float qx,
            float qy,
            float qz,
            float qw,
            float orientationWithin) {
        float[][] all = view.all;
        boolean fits = near(all[CheckedPicture.X][body], x, position)
                && near(all[CheckedPicture.Y][body], y, position)
                && near(all[CheckedPicture.Z][body], z, position)
                && near(all[CheckedPicture.QX][body], qx, orientationWithin)
                && near(all[CheckedPicture.QY][body], qy, orientationWithin)
                && near(all[CheckedPicture.QZ][body], qz, orientationWithin)
                && near(all[CheckedPicture.QW][body], qw, orientationWithin)
                && (all[CheckedPicture.LINEAR] == null || near(all[CheckedPicture.LINEAR][body], linear, position));
        if (!fits) {
            values[CheckedPicture.X] = x;
            values[CheckedPicture.Y] = y;
            values[CheckedPicture.Z] = z;
            values[CheckedPicture.QX] = qx;
            values[CheckedPicture.QY] = qy;
            values[CheckedPicture.QZ] = qz;
            values[CheckedPicture.QW] = qw;
            values[CheckedPicture.LINEAR] = linear;
            within = orientationWithin;
        }
        return fits;
    }

    /** False for NaN. A comparison with {@code >} would accept NaN. */
    private static boolean near(float is, float shouldBe, float tolerance) {
        return Math.abs(is - shouldBe) <= tolerance;
    }

    /** Describes the first value that did not fit. */
    String wrong(int body) {
        int i = 0;
        while (i < view.components() - 1
                && near(
                        view.all[i][body],
                        values[i],
                        i >= CheckedPicture.QX && i <= CheckedPicture.QW ? within : position)) {
            i++;
        }
        return view.wrong(body, NAMES[i], view.all[i][body], values[i]);
    }
}
