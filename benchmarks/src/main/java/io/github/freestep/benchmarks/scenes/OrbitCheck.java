package io.github.freestep.benchmarks.scenes;

/**
 * Compares the bodies of a ring with where they are at the shown time, but for what is cut off of a bend. One a thread, reused.
 *
 * <p>What moves with an acceleration of A at the most is off a straight line through two of its places, a gap g apart, by
 * {@code A g^2 / 2 * |t (1 - t)|}: an eighth of A g^2 between them at the most, and A g^2 in a bridge of one gap. That is
 * blended out over three gaps, while the next bridge may begin after one: a third of it is gone by then, so no more than
 * three times as much can pile up. Rotation is at a constant rate, and exact.
 */
final class OrbitCheck {
    /** Metres: a float is off by 4e-6 m at 100 m; a sum of two products and what is carried on by several of them. */
    private static final double ROUNDING = 1e-4;

    private static final double BEND = 1 / 8.0;
    private static final double BRIDGE = 1;
    private static final double PILE = 3 * (BRIDGE + BEND);
    private static final double FARTHEST = 100;

    private static final double QUATERNION = 4e-6;

    /** Radians a gap. Beyond it a bridge goes on by more than half a turn; nothing is said of orientations then. */
    private static final double WIDEST = Math.PI / 2;

    private static final double ANY = 2;

    private final Orbit orbit;

    private View view;
    private float cosine;
    private float sine;
    private float halfCosine;
    private float halfSine;
    private double position;
    private double orientation;

    OrbitCheck(Orbit orbit) {
        this.orbit = orbit;
    }

    void set(double speed, View of, Blending blending) {
        view = of;
        double angle = speed * view.shownNanos * 1e-9;
        cosine = (float) Math.cos(angle);
        sine = (float) Math.sin(angle);
        halfCosine = (float) Math.cos(angle / 2);
        halfSine = (float) Math.sin(angle / 2);
        double turn = speed * view.gapNanos() * 1e-9;
        double blended = speed * blending.widestGapNanos() * 1e-9;
        double lag = speed * blending.lagNanos() * 1e-9;
        double bends = (view.alpha > 1 ? BRIDGE : BEND) * turn * turn + PILE * blended * blended;
        position = ROUNDING + FARTHEST * (bends + lag);
        orientation = Math.max(turn, blended) > WIDEST ? ANY : QUATERNION + lag;
    }

    String flaw(int from, int to) {
        for (int body = from; body < to; body++) {
            if (!view.alive(body)) {
                return view + ", body " + body + " is missing";
            }
            float x = orbit.xCosine[body] * cosine + orbit.xSine[body] * sine;
            float z = orbit.zCosine[body] * cosine + orbit.zSine[body] * sine;
            float qy = orbit.halfSine[body] * halfCosine + orbit.halfCosine[body] * halfSine;
            float qw = orbit.halfCosine[body] * halfCosine - orbit.halfSine[body] * halfSine;
            float sign = view.qy[body] * qy + view.qw[body] * qw < 0 ? -1 : 1;
            boolean fits = Math.abs(view.x[body] - x) <= position
                    && view.y[body] == orbit.y[body]
                    && Math.abs(view.z[body] - z) <= position
                    && view.qx[body] == 0
                    && view.qz[body] == 0
                    && Math.abs(view.qy[body] - sign * qy) <= orientation
                    && Math.abs(view.qw[body] - sign * qw) <= orientation;
            if (!fits) {
                return wrong(body, x, z, sign * qy, sign * qw);
            }
        }
        return null;
    }

    private String wrong(int body, float x, float z, float qy, float qw) {
        return view + ", body " + body + " is at " + view.x[body] + " " + view.y[body] + " " + view.z[body]
                + ", turned by " + view.qx[body] + " " + view.qy[body] + " " + view.qz[body] + " " + view.qw[body]
                + ", and should be at " + x + " " + orbit.y[body] + " " + z + " within " + position + ", turned by 0 "
                + qy + " 0 " + qw + " within " + orientation;
    }
}
