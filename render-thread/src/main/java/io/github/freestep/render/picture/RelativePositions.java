package io.github.freestep.render.picture;

import io.github.freestep.state.State;
import org.jspecify.annotations.Nullable;

/**
 * Computes the positions of a picture relative to an origin, from states whose positions are doubles. Each is the float
 * that is nearest to the position minus the origin. For one reader; allocates nothing once made.
 *
 * <p>At a time t between two states a and b, that is {@code (a - origin) + (b - a) * t}, computed in doubles and
 * rounded once. Both differences are small where the body is close to the origin, so nothing is lost there, however far
 * from zero both are. A resting body has the same position for every t. All values are finite, because a state's
 * coordinates and the origin's are below 2<sup>125</sup>.
 *
 * <p>Rejected: floats for the high part of a coordinate and for the rest. They need as much memory as a double, and
 * have 48 bits instead of 53.
 */
public final class RelativePositions {
    /** The limit of an origin's coordinates, which is that of positions. */
    private static final double LIMIT = 0x1p125;

    /**
     * Whether a loop of its own rounds to floats. Up to JDK 19, C2 does not make SIMD code of a loop that converts
     * doubles to floats: three coordinates take 1.8 ns in one loop each, and 1.5 ns in two. On JDK 25 they take 0.6 ns
     * in one, and 0.9 ns in two. A processor converts one number a cycle, so rounding alone takes 0.8 of the 1.5 ns.
     * Neither other sizes of blocks nor one loop that rounds all three coordinates save any of that. Read from a
     * property, because Android lacks {@code Runtime.Version}.
     */
    private static final boolean SPLITS =
            Double.parseDouble(System.getProperty("java.specification.version", "0")) < 20;

    public double x;
    public double y;
    public double z;

    private double nextX;
    private double nextY;
    private double nextZ;

    /** Passes results from one loop to the next; null if one loop does both. */
    private final double @Nullable [] unrounded;

    RelativePositions(int capacity) {
        unrounded = SPLITS ? new double[capacity] : null;
    }

    /** Sets the origin of the next picture. */
    public void next(double ofX, double ofY, double ofZ) {
        require(ofX, "x");
        require(ofY, "y");
        require(ofZ, "z");
        nextX = ofX;
        nextY = ofY;
        nextZ = ofZ;
    }

    private static void require(double value, String name) {
        if (!(Math.abs(value) < LIMIT)) {
            throw new IllegalArgumentException("the " + name
                    + " coordinate of an origin must be finite and below 2^125, was " + value
                    + "; take a point near the camera");
        }
    }

    /** Moves on to the origin of the next picture. Returns whether the origin moved. */
    boolean move() {
        boolean moves = nextX != x || nextY != y || nextZ != z;
        x = nextX;
        y = nextY;
        z = nextZ;
        return moves;
    }

    void interpolate(State older, State newer, Poses out, int from, int to, double t) {
        lerp(older.doubleX(), newer.doubleX(), out.x, from, to, x, t);
        lerp(older.doubleY(), newer.doubleY(), out.y, from, to, y, t);
        lerp(older.doubleZ(), newer.doubleZ(), out.z, from, to, z, t);
    }

    private void lerp(double[] a, double[] b, float[] out, int from, int to, double origin, double t) {
        if (t == 0 || t == 1) {
            round(t == 0 ? a : b, out, from, to, origin);
        } else if (unrounded == null) {
            lerpAndRound(a, b, out, from, to, origin, t);
        } else {
            lerp(a, b, unrounded, from, to, origin, t);
            round(unrounded, out, from, to, 0);
        }
    }

    private static void round(double[] a, float[] out, int from, int to, double origin) {
        for (int i = from; i < to; i++) {
            out[i] = (float) (a[i] - origin);
        }
    }

    private static void lerp(double[] a, double[] b, double[] out, int from, int to, double origin, double t) {
        for (int i = from; i < to; i++) {
            out[i] = a[i] - origin + (b[i] - a[i]) * t;
        }
    }

    private static void lerpAndRound(double[] a, double[] b, float[] out, int from, int to, double origin, double t) {
        for (int i = from; i < to; i++) {
            out[i] = (float) (a[i] - origin + (b[i] - a[i]) * t);
        }
    }
}
