package io.github.freestep.physics.realtime;

import static io.github.freestep.testing.Refused.refusedWith;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.github.freestep.physics.thread.ThreadSystem;
import io.github.freestep.testing.Await;
import java.nio.file.Path;
import java.util.List;
import java.util.ServiceLoader;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** The physics thread finds the system as a service, and each request reaches it. */
class RealTimeThreadsTest {
    private final FakeKernel kernel = new FakeKernel();
    private final Host host = new Host("Linux", 22, kernel, Path.of("none"));
    private final ThreadSystem threads = new RealTimeThreads(host);

    @Test
    void itIsTheServiceOfThisArtifact() {
        assertInstanceOf(
                RealTimeThreads.class,
                ServiceLoader.load(ThreadSystem.class).findFirst().orElseThrow());
    }

    @Test
    void eachRequestIsMadeForItsThreadAndMayBeRefused() {
        threads.check(50, 3);
        ThreadSystem.Raised raised = threads.raised(50, 3);
        raised.raise();
        raised.lower();
        raised.lower();
        List<String> made = List.of("realTime 50 of 7", "cpu 3 of 7");
        assertEquals(made, kernel.requested.subList(0, 2), "the trial");
        assertEquals(made, kernel.requested.subList(2, 4));
        assertEquals(List.of("ordinary of 7"), kernel.requested.subList(4, 5));
        kernel.error = 5;
        assertThrows(IllegalStateException.class, () -> threads.check(50, -1));
        assertThrows(IllegalStateException.class, () -> threads.check(0, 3));
        kernel.isAllowed = false;
        assertThrows(IllegalStateException.class, () -> threads.check(0, 3));
    }

    @Test
    void aTrialThatDoesNotEndIsRefused() {
        CountDownLatch free = new CountDownLatch(1);
        kernel.beforeRequest = () -> Await.until(() -> free.getCount() == 0);
        refusedWith(
                "realTime(50) with cpu(3) must take effect within 1 ms, but did not; if other real-time"
                        + " threads occupy the processor, choose another processor or a higher priority, or leave the"
                        + " options out",
                IllegalStateException.class,
                () -> new ThreadSettings(host, 50, 3).check(1_000_000));
        refusedWith(
                "realTime(50) must take effect within 1 ms, but did not; if other real-time threads occupy all"
                        + " processors, choose a higher priority, or leave the options out",
                IllegalStateException.class,
                () -> new ThreadSettings(host, 50, -1).check(1_000_000));
        free.countDown();
    }

    @Test
    void aCallThatTheLibraryLacksIsRefused() {
        UnsatisfiedLinkError missing = new UnsatisfiedLinkError("no sched_setscheduler");
        kernel.beforeRequest = () -> {
            throw missing;
        };
        IllegalStateException refused = assertThrows(IllegalStateException.class, () -> threads.check(50, 3));
        assertEquals(
                "realTime(50) with cpu(3) must be requested from the C library, but this JVM cannot call it; leave the"
                        + " options out",
                refused.getMessage());
        assertSame(missing, refused.getCause());
    }

    /** On a busy processor, a request may take effect after {@code close()} has stopped waiting for it. */
    @Test
    void aPriorityThatComesAfterItsEndIsTakenBack() {
        ThreadSystem.Raised raised = threads.raised(50, -1);
        kernel.beforeRequest = () -> {
            kernel.beforeRequest = () -> {};
            raised.lower();
        };
        raised.raise();
        assertEquals(List.of("ordinary of 7", "realTime 50 of 7", "ordinary of 7"), kernel.requested);
    }
}
