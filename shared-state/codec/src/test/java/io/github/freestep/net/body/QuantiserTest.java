package io.github.freestep.net.body;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StatePublisher;
import io.github.freestep.state.StateReader;
import io.github.freestep.state.StateWriter;
import io.github.freestep.time.TimeAnchor;
import org.junit.jupiter.api.Test;

class QuantiserTest {
    private final TimeAnchor anchor = new TimeAnchor();

    /** The values of such a slot are unspecified, so they must neither be sent nor make a difference. */
    @Test
    void aSlotWithoutABodyHasNothingButItsEpoch() {
        StateLayout layout = StateLayout.of(2).linear("fuel");
        StatePublisher publisher = StatePublisher.of(layout);
        StateReader reader = publisher.states().reader();
        Quantiser quantiser = new Quantiser(layout, PoseGrid.STANDARD);
        int[] ints = new int[new BodyFields(layout).block];
        publisher.bodies().spawn(0);
        for (int tick = 0; tick < 2; tick++) {
            StateWriter out = publisher.begin(tick, tick, anchor, 0);
            if (tick == 0) {
                out.position(0, 1, 2, 3);
                out.orientation(0, 0, 0, 1, 0);
                out.linear(0, 0, 4);
            }
            publisher.publish(0);
            reader.acquire();
            quantiser.open(reader.state(0));
            quantiser.block(reader.state(0), 0, ints);
            assertEquals(reader.state(0).epoch(0), ints[BodyFields.EPOCH]);
            for (int i = 1; i < ints.length; i++) {
                assertTrue(tick == 0 || ints[i] == 0);
            }
            if (tick == 0) {
                publisher.bodies().remove(0);
            }
        }
        assertTrue(ints[BodyFields.EPOCH] > 0);
    }
}
