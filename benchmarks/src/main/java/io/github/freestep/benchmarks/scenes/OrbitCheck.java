package io.github.freestep.benchmarks.scenes;

/**
 * Compares the bodies of a ring with where they are at the shown time, but for what is cut off of a bend. One a thread, reused.
 *
 * <p>What moves with an acceleration of A at the most is off a straight line through two of its places, a gap g apart, by
 * {@code A g^2 / 2 * |t (1 - t)|}: an eighth of A g^2 between them at the most, and A g^2 in a bridge of one gap. Rotation is
 * at a constant rate, and exact. What a sampler takes back of an error comes on top; while a body was carried on it was as
 * fast as ever, and so was the place where it should be.
 */
final class OrbitCheck {
    /** Metres: a float is off by 4e-6 m at 100 m; a sum of two products and what is carried on by several of them. */
    private static final double ROUNDING = 1e-4;

    private static final double BEND = 1 / 8.0;
    private static final double BRIDGE = 1;
    private static final double FARTHEST = 100;

    private static final double QUATERNION = 4e-6;

    /** Radians a gap. Beyond it a bridge goes on by more than half a turn; nothing is said of orientations then. */
    private static final double WIDEST = Math.PI / 2;

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
        view.expected.within((float) (ROUNDING + FARTHEST * (view.alpha > 1 ? BRIDGE : BEND) * turn * turn), (float)
                (turn > WIDEST ? ANY : QUATERNION));
        error = ROUNDING + 2 * FARTHEST * speed * view.carriedNanos * 1e-9;
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
