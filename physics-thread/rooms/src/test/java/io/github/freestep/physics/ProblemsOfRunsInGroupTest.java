package io.github.freestep.physics;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import org.junit.jupiter.api.Timeout;

/** The tests of {@link ProblemsOfRunsTest} for a service in a group. Its neighbours continue. */
@Timeout(60)
class ProblemsOfRunsInGroupTest extends ProblemsOfRunsTest {
    @Override
    void start(Host host) {
        assumeTrue(host == Host.SERVICE);
        join(new RoomNeighbours(builder, clock));
        super.start(host);
    }
}
