package io.github.freestep.state;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.internal.StateInside;
import io.github.freestep.time.TimeAnchor;
import org.junit.jupiter.api.Test;

/** Whether the service chose the time scale itself, in states that follow each other. */
class OverloadedStatesTest {
    private final StatePublisher publisher = StatePublisher.of(StateLayout.of(1));
    private final StateBuffer states = publisher.states();

    @Test
    void anOverloadHoldsUntilItEnds() {
        try (StateReader reader = states.reader()) {
            publish(0);
            assertFalse(StateInside.isOverloaded(newest(reader)));
            publisher.begin(1, 10, new TimeAnchor(), 10);
            publisher.overloaded(true);
            publisher.publish(11);
            assertTrue(StateInside.isOverloaded(newest(reader)));
            publish(2);
            assertTrue(StateInside.isOverloaded(newest(reader)));
            publisher.amend(new TimeAnchor());
            publisher.overloaded(false);
            publisher.publish(21);
            assertFalse(StateInside.isOverloaded(newest(reader)));
            for (int tick = 3; tick < 20; tick++) {
                publish(tick);
                assertFalse(StateInside.isOverloaded(newest(reader)));
            }
        }
    }

    private void publish(long tick) {
        publisher.begin(tick, 10 * tick, new TimeAnchor(), 10 * tick);
        publisher.publish(10 * tick + 1);
    }

    private static State newest(StateReader reader) {
        reader.acquire();
        return reader.state(0);
    }
}
