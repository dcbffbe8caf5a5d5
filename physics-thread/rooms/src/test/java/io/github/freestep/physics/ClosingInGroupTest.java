package io.github.freestep.physics;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import org.junit.jupiter.api.Timeout;

/** The tests of {@link ClosingTest} for a service in a group. Its neighbours continue. */
@Timeout(60)
class ClosingInGroupTest extends ClosingTest {
    @Override
    void start(Host host) {
        assumeTrue(host == Host.SERVICE);
        join(new RoomNeighbours(builder, clock));
        super.start(host);
    }
}
