package io.github.freestep.physics.workers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.github.freestep.testing.Await;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A trial asks for everything in an order that can end, and does not keep its caller for long. */
@Timeout(60)
class ThreadRequestsTest {
    private final FakeSystem system = new FakeSystem();
    private final ThreadRequests requests = system.requests().cpu(3).realTime(50);

    @Test
    void aTrialThatDoesNotEndIsRefused() {
        CountDownLatch free = new CountDownLatch(1);
        system.beforeRequest = () -> Await.until(() -> free.getCount() == 0);
        ThreadRequests impatient = system.requests(1_000_000).realTime(50).cpu(3);
        assertEquals(
                "realTime(50) with cpu(3) must take effect within 1 ms, but did not; if other real-time"
                        + " threads occupy the processor, choose another processor or a higher priority, or leave the"
                        + " options out",
                assertThrows(IllegalStateException.class, impatient::check).getMessage());
        ThreadRequests anywhere = system.requests(1_000_000).realTime(50);
        assertEquals(
                "realTime(50) must take effect within 1 ms, but did not; if other real-time threads occupy all"
                        + " processors, choose a higher priority, or leave the options out",
                assertThrows(IllegalStateException.class, anywhere::check).getMessage());
        free.countDown();
    }

    @Test
    void aCallThatTheLibraryLacksIsRefused() {
        UnsatisfiedLinkError missing = new UnsatisfiedLinkError("no sched_setscheduler");
        system.beforeRequest = () -> {
            throw missing;
        };
        IllegalStateException refused = assertThrows(IllegalStateException.class, requests::check);
        assertEquals(
                "realTime(50) with cpu(3) must be requested from the C library, but this JVM cannot call it; leave the"
                        + " options out",
                refused.getMessage());
        assertSame(missing, refused.getCause());
    }

    /** On a busy processor, a request may take effect after {@code close()} has stopped waiting for it. */
    @Test
    void aPriorityThatComesAfterItsEndIsTakenBack() {
        RaisedThread raised = new RaisedThread(system.requests().realTime(50));
        system.beforeRequest = raised::lower;
        raised.raise();
        assertEquals(0, system.priority(Thread.currentThread()));
    }

    @Test
    void withoutTheArtifactAStartIsRefused() {
        assertEquals(
                "cpu must be used with freestep-realtime, but this program has no such jar; add the artifact, or leave"
                        + " cpu out; in a shaded jar, keep META-INF/services",
                assertThrows(IllegalStateException.class, ThreadRequests.NONE.cpu(1)::check)
                        .getMessage());
    }
}
