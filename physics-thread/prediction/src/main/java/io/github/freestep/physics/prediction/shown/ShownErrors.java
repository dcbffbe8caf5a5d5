package io.github.freestep.physics.prediction.shown;

import io.github.freestep.state.State;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.content.Blocks;
import java.util.Arrays;

/**
 * The errors of the shown bodies, each with its velocity and its acceleration, as the differences of {@link
 * ShownMotion}. For one thread; allocates nothing once made.
 */
final class ShownErrors {
    /**
     * An error ends after this many half-lives. Of one without velocity and acceleration, {@code 2.1e-8} is left then.
     */
    private static final double END = 10;

    /** In radians. Larger than the rounding of a quaternion's floats, and too small to be seen. */
    private static final double NEGLIGIBLE_ANGLE = 1e-6;

    /** A multiple of the rounding of a float, and of a double, relative to the value. */
    private static final double FLOAT = 0x1p-22;

    private static final double DOUBLE = 0x1p-50;

    private final double positions;
    private final int parts;
    private final Decay decay;
    private final double endNanos;

    /**
     * For each slot: the parts of the error, then their velocities per nanosecond, then their accelerations. Zero
     * without an error.
     */
    private final double[] values;

    /** For each slot: the wall time since its error began. */
    private final double[] ages;

    /** By block: a bit for each slot that has an error. */
    private final long[] slots;

    /** The wall time of a step. */
    private double stepNanos;

    ShownErrors(StateLayout layout, long halfLifeNanos) {
        positions = layout.hasDoublePositions() ? DOUBLE : FLOAT;
        parts = ShownMotion.CHANNELS + layout.linearChannels().size();
        decay = new Decay(halfLifeNanos);
        endNanos = END * halfLifeNanos;
        values = new double[Math.multiplyExact(layout.capacity(), 3 * parts)];
        ages = new double[layout.capacity()];
        slots = new long[Blocks.of(layout.capacity())];
    }

    /** The slots of a block that have an error, a bit for each. */
    long in(int block) {
        return slots[block];
    }

    boolean has(int slot) {
        return (slots[slot / Blocks.SIZE] >>> slot & 1) != 0;
    }

    /** Whether the error of a body has just begun, so that it has no velocity yet. */
    boolean isFresh(int slot) {
        return ages[slot] == 0;
    }

    /** A part of a body's error: zero if it has none. */
    double get(int slot, int part) {
        return values[slot * 3 * parts + part];
    }

    /** Sets the error of a body. Its velocity is not known yet. Its acceleration continues, and is 0 if it had none. */
    void begin(int slot, double[] difference) {
        int at = slot * 3 * parts;
        System.arraycopy(difference, 0, values, at, parts);
        Arrays.fill(values, at + parts, at + 2 * parts, 0);
        ages[slot] = 0;
        slots[slot / Blocks.SIZE] |= 1L << slot;
    }

    /** Adds to the error of a body, unless that is rounding. Its velocity and its acceleration continue. */
    void add(int slot, double[] difference, State truth) {
        if (isNegligible(difference, 0, 1, difference, 0, truth, slot)) {
            return;
        }
        move(slot, difference);
        ages[slot] = 0;
    }

    /** Moves the error of a body. Its velocity, its acceleration and its age continue. */
    void move(int slot, double[] by) {
        for (int i = 0; i < parts; i++) {
            values[slot * 3 * parts + i] += by[i];
        }
        ages[slot] = has(slot) ? ages[slot] : 0;
        slots[slot / Blocks.SIZE] |= 1L << slot;
    }

    /** Ends the error of a body. */
    void forget(int slot) {
        if (has(slot)) {
            slots[slot / Blocks.SIZE] &= ~(1L << slot);
            Arrays.fill(values, slot * 3 * parts, (slot + 1) * 3 * parts, 0);
        }
    }

    /**
     * Gives an error its velocity.
     *
     * @param next the difference of the continued motion from the true state at the end of the step
     */
    void push(int slot, double[] next) {
        int at = slot * 3 * parts;
        Rotation.unwind(next, ShownMotion.ROTATION, values, at + ShownMotion.ROTATION);
        for (int i = 0; i < parts; i++) {
            values[at + parts + i] = (next[i] - values[at + i]) / stepNanos;
        }
    }

    /** Sets the length of the steps that follow. */
    void step(double wallNanos) {
        stepNanos = wallNanos;
        decay.step(wallNanos);
    }

    /** Reduces the error of a body by one step. Returns false if it has ended. */
    boolean reduce(int slot, State truth) {
        int at = slot * 3 * parts;
        for (int i = at; i < at + parts; i++) {
            decay.pass(values, i, parts);
        }
        ages[slot] += stepNanos;
        boolean ends = ages[slot] >= endNanos || isNegligible(at, truth, slot);
        if (ends) {
            forget(slot);
        }
        return !ends;
    }

    private boolean isNegligible(int at, State truth, int slot) {
        double nanos = 1 / decay.perNano;
        return isNegligible(values, at, 1, values, at, truth, slot)
                && isNegligible(values, at + parts, nanos, values, at, truth, slot)
                && isNegligible(values, at + 2 * parts, nanos * nanos, values, at, truth, slot);
    }

    /**
     * Whether a body with this difference has the expected pose: the difference is the error, but for rounding.
     *
     * @param change takes the difference minus the error
     */
    boolean isSame(int slot, double[] difference, double[] change, State truth) {
        System.arraycopy(difference, 0, change, 0, parts);
        Rotation.unwind(change, ShownMotion.ROTATION, values, slot * 3 * parts + ShownMotion.ROTATION);
        for (int i = 0; i < parts; i++) {
            change[i] -= get(slot, i);
        }
        return isNegligible(change, 0, 1, difference, 0, truth, slot);
    }

    /** Whether each part of a change, multiplied by a factor, is about the rounding of what an error is added to. */
    private boolean isNegligible(
            double[] change, int at, double factor, double[] error, int errorAt, State truth, int slot) {
        double size = Math.max(Math.abs(truth.x(slot)), Math.max(Math.abs(truth.y(slot)), Math.abs(truth.z(slot))));
        if (largest(change, at) * factor > (size + largest(error, errorAt)) * positions
                || largest(change, at + ShownMotion.ROTATION) * factor > NEGLIGIBLE_ANGLE) {
            return false;
        }
        for (int i = ShownMotion.CHANNELS; i < parts; i++) {
            double value = Math.abs(truth.linear(i - ShownMotion.CHANNELS)[slot]) + Math.abs(error[errorAt + i]);
            if (Math.abs(change[at + i]) * factor > value * FLOAT) {
                return false;
            }
        }
        return true;
    }

    private static double largest(double[] values, int at) {
        return Math.max(Math.abs(values[at]), Math.max(Math.abs(values[at + 1]), Math.abs(values[at + 2])));
    }
}
