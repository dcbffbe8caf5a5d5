package io.github.freestep.physics.saves.content;

import io.github.freestep.state.State;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StateWriter;

/** Copies ranges of slots from one state to another of the same layout. Stateless; allocates nothing. */
public final class StateRange {
    private StateRange() {}

    /**
     * Copies poses and channels.
     *
     * @param first the first slot
     * @param end one beyond the last slot
     */
    public static void copy(StateLayout layout, State from, StateWriter to, int first, int end) {
        if (layout.hasDoublePositions()) {
            to.positions(from.doubleX(), from.doubleY(), from.doubleZ(), first, end);
        } else {
            to.positions(from.x(), from.y(), from.z(), first, end);
        }
        to.orientations(from.qx(), from.qy(), from.qz(), from.qw(), first, end);
        for (int channel = 0; channel < layout.linearChannels().size(); channel++) {
            to.linear(channel, from.linear(channel), first, end);
        }
        for (int channel = 0; channel < layout.steppedChannels().size(); channel++) {
            to.stepped(channel, from.stepped(channel), first, end);
        }
    }
}
