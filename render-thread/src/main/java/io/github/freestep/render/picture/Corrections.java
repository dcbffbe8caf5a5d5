package io.github.freestep.render.picture;

import io.github.freestep.state.State;
import io.github.freestep.state.content.StateInside;
import java.nio.FloatBuffer;

/**
 * What a blend of two states lacks to be the picture: the error after a bridge, the bend of a bridge, and which bodies
 * must not be blended. Made when a renderer that blends in a shader first asks. For one reader; allocates nothing.
 */
public final class Corrections {
    /** An error of a pose, a bend of a position, and 1 for a body that is not blended. */
    public static final int FLOATS = Poses.LINEAR + 4;

    private long last;
    private long errors;
    private boolean bends;

    /** Identifies what {@link #pack} writes; zero if the picture is the blend. */
    public long number;

    /** Moves on to a picture. */
    void follow(Bracket of, Blend blend, boolean hasBreaks, boolean isSamePair) {
        boolean bendsNow = of.first != null;
        boolean any = bendsNow || blend.left() > 0 || hasBreaks;
        if (any && !(number != 0 && isSamePair && bends == bendsNow && errors == blend.version)) {
            last++;
        }
        bends = bendsNow;
        errors = blend.version;
        number = any ? last : 0;
    }

    /** Whether the states have poses that a shader can blend. */
    static void require(Bracket of) {
        if (of.newer == null) {
            throw new IllegalStateException("there is no state yet; ask frame.hasState() first");
        }
        if (of.newer.hasDoublePositions()) {
            throw new IllegalStateException(
                    "positions are doubles, which a shader cannot blend; use frame.matrices(...)"
                            + " or frame.poses(...), which are relative to the origin");
        }
        if (StateInside.attachments(of.older).count() > 0
                || StateInside.attachments(of.newer).count() > 0) {
            throw new IllegalStateException("there are attached bodies, whose poses in states are relative to others;"
                    + " use frame.matrices(...) or frame.poses(...)");
        }
    }

    public void pack(Bracket of, Blend blend, int from, int to, FloatBuffer into) {
        boolean isWrong = blend.left() > 0;
        boolean jump = of.hasBreaks();
        for (int slot = from; slot < to; slot++) {
            for (int component = 0; component < Poses.LINEAR; component++) {
                into.put(isWrong ? blend.error.all[component][slot] : 0);
            }
            of.bend(slot, 1);
            into.put((float) of.bend[0]).put((float) of.bend[1]).put((float) of.bend[2]);
            into.put(jump && of.older.epoch(slot) != of.newer.epoch(slot) ? 1 : 0);
        }
    }

    /** A number that two states share only if they have the same content. */
    public static long number(State of) {
        return of.tick() + StateInside.edition(of) ^ (long) StateInside.lifeOffset(of) << Integer.SIZE;
    }
}
