package io.github.freestep.net.body;

import io.github.freestep.state.StateLayout;
import io.github.freestep.state.content.Blocks;

/**
 * The content of a body as ints: its epoch, its form, its bond, seven values of the pose, and the values of its
 * channels. The pose of an attached body is relative to its parent. Bodies are the same if and only if their ints are.
 * Immutable.
 *
 * <p>A dead body has zeros apart from its epoch. Floats are stored in the order of their values, so that the difference
 * of two floats that are close to each other is small.
 *
 * <p>If positions are doubles, a coordinate is a number of 64 bits: a grid point, or the rank of the double among all
 * doubles. Its lower bits are in the pose, where the int of a float would be, and the upper ones follow the channels.
 * The lower bits are signed. So bodies that move in a range of 2<sup>28</sup> steps have the same upper bits, wherever
 * they are, and their lower bits differ as those of floats do. Rejected: an origin per block. It must be chosen, sent
 * and stored, and the bodies of a block may be far from each other.
 */
public final class BodyFields {
    public static final int EPOCH = 0;
    static final int FORM = 1;
    public static final int BOND = 2;
    static final int POSE = 3;

    /** The values of a pose. */
    static final int VALUES = 7;

    static final int CHANNELS = POSE + VALUES;

    /** The form of a dead body. */
    static final int DEAD = 0;

    /** The pose is three values on the grid of positions, three on that of orientations, and zero. */
    static final int ON_GRID = 1;

    /** The pose is seven floats. */
    static final int RAW = 2;

    /** The greatest value on the grid of positions, so that differences of differences fit into an int. */
    static final int MAX_GRID = 1 << 28;

    /** The greatest value on the grid of positions in doubles. Beyond it, doubles are coarser than any grid. */
    static final long MAX_WIDE_GRID = 1L << 58;

    /** The limit of coordinates in doubles, beyond which {@code State} has none. */
    static final double LIMIT = 0x1p125;

    static final int AXES = 3;

    /** The lower bits of a coordinate of 64 bits, on the grid and in doubles. */
    private static final int GRID_BITS = 28;

    private static final int RAW_BITS = 32;

    private final int capacity;
    public final int linear;
    public final int channels;

    /** Where the upper bits of the coordinates begin, and how many ints they take: none if positions are floats. */
    final int upper;

    final int wide;

    /** The number of ints of a body. */
    public final int stride;

    /** The number of ints of a block. */
    public final int block;

    public BodyFields(StateLayout layout) {
        capacity = layout.capacity();
        linear = layout.linearChannels().size();
        channels = linear + layout.steppedChannels().size();
        upper = CHANNELS + channels;
        wide = layout.hasDoublePositions() ? AXES : 0;
        stride = upper + wide;
        block = Blocks.SIZE * stride;
    }

    /** Where a slot begins in the ints of its block. */
    public int at(int slot) {
        return (slot & Blocks.SIZE - 1) * stride;
    }

    /** The place of a float's bits in the order of all floats: -0.0 comes directly before 0.0. */
    static int ordered(float value) {
        int bits = Float.floatToRawIntBits(value);
        return bits ^ bits >> 31 & 0x7FFF_FFFF;
    }

    static float unordered(int ordered) {
        return Float.intBitsToFloat(ordered ^ ordered >> 31 & 0x7FFF_FFFF);
    }

    /** As {@link #ordered(float)}, for doubles. */
    static long ordered(double value) {
        long bits = Double.doubleToRawLongBits(value);
        return bits ^ bits >> 63 & Long.MAX_VALUE;
    }

    static double unordered(long ordered) {
        return Double.longBitsToDouble(ordered ^ ordered >> 63 & Long.MAX_VALUE);
    }

    private static int bits(int form) {
        return form == RAW ? RAW_BITS : GRID_BITS;
    }

    /** The lower bits of a coordinate of 64 bits. */
    static int lower(long coordinate, int form) {
        int others = Long.SIZE - bits(form);
        return (int) (coordinate << others >> others);
    }

    /** The upper bits, so that {@link #coordinate(int, int, int)} of both is the number again. */
    static int upper(long coordinate, int form) {
        return (int) (coordinate - lower(coordinate, form) >> bits(form));
    }

    static long coordinate(int upper, int lower, int form) {
        return ((long) upper << bits(form)) + lower;
    }

    /** A coordinate of a body: a grid point, or the place of a float or a double in the order of all. */
    long coordinate(int[] ints, int at, int axis) {
        return wide == 0
                ? ints[at + POSE + axis]
                : coordinate(ints[at + upper + axis], ints[at + POSE + axis], ints[at + FORM]);
    }

    void coordinate(int[] ints, int at, int axis, long value) {
        if (wide == 0) {
            ints[at + POSE + axis] = (int) value;
            return;
        }
        ints[at + upper + axis] = upper(value, ints[at + FORM]);
        ints[at + POSE + axis] = lower(value, ints[at + FORM]);
    }

    /** The coordinate of a body in the form of floats. */
    double raw(int[] ints, int at, int axis) {
        return wide > 0 ? unordered(coordinate(ints, at, axis)) : unordered(ints[at + POSE + axis]);
    }

    /** Whether a body that was decoded, and may be anything, can be one of the layout. */
    boolean isValid(int[] ints, int at) {
        int pose = at + POSE;
        boolean isRaw = ints[at + FORM] == RAW;
        boolean valid = !isRaw
                || Rotations.isUsable(
                        unordered(ints[pose + 3]),
                        unordered(ints[pose + 4]),
                        unordered(ints[pose + 5]),
                        unordered(ints[pose + 6]));
        for (int axis = 0; axis < AXES; axis++) {
            valid &= isRaw ? isPlace(raw(ints, at, axis)) : Math.abs((long) ints[pose + axis]) <= MAX_GRID;
        }
        for (int i = 0; i < channels; i++) {
            valid &= Float.isFinite(unordered(ints[at + CHANNELS + i]));
        }
        return valid && hasParent(ints[at + BOND]);
    }

    /** Whether the parent is a slot of the layout, if there is one. */
    private boolean hasParent(int bond) {
        int parent = Bond.parent(bond);
        return bond == Bond.NONE || parent >= 0 && parent < capacity;
    }

    /** False for NaN. */
    private boolean isPlace(double coordinate) {
        return wide > 0 ? Math.abs(coordinate) < LIMIT : Math.abs(coordinate) <= Float.MAX_VALUE;
    }
}
