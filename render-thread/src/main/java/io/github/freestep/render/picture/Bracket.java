package io.github.freestep.render.picture;

import io.github.freestep.state.State;
import io.github.freestep.state.content.StateInside;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Finds the two states of a window around a time, and the position between them. For one reader; allocates nothing. */
public final class Bracket {
    /** For how many gaps motion may continue beyond the newest state, at most. */
    public static final int MOST_BRIDGED_GAPS = 2;

    /** Set by {@link #find}, as is the newer one. */
    @SuppressWarnings("NullAway.Init")
    public State older;

    @SuppressWarnings("NullAway.Init")
    public State newer;

    /**
     * The two states before the older one, the older first, if motion continues beyond the newest state along the curve
     * through all four; otherwise null. They must be equally far apart, except for the rounding of periods to
     * nanoseconds. They must also have the same attached bodies, because poses of one body relative to different
     * parents make no curve.
     */
    @Nullable State first;

    @Nullable State second;

    public double alpha;

    /** The newest result of {@link #bend(int)}: x, y, z. Not a vector of JOML, whose classes a start would load. */
    final double[] bend = new double[3];

    /**
     * Whether the time is beyond the newest state by more than {@value #MOST_BRIDGED_GAPS} times the gap between the
     * newest two. Alpha is limited to 1 more than that.
     */
    boolean outOfReach;

    /**
     * Finds the two states around a time that is not before the oldest state. For a time beyond the newest state it
     * takes the newest two; alpha is then above 1 and at most 3. A single state is both the older and the newer one.
     */
    void find(StateWindow window, long simulationNanos) {
        int age = 0;
        int last = window.size() - 1;
        while (age < last && window.state(age).simulationNanos() > simulationNanos) {
            age++;
        }
        boolean beyond = age == 0 && window.state(0).simulationNanos() < simulationNanos && last > 0;
        older = window.state(beyond ? 1 : age);
        newer = window.state(beyond ? 0 : Math.max(0, age - 1));
        double gap = newer.simulationNanos() - older.simulationNanos();
        double unbounded = gap == 0 ? 0 : Math.max(0, (simulationNanos - older.simulationNanos()) / gap);
        alpha = Math.min(1 + MOST_BRIDGED_GAPS, unbounded);
        outOfReach = unbounded > 1 + MOST_BRIDGED_GAPS;
        // The curve uses only states that stay in the window: through a kept copy, it would become straight once the
        // copy is forgotten, and the picture would jump.
        boolean bends = beyond && window.lasting() > 3;
        for (int i = 0; bends && i < 3; i++) {
            bends = precedes(window, i, gap);
        }
        first = bends ? window.state(3) : null;
        second = bends ? window.state(2) : null;
    }

    private static boolean precedes(StateWindow window, int age, double gap) {
        State state = window.state(age);
        State before = window.state(age + 1);
        return Math.abs(state.simulationNanos() - before.simulationNanos() - gap) <= 1
                && StateInside.attachments(state) == StateInside.attachments(before);
    }

    /**
     * Computes by how much a body's motion beyond the newest state is off the straight line, as gravity and springs
     * make it. Where a coordinate's last two changes of speed disagree, there was a contact, and the motion stays
     * straight. So it does if the body was spawned or teleported since the first of the four states.
     */
    void bend(int slot) {
        bend(slot, bendShare());
    }

    /** The factor of the bend at the time of the frame; zero if motion does not bend. */
    public double bendShare() {
        return first == null ? 0 : (alpha - 1) * alpha / 2;
    }

    /** Computes a share of the last change of a body's speed; zero if its motion does not bend. */
    void bend(int slot, double share) {
        Arrays.fill(bend, 0);
        if (first != null && second != null && first.epoch(slot) == newer.epoch(slot)) {
            bend[0] = share * change(first.x(slot), second.x(slot), older.x(slot), newer.x(slot));
            bend[1] = share * change(first.y(slot), second.y(slot), older.y(slot), newer.y(slot));
            bend[2] = share * change(first.z(slot), second.z(slot), older.z(slot), newer.z(slot));
        }
    }

    /** The last change of speed from {@code a} to {@code d}; zero where the motion is straight, or has ended. */
    private static double change(double a, double b, double c, double d) {
        double last = (d - c) - (c - b);
        double before = (c - b) - (b - a);
        double most = 0.5 * Math.min(Math.abs(last), Math.abs(before));
        return Math.abs(last - before) <= most && d != c ? last : 0;
    }

    /** Whether any body may have been spawned, removed or teleported between the two states. */
    boolean hasBreaks() {
        return StateInside.epochsVersion(older) != StateInside.epochsVersion(newer);
    }

    /** The last state that the picture has reached. It decides which slots have a body. */
    State reached() {
        return alpha >= 1 ? newer : older;
    }
}
