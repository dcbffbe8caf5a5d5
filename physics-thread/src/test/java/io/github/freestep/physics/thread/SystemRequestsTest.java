package io.github.freestep.physics.thread;

import static io.github.freestep.testing.Refused.refusedWith;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.time.NanoClock;
import io.github.freestep.time.VirtualClock;
import org.junit.jupiter.api.Test;

/** What is requested needs an artifact, and the timer a system and a clock that need it. */
class SystemRequestsTest {
    /** A timer of the system would not end the parks of a virtual clock. */
    @Test
    void onlyClocksThatParkInRealTimeNeedATimerAndOnlyOnWindows() {
        assertTrue(SystemRequests.isTimerNeeded("Windows 11", NanoClock.system()));
        assertFalse(SystemRequests.isTimerNeeded("Windows 11", new VirtualClock(0)));
        assertFalse(SystemRequests.isTimerNeeded("Linux", NanoClock.system()));
    }

    @Test
    void withoutTheArtifactAStartIsRefused() {
        refusedWith(
                "cpu must be used with freestep-realtime, but this program has no such jar; add the artifact, or leave"
                        + " cpu out; in a shaded jar, keep META-INF/services",
                IllegalStateException.class,
                SystemRequests.NONE.cpu(1)::check);
    }
}
