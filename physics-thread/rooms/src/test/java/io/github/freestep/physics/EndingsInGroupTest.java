package io.github.freestep.physics;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;

/** The tests of {@link EndingsTest} for a service in a group. Its neighbours continue. */
@Timeout(60)
class EndingsInGroupTest extends EndingsTest {
    @BeforeEach
    void join() {
        join(new RoomNeighbours(builder, clock));
    }

    @Override
    void anInterruptBetweenTwoPasses() {
        // Has no effect: the thread belongs to no service of the group.
    }

    @Override
    void aShutdownHookCanCloseAServiceWhoseStepCallsExit() {
        // Runs in another process, without a group.
    }
}
