package io.github.freestep.physics.realtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.github.freestep.physics.spi.ThreadSystem;
import java.nio.file.Path;
import java.util.List;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;

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
    void eachRequestIsMadeForItsThreadAndMayBeRefused() {
        int own = threads.thread("cpu");
        threads.setPriority(own, 50);
        threads.setProcessor(own, 3);
        threads.clearPriority(own);
        assertEquals(List.of("realTime 50 of 7", "cpu 3 of 7", "ordinary of 7"), kernel.requested);
        kernel.error = 5;
        assertThrows(IllegalStateException.class, () -> threads.setPriority(7, 50));
        assertThrows(IllegalStateException.class, () -> threads.setProcessor(7, 3));
        kernel.isAllowed = false;
        assertThrows(IllegalStateException.class, () -> threads.thread("cpu"));
    }
}
