package io.github.freestep.wire;

/**
 * How exactly poses arrive at a receiver: within an error that the user chooses, or bit by bit. Immutable, so safe for
 * use by any number of threads.
 *
 * <p>The values of channels always arrive exactly.
 */
public final class Precision {
    private static final double MIN_UNITS = 1e-6;
    private static final double MAX_UNITS = 1_000;
    private static final double MIN_DEGREES = 1e-3;
    private static final double MAX_DEGREES = 10;

    /** The finest grid of positions has this shift, and the coarsest {@link #MIN_SHIFT}. */
    static final int MAX_SHIFT = 20;

    static final int MIN_SHIFT = -10;

    /** The finest grid of rotations. */
    static final int MAX_TURNS = 1 << 18;

    /** Half a float's last place in each part of a quaternion, as an angle in radians. */
    private static final double ROUNDING = 4e-7;

    private static final Precision EXACT = new Precision(0, 0);
    private static final Precision STANDARD = of(0.0005, 0.25);

    private final int shift;
    private final int turns;

    private Precision(int shift, int turns) {
        this.shift = shift;
        this.turns = turns;
    }

    /**
     * Limits the errors of poses. A position arrives at most {@code units} from where it was, as a distance, and an
     * orientation at most {@code degrees} from what it was, as the angle of the rotation between the two. Smaller
     * errors need more bytes: about 3 bits a body for half the distance, and 3 for half the angle.
     *
     * @param units the largest error of a position, in the simulation's unit of length, from 0.000001 to 1000
     * @param degrees the largest error of an orientation, from 0.001 to 10
     * @return a precision with these limits
     * @throws IllegalArgumentException if a limit is out of range
     */
    public static Precision of(double units, double degrees) {
        if (!(units >= MIN_UNITS && units <= MAX_UNITS)) {
            throw new IllegalArgumentException(
                    "units must be between 0.000001 and 1000, was " + units + "; for every bit, use exact()");
        }
        if (!(degrees >= MIN_DEGREES && degrees <= MAX_DEGREES)) {
            throw new IllegalArgumentException(
                    "degrees must be between 0.001 and 10, was " + degrees + "; for every bit, use exact()");
        }
        // Half a cell's diagonal is the largest error: step * sqrt(3) / 2. The step is the next smaller power of two,
        // so that every grid point is a float, and rounding to a float adds nothing.
        int shift = -Math.getExponent(units * 2 / Math.sqrt(3));
        // A rotation by the angle a has a parameter of the length tan(a / 4), so the same rule gives the step.
        double turns = 2 * Math.sqrt(3) / (Math.toRadians(degrees) - ROUNDING);
        return new Precision(shift, (int) Math.ceil(turns));
    }

    /**
     * Keeps every bit of every value. For recordings and trusted links: it needs about seven times as many
     * bytes: 17 instead of 2.3 per tick and box of a moving pile.
     *
     * @return the exact precision
     */
    public static Precision exact() {
        return EXACT;
    }

    /**
     * The default: half a millimetre if a unit is a metre, and a quarter of a degree.
     *
     * @return {@code of(0.0005, 0.25)}
     */
    public static Precision standard() {
        return STANDARD;
    }

    /**
     * Whether every bit arrives.
     *
     * @return true for {@link #exact}
     */
    public boolean isExact() {
        return turns == 0;
    }

    /** Makes a precision from the two numbers of a baseline; null if a number is out of range. */
    static Precision decoded(int shift, int turns) {
        if (shift == 0 && turns == 0) {
            return EXACT;
        }
        boolean valid = shift >= MIN_SHIFT && shift <= MAX_SHIFT && turns >= 1 && turns <= MAX_TURNS;
        return valid ? new Precision(shift, turns) : null;
    }

    /** The grid of positions has 2<sup>shift</sup> points per unit of length. */
    int shift() {
        return shift;
    }

    /** The grid points per unit of the rotations' parameter; 0 if exact. */
    int turns() {
        return turns;
    }

    /** Compares the grids, not the limits from which they were computed. */
    @Override
    public boolean equals(Object other) {
        return other instanceof Precision precision && shift == precision.shift && turns == precision.turns;
    }

    @Override
    public int hashCode() {
        return shift * 31 + turns;
    }

    @Override
    public String toString() {
        return isExact() ? "exact" : "grids of 2^" + -shift + " units and 1/" + turns;
    }
}
