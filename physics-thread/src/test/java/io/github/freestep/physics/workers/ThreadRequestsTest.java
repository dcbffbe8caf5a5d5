package io.github.freestep.physics.workers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

/** What is requested needs an artifact. */
class ThreadRequestsTest {
    @Test
    void withoutTheArtifactAStartIsRefused() {
        assertEquals(
                "cpu must be used with freestep-realtime, but this program has no such jar; add the artifact, or leave"
                        + " cpu out; in a shaded jar, keep META-INF/services",
                assertThrows(IllegalStateException.class, ThreadRequests.NONE.cpu(1)::check)
                        .getMessage());
    }
}
