package io.github.freestep.benchmarks.jmh.handoff;

import io.github.freestep.state.State;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StateWriter;

/**
 * Freestep's state buffer with linear channels instead of poses. Channels are copied as they are, which is the same
 * work as in the other handoffs. So this measures the handoff alone. The cost: with one reader, nine states in memory.
 */
final class FreestepChannelsHandoff extends FreestepHandoff {
    private boolean placed;

    FreestepChannelsHandoff(int bodies) {
        super(StateLayout.of(bodies).linear("x", "y", "z", "qx", "qy", "qz", "qw"));
    }

    @Override
    void write(StateWriter writer, float[][] source) {
        if (!placed) {
            // Every new body needs a position. Later states keep it at no cost.
            writer.positions(source[0], source[1], source[2], 0, source[0].length);
            placed = true;
        }
        for (int i = 0; i < Payload.ARRAYS; i++) {
            writer.linear(i, source[i], 0, source[i].length);
        }
    }

    @Override
    float fold(State newest, View view) {
        float carried = 0;
        for (int i = 0; i < Payload.ARRAYS; i++) {
            carried = view.fold(carried, newest.linear(i));
        }
        return carried;
    }
}
