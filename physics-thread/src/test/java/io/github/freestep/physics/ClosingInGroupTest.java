package io.github.freestep.physics;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;

/** The tests of {@link ClosingTest} for a service in a group. Its neighbours go on. */
@Timeout(60)
class ClosingInGroupTest extends ClosingTest {
    @BeforeEach
    void join() {
        joinGroup();
    }
}
