package io.github.freestep.net.body;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.state.State;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StateWriter;
import org.junit.jupiter.api.Test;

class QuantiserTest {
    /** The values of such a slot are unspecified, so they must neither be sent nor make a difference. */
    @Test
    void aSlotWithoutABodyHasNothingButItsEpoch() {
        StateLayout layout = StateLayout.of(2).linear("fuel");
        Published published = new Published(layout, 1);
        Quantiser quantiser = new Quantiser(layout, PoseGrid.STANDARD);
        int[] ints = new int[new BodyFields(layout).block];
        for (int tick = 0; tick < 2; tick++) {
            StateWriter out = published.begin(tick, tick);
            if (tick == 0) {
                out.position(0, 1, 2, 3);
                out.orientation(0, 0, 0, 1, 0);
                out.linear(0, 0, 4);
            }
            State state = published.publish();
            quantiser.open(state);
            quantiser.block(state, 0, ints);
            assertEquals(state.epoch(0), ints[BodyFields.EPOCH]);
            for (int i = 1; i < ints.length; i++) {
                assertTrue(tick == 0 || ints[i] == 0);
            }
            if (tick == 0) {
                published.bodies.remove(0);
            }
        }
        assertTrue(ints[BodyFields.EPOCH] > 0);
    }
}
