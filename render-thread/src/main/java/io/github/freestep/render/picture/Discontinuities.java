package io.github.freestep.render.picture;

import io.github.freestep.state.State;
import io.github.freestep.state.content.StateInside;

/**
 * Makes sure that bodies that were spawned, removed or teleported between two states are not interpolated. Stateless;
 * allocates nothing.
 */
final class Discontinuities {
    private Discontinuities() {}

    /**
     * Overwrites the pose and the linear channels of each body whose epoch differs between the two states. It takes
     * them from the state {@code shown}, which is one of the two. The search takes 0.05 ns per slot, so ask {@link
     * Bracket#hasBreaks} first.
     */
    static void apply(State older, State newer, State shown, Poses out, int from, int to) {
        for (int slot = StateInside.nextBreak(newer, older, from, to);
                slot >= 0;
                slot = StateInside.nextBreak(newer, older, slot, to)) {
            // Bodies that are teleported together are usually neighbours. A search for each of them would take longer.
            for (; slot < to && older.epoch(slot) != newer.epoch(slot); slot++) {
                copy(shown, out, slot);
            }
        }
    }

    /** Overwrites the poses and the linear channels like {@link #apply}, but only of the slots in a list. */
    static void applyScattered(State older, State newer, State shown, Poses out, int[] slots, int count) {
        for (int i = 0; i < count; i++) {
            if (older.epoch(slots[i]) != newer.epoch(slots[i])) {
                copy(shown, out, slots[i]);
            }
        }
    }

    private static void copy(State shown, Poses out, int slot) {
        if (out.relative != null) {
            out.relative.interpolate(shown, shown, out, slot, slot + 1, 0);
        }
        for (int i = out.relative == null ? 0 : Poses.ORIENTATION; i < out.all.length; i++) {
            out.all[i][slot] = StateInside.values(shown)[i][slot];
        }
    }
}
