package io.github.freestep.net.wire;

import io.github.freestep.internal.Blocks;
import io.github.freestep.state.StateLayout;
import java.util.Arrays;

/**
 * The sender's bodies as far as they are known: for each slot the last two values that came, and when. Fills gaps from
 * them. For one thread; allocates nothing once made.
 *
 * <p>Sets of slots are bits, one word for each block of {@link Blocks#SIZE} slots.
 */
final class RemoteBodies {
    static final int SHIFT = Integer.numberOfTrailingZeros(Blocks.SIZE);

    /** The number of gaps between states over which a body goes on without new values. */
    private static final int MOST_GUESSES = 10;

    /** The sender's epochs. */
    final int[] epochs;

    /** The last values that came, in the order of {@link PieceDecoder#x} to {@code qw} and its channels. */
    final float[][] last;

    /** The values before those; only of poses and linear channels, which go on in a gap. */
    private final float[][] prior;

    /** The simulation time of the values. */
    private final long[] lastNanos;

    private final long[] priorNanos;

    /** Slots whose values have come at least once. */
    private final long[] known;

    /** Slots whose values have come in the newest state. */
    private final long[] covered;

    /** Slots whose values must be written to the next local state. */
    private final long[] changed;

    /** Slots whose body has moved between its last two values. */
    private final long[] moving;

    /** Slots whose local values are guesses. */
    private final long[] guessed;

    /** For each block, the number of the baseline that it equals; 0 if it equals none. */
    private final long[] applied;

    private int slots;

    private final PieceDecoder decoder;

    /** The decoder's arrays, in the order of {@link #last}. */
    private final float[][] decoded;

    RemoteBodies(StateLayout layout, PieceDecoder decoder) {
        this.decoder = decoder;
        float[][] pose = {decoder.x, decoder.y, decoder.z, decoder.qx, decoder.qy, decoder.qz, decoder.qw};
        decoded = Arrays.copyOf(pose, pose.length + decoder.channels.length);
        System.arraycopy(decoder.channels, 0, decoded, pose.length, decoder.channels.length);
        int capacity = layout.capacity();
        int linear = layout.linearChannels().size();
        epochs = new int[capacity];
        last = new float[decoded.length][capacity];
        prior = new float[PoseExtrapolation.VALUES + linear][capacity];
        lastNanos = new long[capacity];
        priorNanos = new long[capacity];
        int blocks = Blocks.of(capacity);
        known = new long[blocks];
        covered = new long[blocks];
        changed = new long[blocks];
        moving = new long[blocks];
        guessed = new long[blocks];
        applied = new long[blocks];
    }

    /** The bits of the slots of a block that are in a range. */
    static long bits(int block, int from, int to) {
        int first = Math.max(0, from - (block << SHIFT));
        int end = Math.min(Blocks.SIZE, to - (block << SHIFT));
        return first >= end ? 0 : -1L >>> Blocks.SIZE - (end - first) << first;
    }

    /** Forgets all bodies, before another run. */
    void clear() {
        forget();
        Arrays.fill(epochs, 0);
        Arrays.fill(changed, 0);
        Arrays.fill(guessed, 0);
        slots = 0;
    }

    /** Makes all values unknown until they come again, because they are old. */
    void forget() {
        Arrays.fill(known, 0);
        Arrays.fill(moving, 0);
        Arrays.fill(applied, 0);
    }

    /** Begins another state, in which nothing has come yet. */
    void begin(int slotsInUse) {
        slots = slotsInUse;
        Arrays.fill(covered, 0, Blocks.of(slots), 0);
    }

    /** Takes the values of the piece that was decoded last. */
    void take(int from, int to, long simulationNanos) {
        for (int block = from >> SHIFT; block < Blocks.of(to); block++) {
            int first = Math.max(from, block << SHIFT);
            int end = Math.min(to, block + 1 << SHIFT);
            int status = decoder.status(block);
            if (status == PieceDecoder.CODED) {
                applied[block] = 0;
                take(block, first, end, simulationNanos);
            } else if (status == PieceDecoder.BASELINE) {
                takeBaseline(block, first, end, simulationNanos);
            }
        }
    }

    private void takeBaseline(int block, int first, int end, long simulationNanos) {
        long number = decoder.baseline(block);
        long bits = bits(block, first, end);
        if (applied[block] == number && (known[block] & bits) == bits) {
            covered[block] |= bits;
        } else {
            boolean whole = first == block << SHIFT && end == Math.min(slots, block + 1 << SHIFT);
            applied[block] = whole ? number : 0;
            decoder.fill(block);
            take(block, first, end, simulationNanos);
        }
        // A body that equals its baseline rests.
        moving[block] &= ~bits;
    }

    private void take(int block, int first, int end, long simulationNanos) {
        long bits = bits(block, first, end);
        covered[block] |= bits;
        long continued = known[block] & bits & ~newEpochs(decoder.epochs, first, end);
        known[block] |= bits;
        System.arraycopy(decoder.epochs, first, epochs, first, end - first);
        System.arraycopy(lastNanos, first, priorNanos, first, end - first);
        Arrays.fill(lastNanos, first, end, simulationNanos);
        long moved = 0;
        for (int i = 0; i < last.length; i++) {
            float[] values = decoded[i];
            boolean goesOn = i < prior.length;
            if (goesOn) {
                System.arraycopy(last[i], first, prior[i], first, end - first);
            }
            long differing = differing(values, last[i], first, end);
            System.arraycopy(values, first, last[i], first, end - first);
            changed[block] |= differing;
            moved |= goesOn ? differing : 0;
        }
        changed[block] |= bits & (~continued | guessed[block]);
        guessed[block] &= ~bits;
        moving[block] = moving[block] & ~bits | moved & continued;
    }

    private long newEpochs(int[] next, int first, int end) {
        long result = 0;
        int at = Arrays.mismatch(next, first, end, epochs, first, end);
        for (int slot = first + at; at >= 0 && slot < end; slot++) {
            result |= next[slot] == epochs[slot] ? 0 : 1L << slot;
        }
        return result;
    }

    private static long differing(float[] one, float[] other, int first, int end) {
        long result = 0;
        int at = Arrays.mismatch(one, first, end, other, first, end);
        for (int slot = first + at; at >= 0 && slot < end; slot++) {
            boolean same = Float.floatToRawIntBits(one[slot]) == Float.floatToRawIntBits(other[slot]);
            result |= same ? 0 : 1L << slot;
        }
        return result;
    }

    /** Whether all slots in use have come since the last {@link #forget}. */
    boolean isWhole() {
        return has(known);
    }

    /** Whether all slots in use have come in the newest state. */
    boolean isCovered() {
        return has(covered);
    }

    private boolean has(long[] set) {
        for (int block = 0; block < Blocks.of(slots); block++) {
            long used = bits(block, 0, slots);
            if ((set[block] & used) != used) {
                return false;
            }
        }
        return true;
    }

    int slots() {
        return slots;
    }

    /** Whether any value differs from the local one. */
    boolean hasChanged() {
        for (int block = 0; block < Blocks.of(slots); block++) {
            if (changed[block] != 0) {
                return true;
            }
        }
        return false;
    }

    /** The slots of a block whose values differ from the local ones, once each. */
    long takeChanged(int block) {
        long result = changed[block];
        changed[block] = 0;
        return result;
    }

    /** The slots of a block that should have moved, but did not come. */
    long gaps(int block) {
        return moving[block] & ~covered[block] & bits(block, 0, slots);
    }

    /**
     * Guesses the values of a slot: its body goes on as it moved between the last two values.
     *
     * @param stepNanos the simulation time between two states
     * @return false if the last values are too old to guess from
     */
    boolean guess(int slot, long simulationNanos, long stepNanos, float[] into) {
        long span = lastNanos[slot] - priorNanos[slot];
        long ahead = simulationNanos - lastNanos[slot];
        if (span <= 0 || ahead <= 0 || ahead / MOST_GUESSES > stepNanos) {
            return false;
        }
        PoseExtrapolation.goOn(prior, last, slot, (double) ahead / span, into);
        guessed[slot >> SHIFT] |= 1L << slot;
        return true;
    }
}
