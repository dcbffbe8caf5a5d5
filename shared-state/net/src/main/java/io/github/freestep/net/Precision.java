package io.github.freestep.net;

import io.github.freestep.net.body.PoseGrid;

/**
 * How exactly poses arrive at a receiver: within an error that the user chooses, or bit for bit. Immutable, so safe for
 * use by any number of threads.
 *
 * <pre>{@code
 * StateSender sender = StateSender.builder(physics.states())
 *         .precision(Precision.of(0.002, 0.5)) // 2 mm, and half a degree
 *         .start();
 * }</pre>
 *
 * <p>The values of channels always arrive exactly.
 */
public final class Precision {
    private static final Precision EXACT = new Precision(PoseGrid.EXACT);
    private static final Precision STANDARD = new Precision(PoseGrid.STANDARD);

    /** The grids that keep these limits. */
    final PoseGrid grid;

    private Precision(PoseGrid grid) {
        this.grid = grid;
    }

    /**
     * Limits the errors of poses at any distance from the origin. {@code units} limits the distance between the sent
     * and the received position. {@code degrees} limits the angle of the rotation between the two orientations. Smaller
     * errors need more bytes: about 3 bits a body for half the distance, and 3 for half the angle.
     *
     * @param units the largest error of a position, in the simulation's unit of length, from 0.000001 to 1000
     * @param degrees the largest error of an orientation, from 0.001 to 10
     * @return a precision with these limits
     * @throws IllegalArgumentException if a limit is out of range
     */
    public static Precision of(double units, double degrees) {
        require(units >= 1e-6 && units <= 1_000, "units must be between 0.000001 and 1000", units);
        require(degrees >= 1e-3 && degrees <= 10, "degrees must be between 0.001 and 10", degrees);
        return new Precision(PoseGrid.within(units, degrees));
    }

    private static void require(boolean isWithin, String range, double value) {
        if (!isWithin) {
            throw new IllegalArgumentException(range + ", was " + value + "; for every bit, use exact()");
        }
    }

    /**
     * Keeps every bit of every value. For recordings and fast links, because it needs about seven times as many bytes:
     * 17.5 instead of 2.6 per tick and box of a moving pile. With positions in doubles, it needs ten times as many.
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
}
