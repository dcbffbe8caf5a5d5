package io.github.freestep.state.content;

/** The positions of a state whose layout keeps them as doubles, indexed by slot. Allocates nothing once made. */
public final class DoublePositions {
    /**
     * Times this, a coordinate of 2^125 or more overflows, and all others are finite. An origin is below that limit,
     * too, so the difference of the two, and twice the difference of two positions added to it, are finite floats.
     */
    private static final double OVERFLOW = 0x1p899;

    public final double[] x;
    public final double[] y;
    public final double[] z;

    public DoublePositions(int capacity) {
        x = new double[capacity];
        y = new double[capacity];
        z = new double[capacity];
    }

    public void set(int slot, double px, double py, double pz) {
        x[slot] = px;
        y[slot] = py;
        z[slot] = pz;
    }

    public void set(double[] px, double[] py, double[] pz, int from, int to) {
        System.arraycopy(px, from, x, from, to - from);
        System.arraycopy(py, from, y, from, to - from);
        System.arraycopy(pz, from, z, from, to - from);
    }

    public void set(float[] px, float[] py, float[] pz, int from, int to) {
        for (int i = from; i < to; i++) {
            x[i] = px[i];
            y[i] = py[i];
            z[i] = pz[i];
        }
    }

    public void copy(DoublePositions from, int slot, int length) {
        set(from.x, from.y, from.z, slot, slot + length);
    }

    /** Copies some bodies of a block. */
    public void copy(DoublePositions from, int base, long bodies) {
        for (long left = bodies; left != 0; left &= left - 1) {
            int slot = base + Long.numberOfTrailingZeros(left);
            set(slot, from.x[slot], from.y[slot], from.z[slot]);
        }
    }

    /** Zero if the coordinates are within the limit, and NaN if not. */
    public static double excess(double x, double y, double z) {
        return x * OVERFLOW * 0 + y * OVERFLOW * 0 + z * OVERFLOW * 0;
    }

    /** Zero if all coordinates of a range are within the limit, and NaN if not. */
    public double excess(int from, int to) {
        double a = 0;
        double b = 0;
        double c = 0;
        for (int i = from; i < to; i++) {
            // Three sums, because each addition waits for the one before.
            a += x[i] * OVERFLOW * 0;
            b += y[i] * OVERFLOW * 0;
            c += z[i] * OVERFLOW * 0;
        }
        return a + b + c;
    }
}
