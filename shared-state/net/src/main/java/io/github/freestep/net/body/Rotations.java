package io.github.freestep.net.body;

/**
 * Orientations on a grid. A unit quaternion (v, w) with w of at least zero has the parameter p = v / (1 + w), which is
 * at most 1 long and is put on a grid of cubes. Every p gives a unit quaternion again: w = (1 - p²) / (1 + p²) and
 * v = 2 p / (1 + p²). So nothing that a datagram can contain gives a NaN. For one thread; allocates nothing.
 *
 * <p>A step of p turns by 4 / (1 + p²) times its length, the same in all directions, so the error is greatest at p = 0.
 * Rejected: the smallest three
 * parts of the quaternion. They need an index of the largest part, their steps turn by twice as much in one direction
 * as in another, and they jump where the largest part changes.
 */
public final class Rotations {
    /** Orientations whose squared length is not between these have no direction, or overflow in interpolation. */
    private static final double LEAST = 1e-12;

    private static final double MOST = 1e12;

    /** The greatest square of the sine of half the angle by which a body is foretold to turn. */
    private static final double MOST_TURNED = 0.8;

    /** The result: a unit quaternion. */
    double x;

    double y;
    double z;
    double w;

    private final double turns;

    /** The inverse, because divisions are slow. */
    private final double step;

    Rotations(PoseGrid grid) {
        turns = grid.turns();
        step = 1 / turns;
    }

    public static boolean isUsable(float qx, float qy, float qz, float qw) {
        double square = (double) qx * qx + (double) qy * qy + (double) qz * qz + (double) qw * qw;
        return square > LEAST && square < MOST;
    }

    /** Sets the result to a grid point. */
    void onGrid(int gridX, int gridY, int gridZ) {
        double px = gridX * step;
        double py = gridY * step;
        double pz = gridZ * step;
        double square = px * px + py * py + pz * pz;
        double scale = 2 / (1 + square);
        x = px * scale;
        y = py * scale;
        z = pz * scale;
        w = scale - 1;
    }

    /** Finds the grid point of an orientation of any length; one that is not {@linkplain #isUsable usable} is none. */
    void toGrid(float qx, float qy, float qz, float qw, int[] into, int at) {
        if (isUsable(qx, qy, qz, qw)) {
            grid(qx, qy, qz, qw, into, at);
        } else {
            grid(0, 0, 0, 1, into, at);
        }
    }

    /**
     * Finds the grid point of a body that turns evenly: from the older to the newer orientation, and then some times as
     * far. Returns how far that is, in steps of the grid. Takes only operations that Java computes alike everywhere.
     */
    int onwards(int[] older, int[] newer, int at, double times, int[] into) {
        onGrid(older[at], older[at + 1], older[at + 2]);
        double ox = x;
        double oy = y;
        double oz = z;
        double ow = w;
        onGrid(newer[at], newer[at + 1], newer[at + 2]);
        double nx = x;
        double ny = y;
        double nz = z;
        double nw = w;
        product(nx, ny, nz, nw, -ox, -oy, -oz, ow);
        double scale = w < 0 ? -times : times;
        double square = (x * x + y * y + z * z) * scale * scale;
        if (square > MOST_TURNED) {
            System.arraycopy(newer, at, into, 0, 3);
            return (int) turns;
        }
        product(x * scale, y * scale, z * scale, Math.sqrt(1 - square), nx, ny, nz, nw);
        grid(x, y, z, w, into, 0);
        // A small rotation's parameter is half as long as its quaternion's three parts.
        return (int) Math.rint(Math.sqrt(square) * turns / 2);
    }

    /** Sets the result to the product of two quaternions. */
    private void product(double bx, double by, double bz, double bw, double cx, double cy, double cz, double cw) {
        x = bw * cx + bx * cw + by * cz - bz * cy;
        y = bw * cy - bx * cz + by * cw + bz * cx;
        z = bw * cz + bx * cy - by * cx + bz * cw;
        w = bw * cw - bx * cx - by * cy - bz * cz;
    }

    private void grid(double qx, double qy, double qz, double qw, int[] into, int at) {
        double length = Math.sqrt(qx * qx + qy * qy + qz * qz + qw * qw);
        // A quaternion and its negative are the same orientation. Takes the one whose w is not negative.
        double scale = (qw < 0 ? -turns : turns) / (length + Math.abs(qw));
        into[at] = (int) Math.rint(qx * scale);
        into[at + 1] = (int) Math.rint(qy * scale);
        into[at + 2] = (int) Math.rint(qz * scale);
    }
}
