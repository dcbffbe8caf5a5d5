package io.github.freestep.physics;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.freestep.testing.OtherProcess;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * A service whose JVM has no memory left ends as documented. It runs in a separate JVM, which writes nothing to stderr
 * but the line of the log, for which there may be no memory.
 */
@Timeout(300)
@Execution(ExecutionMode.CONCURRENT)
class FullHeapTest {
    /**
     * For the second compiler, the JVM creates the strings of a class whenever it wants to compile one of its methods.
     * With a full heap, each attempt costs two collections.
     */
    private static final String FIRST_COMPILER = "-XX:TieredStopAtLevel=1";

    @Test
    void aServiceSaysWhyItEndedAndNoFutureIsOpenAfterItsClose() throws Exception {
        String cause = "java.lang.OutOfMemoryError: Java heap space";
        String out = OtherProcess.with("-Xmx24m", FIRST_COMPILER, "-XX:+UseSerialGC")
                .ignoring(line -> line.contains("Problems$SystemLog") || line.contains("FAULT: Java heap space"))
                .start(FullHeap.class);
        assertEquals("FAILED, open futures: 0\nthe failure: " + cause + "\nended\n", out.replace("\r", ""));
    }
}
