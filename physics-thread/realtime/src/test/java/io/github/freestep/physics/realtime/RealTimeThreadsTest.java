package io.github.freestep.physics.realtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.physics.spi.ThreadSystem;
import java.nio.file.Path;
import java.util.List;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** The physics thread finds the system as a service, and each request reaches it. */
class RealTimeThreadsTest {
    private final FakeKernel kernel = new FakeKernel();
    private final ThreadSystem threads = new RealTimeThreads(new Host("Linux", 22, kernel, Path.of("none")));

    @Test
    void itIsTheServiceOfThisArtifact() {
        assertInstanceOf(
                RealTimeThreads.class,
                ServiceLoader.load(ThreadSystem.class).findFirst().orElseThrow());
    }

    @Test
    void eachRequestIsMadeForItsThread() {
        int own = threads.thread("cpu");
        threads.setPriority(own, 50);
        threads.setProcessor(own, 3);
        threads.clearPriority(own);
        assertEquals(List.of("realTime 50 of 7", "cpu 3 of 7", "ordinary of 7"), kernel.requested);
    }

    @Test
    void aRefusalNamesItsOption() {
        kernel.error = 5;
        assertRefused("realTime must be allowed by the system, but 50 was refused", () -> threads.setPriority(7, 50));
        assertRefused("cpu must be a processor that this machine has", () -> threads.setProcessor(7, 3));
        kernel.isAllowed = false;
        assertRefused("cpu must be allowed to call native code", () -> threads.thread("cpu"));
        assertRefused("realTime must be allowed to call native code", () -> threads.thread("realTime"));
    }

    private static void assertRefused(String message, Executable request) {
        String refused = assertThrows(IllegalStateException.class, request).getMessage();
        assertTrue(refused.startsWith(message), refused);
    }
}
