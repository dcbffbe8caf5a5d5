package io.github.freestep.render.picture;

import io.github.freestep.state.State;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.content.Blocks;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Blends out the error of a picture that continued motion beyond the newest state. The next state shows how wrong that
 * picture was. This class stores the error and reduces it to zero over a few gaps, so that nothing jumps. For one
 * reader; allocates nothing once made.
 */
public final class Blend {
    /**
     * The limit of an orientation's error. Components of two unit quaternions differ by at most 2; the limit keeps an
     * invalid, larger value from causing an overflow.
     */
    private static final float LARGEST_OF_ORIENTATION = 4;

    private static final float NEGLIGIBLE_OF_ORIENTATION = 1e-6f;

    final Poses error;

    /** By block: whether the last picture had an error there. Elsewhere, all of {@link #error} is zero. */
    private final boolean[] wrong;

    private long sinceNanos;
    private double spanNanos;

    /** The share of the error that is left; zero once all of it is blended out. */
    private float left;

    /** How often the error itself has changed, apart from the share that is left. */
    long version;

    /** Takes the origin of the pictures, since an error is the difference of two that have the same. */
    Blend(StateLayout layout, @Nullable RelativePositions relative) {
        error = new Poses(layout, relative);
        wrong = new boolean[Blocks.of(layout.capacity())];
    }

    /**
     * Begins to blend out the error of the last picture, which {@link #add} adds block by block. Call {@link #forget}
     * for bodies that were spawned or teleported since that picture.
     *
     * @param forNanos how long it takes to blend the error out
     */
    void begin(long atNanos, double forNanos) {
        sinceNanos = atNanos;
        spanNanos = forNanos;
        left = 1;
        version++;
    }

    /**
     * Adds the error of a range of slots that begins with a block.
     *
     * @param shown the last picture. Before the call, the caller fills {@link #error} with what that picture should
     *     have shown. This method replaces that by the difference
     */
    void add(Poses shown, int from, int to) {
        for (int component = 0; component < error.all.length; component++) {
            float most = Poses.isOrientation(component) ? LARGEST_OF_ORIENTATION : Float.MAX_VALUE;
            Kernels.difference(shown.all[component], error.all[component], from, to, most);
        }
        for (int start = from; start < to; start += Blocks.SIZE) {
            int end = Math.min(start + Blocks.SIZE, to);
            wrong[start / Blocks.SIZE] = true;
            if (isNegligible(start, end)) {
                leaveOut(start, end);
            }
        }
    }

    /**
     * Puts the orientations in {@link #error} into the hemispheres of those in the last picture, before {@link #add}.
     * Needed only if signs mean nothing; see {@link Attached}.
     */
    void alignWith(Poses shown, int from, int to) {
        for (int slot = from; slot < to; slot++) {
            if (isOpposite(shown, error.qx[slot], error.qy[slot], error.qz[slot], error.qw[slot], slot)) {
                error.negateOrientation(slot);
            }
        }
    }

    /**
     * Changes the sign of each orientation's error where a state has the other sign than the last picture. Needed only
     * if signs mean nothing; see {@link Attached}.
     */
    void align(Poses shown, State reached) {
        for (int block = 0; block < wrong.length; block++) {
            int from = block * Blocks.SIZE;
            int to = isWrong(block) ? Math.min(from + Blocks.SIZE, reached.slots()) : from;
            for (int slot = from; slot < to; slot++) {
                align(shown, reached, slot);
            }
        }
    }

    /** Does the same for one slot. The second call takes back the first one. */
    void align(Poses shown, State reached, int slot) {
        if (isOpposite(shown, reached.qx()[slot], reached.qy()[slot], reached.qz()[slot], reached.qw()[slot], slot)) {
            error.negateOrientation(slot);
        }
    }

    private static boolean isOpposite(Poses shown, float qx, float qy, float qz, float qw, int slot) {
        return shown.qx[slot] * qx + shown.qy[slot] * qy + shown.qz[slot] * qz + shown.qw[slot] * qw < 0;
    }

    /** Leaves out a range of slots that begins with a block: the last picture shows them as it should. */
    void leaveOut(int from, int to) {
        for (int start = from; start < to; start += Blocks.SIZE) {
            if (wrong[start / Blocks.SIZE]) {
                wrong[start / Blocks.SIZE] = false;
                for (float[] component : error.all) {
                    Arrays.fill(component, start, Math.min(start + Blocks.SIZE, to), 0);
                }
            }
        }
    }

    /**
     * Keeps the rest of the error as it is in this frame. For a picture that waits because it is more than two gaps
     * ahead of the newest state. The picture need not be wrong: after gaps have become shorter, a picture that was one
     * old gap ahead is more than two new gaps ahead.
     */
    void stay(long atNanos) {
        sinceNanos = atNanos - (long) ((1 - left) * spanNanos);
    }

    /** Forgets the error. */
    void end() {
        left = 0;
    }

    /** Moves on to the time of a frame. */
    void advance(long atNanos) {
        if (left > 0) {
            // A host's frame times may go back. Then the upper bound of 1 keeps the error from growing.
            left = (float) Math.max(0, Math.min(1, 1 - (atNanos - sinceNanos) / spanNanos));
        }
    }

    /** Adds the rest of the error to a range of slots. */
    void apply(Poses shown, int from, int to) {
        if (left > 0) {
            Interpolator.correct(shown, error, from, to, left);
        }
    }

    /** Whether a block of the last picture has an error that is not yet taken back. */
    boolean isWrong(int block) {
        return left > 0 && wrong[block];
    }

    /** The share of the error that is in the last picture; zero if there is none. */
    public float left() {
        return left;
    }

    /** Forgets the error of one slot, because its body was spawned, removed or teleported. */
    void forget(int body) {
        version++;
        for (float[] component : error.all) {
            component[body] = 0;
        }
    }

    /** Forgets the error of the pose of one slot. */
    void forgetPose(int body) {
        for (int component = 0; component < Poses.LINEAR; component++) {
            error.all[component][body] = 0;
        }
    }

    /**
     * Whether a block has no error worth blending out. Under load, every state begins a new blending before the last
     * one has ended. The error of a body that has come to rest then soon rounds to zero, and its block settles. Errors
     * of orientations do not, because orientations are normalised in every frame and their last bits keep changing. So
     * those up to {@link #NEGLIGIBLE_OF_ORIENTATION} are neglected.
     */
    private boolean isNegligible(int from, int to) {
        for (int component = 0; component < error.all.length; component++) {
            float most = Poses.isOrientation(component) ? NEGLIGIBLE_OF_ORIENTATION : 0;
            float[] values = error.all[component];
            for (int slot = from; slot < to; slot++) {
                if (Math.abs(values[slot]) > most) {
                    return false;
                }
            }
        }
        return true;
    }
}
