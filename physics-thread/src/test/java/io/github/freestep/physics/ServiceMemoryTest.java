package io.github.freestep.physics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.testing.OtherProcess;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** A service takes memory only for what it uses. All tests run in a separate JVM. */
@Timeout(120)
@Execution(ExecutionMode.CONCURRENT)
class ServiceMemoryTest {
    @Test
    void aServiceWithoutInputAndCommandsTakesLessThan64KilobytesOfHeap() throws Exception {
        // Without buffers of threads, which count as used memory as soon as a thread has one.
        String out = OtherProcess.with("-Xmx256m", "-XX:+UseSerialGC", "-XX:-UseTLAB")
                .start(ServiceMemory.class);
        long bytes = Long.parseLong(out.strip());
        assertTrue(bytes > 8_000 && bytes < 64_000, "bytes per service: " + bytes);
    }

    @Test
    void aFirstPushWithoutMemoryThrowsToItsCallerAndTheServiceGoesOn() throws Exception {
        String out = OtherProcess.with("-Xmx32m").start(FirstPushWithoutMemory.class);
        assertEquals("no memory\nno memory\nRUNNING\n", out.replace("\r", ""));
    }
}
