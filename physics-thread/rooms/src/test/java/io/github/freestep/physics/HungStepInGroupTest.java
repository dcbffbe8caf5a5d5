package io.github.freestep.physics;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;

/** The tests of {@link HungStepTest} for a service in a group. Its neighbours continue while a call hangs. */
@Timeout(60)
class HungStepInGroupTest extends HungStepTest {
    @BeforeEach
    void join() {
        join(new RoomNeighbours(builder, clock));
    }

    @Override
    void withoutAWatchdogThereIsNoThreadAndNoReport() {
        // The neighbours have one.
    }
}
