package io.github.freestep.physics.lockstep.session;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.freestep.physics.lockstep.MatchSettings;
import io.github.freestep.physics.lockstep.Rules;
import io.github.freestep.state.StateLayout;
import io.github.freestep.time.VirtualClock;
import org.junit.jupiter.api.Test;

class HostTimeTest {
    private static final long MILLI = 1_000_000;

    private final SessionState session = new SessionState(
            Rules.of(MatchSettings.of("host", StateLayout.of(1), 2).rate(50)),
            new VirtualClock(0),
            (why, cause) -> new IllegalStateException(why, cause));
    private final HostTime time = new HostTime(session);

    @Test
    void countsFromTheFirstStateAndThenFromTheLastCall() {
        session.startAt(new StartPoint(100, null));
        session.clock().hold(2_030 * MILLI);
        assertEquals(30 * MILLI, time.elapsedNanos());
        assertEquals(0, time.elapsedNanos());
        session.clock().hold(2_047 * MILLI);
        assertEquals(17 * MILLI, time.elapsedNanos());
    }

    @Test
    void beforeTheFirstStateItCountsFromTheBeginningOfTheMatch() {
        session.clock().hold(5 * MILLI);
        assertEquals(5 * MILLI, time.elapsedNanos());
        session.startAt(new StartPoint(100, null));
        session.clock().hold(2_000 * MILLI);
        assertEquals(1_995 * MILLI, time.elapsedNanos());
    }
}
