package io.github.freestep.benchmarks.scenes;

/**
 * Compares the bodies of a ring with their closed form. Allows for the difference between the ellipse and the straight
 * line that linear interpolation follows. One per thread, reused.
 *
 * <p>Two states of a body are a gap g apart in time, and define a straight line. Let A be the largest acceleration of a
 * body, and t the place in the gap: 0 at the older state, 1 at the newer one. Then the body deviates from the line by
 * at most {@code A g^2 / 2 * |t (1 - t)|}. This is {@code A g^2 / 8} between the states, and {@code A g^2} in an
 * extrapolation by one gap. Rotation has a constant rate, so its interpolation is exact.
 *
 * <p>The check also accepts an error that the sampler blends out. The bound of that error is a time multiplied by the
 * sum of two speeds: that of the extrapolated body, and that of the place where the body should be.
 */
final class OrbitCheck {
    /**
     * The tolerance of positions, in metres. A float is off by 4e-6 m at 100 m. A sum of two products, and its
     * extrapolation, are off by several times that.
     */
    private static final double ROUNDING = 1e-4;

    private static final double BEND = 1 / 8.0;
    private static final double EXTRAPOLATED_BEND = 1;
    private static final double MAX_RADIUS = 100;

    private static final double QUATERNION = 4e-6;

    /**
     * In radians per gap. If a body turns faster, an extrapolation may exceed half a turn, so orientations are
     * not checked.
     */
    private static final double MAX_TURN = Math.PI / 2;

    private static final double ANY = 2;

    private final Orbit orbit;

    private CheckedPicture view;
    private float cosine;
    private float sine;
    private float halfCosine;
    private float halfSine;
    private double error;

    OrbitCheck(Orbit orbit) {
        this.orbit = orbit;
    }

    void set(double speed, CheckedPicture of) {
        view = of;
        double angle = speed * view.shownNanos * 1e-9;
        cosine = (float) Math.cos(angle);
        sine = (float) Math.sin(angle);
        halfCosine = (float) Math.cos(angle / 2);
        halfSine = (float) Math.sin(angle / 2);
        double turn = speed * view.gapNanos() * 1e-9;
        view.expected.within(
                (float) (ROUNDING + MAX_RADIUS * (view.alpha > 1 ? EXTRAPOLATED_BEND : BEND) * turn * turn),
                (float) (turn > MAX_TURN ? ANY : QUATERNION));
        error = ROUNDING + 2 * MAX_RADIUS * speed * view.carriedNanos * 1e-9;
    }

    String flaw(int from, int to) {
        Expected expected = view.expected;
        for (int body = from; body < to; body++) {
            if (!view.alive(body)) {
                return view + ", body " + body + " is missing";
            }
            boolean fits = expected.fits(
                    body,
                    orbit.xCosine[body] * cosine + orbit.xSine[body] * sine,
                    orbit.y[body],
                    orbit.zCosine[body] * cosine + orbit.zSine[body] * sine,
                    0,
                    0,
                    orbit.halfSine[body] * halfCosine + orbit.halfCosine[body] * halfSine,
                    0,
                    orbit.halfCosine[body] * halfCosine - orbit.halfSine[body] * halfSine);
            if (!fits) {
                return expected.wrong(body);
            }
            if (view.left > 0 && !plausible(body)) {
                return view.wrongError(body);
            }
        }
        return null;
    }

    private boolean plausible(int body) {
        return Math.abs(view.error[CheckedPicture.X][body]) <= error
                && view.error[CheckedPicture.Y][body] == 0
                && Math.abs(view.error[CheckedPicture.Z][body]) <= error
                && view.error[CheckedPicture.QX][body] == 0
                && view.error[CheckedPicture.QZ][body] == 0
                && view.turnError(body) <= ANY;
    }
}
