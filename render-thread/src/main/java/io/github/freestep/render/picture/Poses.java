package io.github.freestep.render.picture;

import io.github.freestep.state.StateLayout;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A pose for every slot, in arrays like those of a state: the picture of a frame, or the error of a picture. For one
 * thread; allocates nothing once made.
 */
public final class Poses {
    /** The first component of {@link #all} that is one of an orientation. Those before it are positions. */
    static final int ORIENTATION = 3;

    /** The first component of {@link #all} that is a linear channel. */
    static final int LINEAR = 7;

    public final float[] x;
    public final float[] y;
    public final float[] z;
    public final float[] qx;
    public final float[] qy;
    public final float[] qz;
    public final float[] qw;
    public final float[][] linear;

    /** All arrays above, for loops that treat them alike. */
    public final float[][] all;

    /** The origin of positions that come from doubles; null if they come from floats. */
    public final @Nullable RelativePositions relative;

    Poses(StateLayout layout) {
        this(layout, layout.hasDoublePositions() ? new RelativePositions(layout.capacity()) : null);
    }

    Poses(StateLayout layout, @Nullable RelativePositions relative) {
        this(layout.capacity(), layout.linearChannels().size(), relative);
    }

    Poses(int capacity, int linearChannels, @Nullable RelativePositions relative) {
        this.relative = relative;
        all = new float[LINEAR + linearChannels][capacity];
        x = all[0];
        y = all[1];
        z = all[2];
        qx = all[3];
        qy = all[4];
        qz = all[5];
        qw = all[6];
        linear = Arrays.copyOfRange(all, LINEAR, all.length);
    }

    /** Whether a component of {@link #all} is one of an orientation. */
    public static boolean isOrientation(int component) {
        return component >= ORIENTATION && component < LINEAR;
    }

    /** Replaces the orientation of a slot by its negative, which is the same turn. */
    void negateOrientation(int slot) {
        qx[slot] = -qx[slot];
        qy[slot] = -qy[slot];
        qz[slot] = -qz[slot];
        qw[slot] = -qw[slot];
    }

    int capacity() {
        return x.length;
    }
}
