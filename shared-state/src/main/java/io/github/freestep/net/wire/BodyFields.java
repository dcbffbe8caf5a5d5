package io.github.freestep.net.wire;

import io.github.freestep.internal.Blocks;
import io.github.freestep.state.StateLayout;

/**
 * The content of a body as ints: its epoch, its form, seven values of the pose, and the values of its channels. Bodies
 * are the same if and only if their ints are. Immutable.
 *
 * <p>A dead body has zeros apart from its epoch. Floats are stored in the order of their values, so that the difference
 * of two floats that are close to each other is small.
 */
final class BodyFields {
    static final int EPOCH = 0;
    static final int FORM = 1;
    static final int POSE = 2;
    static final int CHANNELS = POSE + BodyCodec.POSE;

    /** The form of a dead body. */
    static final int DEAD = 0;

    /** The pose is three values on the grid of positions, three on that of orientations, and zero. */
    static final int ON_GRID = 1;

    /** The pose is seven floats. */
    static final int RAW = 2;

    /** The greatest value on the grid of positions, so that differences of differences fit into an int. */
    static final int MAX_GRID = 1 << 28;

    final int linear;
    final int channels;

    /** The number of ints of a body. */
    final int stride;

    /** The number of ints of a block. */
    final int block;

    BodyFields(StateLayout layout) {
        linear = layout.linearChannels().size();
        channels = linear + layout.steppedChannels().size();
        stride = CHANNELS + channels;
        block = Blocks.SIZE * stride;
    }

    /** Where a slot begins in the ints of its block. */
    int at(int slot) {
        return (slot & Blocks.SIZE - 1) * stride;
    }

    static boolean isAlive(int epoch) {
        return (epoch & 1) != 0;
    }

    /** The place of a float's bits in the order of all floats: -0.0 comes directly before 0.0. */
    static int ordered(float value) {
        int bits = Float.floatToRawIntBits(value);
        return bits ^ bits >> 31 & 0x7FFF_FFFF;
    }

    static float unordered(int ordered) {
        return Float.intBitsToFloat(ordered ^ ordered >> 31 & 0x7FFF_FFFF);
    }

    static boolean isFinite(int ordered) {
        return Float.isFinite(unordered(ordered));
    }
}
