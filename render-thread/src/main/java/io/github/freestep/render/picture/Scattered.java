package io.github.freestep.render.picture;

import io.github.freestep.state.State;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.content.Blocks;
import io.github.freestep.state.content.PoseList;
import io.github.freestep.state.content.StateInside;

/**
 * Single bodies of a picture, in blocks in which few bodies move. Their values are gathered into short dense arrays,
 * interpolated there, and scattered to the picture. For one reader; allocates nothing once made.
 *
 * <p>Rejected: the kernels on each body by itself. A dozen loops of one body take longer than gathering its values.
 */
final class Scattered {
    /**
     * The greatest number of bodies of a block that are interpolated one by one. If 12 or 13 of 64 move in each block,
     * gathering them takes 20 to 40 % longer than the whole block; if 6 or 7 do, 17 % less.
     */
    static final int FEW = 8;

    /** The number of bodies that are gathered at a time. */
    private static final int LENGTH = 256;

    final int[] slots;
    int count;

    /** See {@link PoseList#find}. */
    private final int[] places = new int[LENGTH];

    private final Poses older;
    private final Poses newer;
    private final Poses shown;

    Scattered(StateLayout layout) {
        slots = new int[Math.min(layout.capacity(), Blocks.of(layout.capacity()) * FEW)];
        int channels = layout.linearChannels().size();
        older = new Poses(LENGTH, channels, null);
        newer = new Poses(LENGTH, channels, null);
        shown = new Poses(LENGTH, channels, null);
    }

    void clear() {
        count = 0;
    }

    /** Adds bodies of a block, as a bit for each. */
    void add(int block, long bodies) {
        for (long left = bodies; left != 0; left &= left - 1) {
            slots[count++] = block * Blocks.SIZE + Long.numberOfTrailingZeros(left);
        }
    }

    void interpolate(Interpolator interpolator, State olderState, State newerState, Poses out, double t) {
        interpolator.take(t);
        for (int from = 0; from < count; from += LENGTH) {
            int length = Math.min(LENGTH, count - from);
            gather(olderState, older, from, length);
            gather(newerState, newer, from, length);
            interpolator.poses(older.all, newer.all, shown, 0, length);
            Interpolator.linear(older.all, newer.all, shown, Poses.LINEAR, shown.all.length, 0, length, (float) t);
            for (int i = out.relative == null ? 0 : Poses.ORIENTATION; i < out.all.length; i++) {
                scatter(shown.all[i], out.all[i], from, length);
            }
        }
        for (int i = 0; out.relative != null && i < count; i++) {
            out.relative.interpolate(olderState, newerState, out, slots[i], slots[i] + 1, t);
        }
    }

    void copy(float[] from, float[] into) {
        for (int i = 0; i < count; i++) {
            into[slots[i]] = from[slots[i]];
        }
    }

    private void gather(State state, Poses into, int from, int length) {
        float[][] values = StateInside.values(state);
        PoseList listed = StateInside.listed(state);
        int next = state.hasDoublePositions() ? Poses.ORIENTATION : 0;
        if (listed.count() > 0) {
            listed.find(slots, from, length, places);
            for (; next < Poses.LINEAR; next++) {
                gather(listed.poses[next], values[next], into.all[next], length);
            }
        }
        for (; next < into.all.length; next++) {
            gather(values[next], into.all[next], from, length);
        }
    }

    private void gather(float[] listed, float[] values, float[] into, int length) {
        for (int i = 0; i < length; i++) {
            int place = places[i];
            into[i] = place >= 0 ? listed[place] : values[~place];
        }
    }

    private void gather(float[] values, float[] into, int from, int length) {
        for (int i = 0; i < length; i++) {
            into[i] = values[slots[from + i]];
        }
    }

    private void scatter(float[] values, float[] into, int from, int length) {
        for (int i = 0; i < length; i++) {
            into[slots[from + i]] = values[i];
        }
    }
}
