package io.github.freestep.physics.thread;

import static io.github.freestep.testing.Refused.refusedWith;

import org.junit.jupiter.api.Test;

/** What is requested needs an artifact. */
class SystemRequestsTest {
    @Test
    void withoutTheArtifactAStartIsRefused() {
        refusedWith(
                "cpu must be used with freestep-realtime, but this program has no such jar; add the artifact, or leave"
                        + " cpu out; in a shaded jar, keep META-INF/services",
                IllegalStateException.class,
                SystemRequests.NONE.cpu(1)::check);
    }
}
