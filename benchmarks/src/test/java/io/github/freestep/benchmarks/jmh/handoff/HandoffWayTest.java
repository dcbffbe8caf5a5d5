package io.github.freestep.benchmarks.jmh.handoff;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.github.freestep.benchmarks.jmh.MovingSlots;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The ways that are compared all do the same work. */
class HandoffWayTest {
    @ParameterizedTest
    @EnumSource
    void theReaderGetsTheNewestStateAndKeepsIt(HandoffWay way) {
        MovingSlots slots = new MovingSlots(3);
        HandoffWay.Handoff handoff = way.open(slots.bodies());
        assertNull(handoff.acquire());
        handoff.publish(1, slots.poses(1));
        handoff.publish(2, slots.poses(2));
        HandoffWay.Snapshot state = handoff.acquire();
        for (int tick = 3; tick < 20; tick++) {
            handoff.publish(tick, slots.poses(1));
        }
        assertArrayEquals(slots.poses(2), state.poses);
    }
}
