package io.github.freestep.physics.engines;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Objects;

/**
 * Writes and reads the numbers of a saved world, and refuses those that would break an engine. For any thread. See the
 * example of {@link SavableEngineSimulation}.
 */
public final class SavedNumbers {
    /**
     * Allows for rotations that users set inexactly, because every save must be restorable. Rounding errors are far
     * smaller.
     */
    private static final double MOST_UNEVEN = 1e-3;

    /** The limit of coordinates in states that hold doubles. All numbers below it are finite as floats. */
    private static final double LIMIT = 0x1p125;

    private SavedNumbers() {}

    /**
     * Writes numbers as doubles.
     *
     * @param out takes the numbers
     * @param values the numbers
     * @throws IOException if writing fails
     */
    public static void write(DataOutput out, double... values) throws IOException {
        Objects.requireNonNull(out, "out must not be null");
        for (double value : Objects.requireNonNull(values, "values must not be null")) {
            out.writeDouble(value);
        }
    }

    /**
     * Writes numbers as floats.
     *
     * @param out takes the numbers
     * @param values the numbers
     * @throws IOException if writing fails
     */
    public static void writeFloats(DataOutput out, float... values) throws IOException {
        Objects.requireNonNull(out, "out must not be null");
        for (float value : Objects.requireNonNull(values, "values must not be null")) {
            out.writeFloat(value);
        }
    }

    /**
     * Reads a number. It is finite as a float, too, because engines and layouts may keep floats.
     *
     * @param in where to read
     * @return a finite number with a magnitude below 2^125
     * @throws IOException if the number is out of that range, or cannot be read
     */
    public static double readFinite(DataInput in) throws IOException {
        return finite(Objects.requireNonNull(in, "in must not be null").readDouble());
    }

    /**
     * Reads a number.
     *
     * @param in where to read
     * @return a finite number with a magnitude below 2^125
     * @throws IOException if the number is out of that range, or cannot be read
     */
    public static float readFiniteFloat(DataInput in) throws IOException {
        return (float) finite(Objects.requireNonNull(in, "in must not be null").readFloat());
    }

    /**
     * Refuses a quaternion, or a cosine with a sine, that is not an orientation.
     *
     * @param squaredLength the sum of the squares of its parts
     * @throws IOException if that is not nearly 1
     */
    public static void requireUnit(double squaredLength) throws IOException {
        if (!(Math.abs(squaredLength - 1) < MOST_UNEVEN)) {
            throw new IOException("the orientation of a saved body has the squared length " + squaredLength
                    + " instead of 1; use another copy");
        }
    }

    /**
     * Refuses a number that would break an engine.
     *
     * @param value a number of a saved world
     * @return the number
     * @throws IOException if its magnitude is not below 2^125
     */
    public static double finite(double value) throws IOException {
        if (!(Math.abs(value) < LIMIT)) {
            throw new IOException("a number of the saved world must have a magnitude below 2^125, was " + value
                    + "; use another copy");
        }
        return value;
    }
}
