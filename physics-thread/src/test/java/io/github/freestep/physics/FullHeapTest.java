package io.github.freestep.physics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.testing.OtherProcess;
import io.github.freestep.testing.Rows;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Map;
import java.util.spi.ToolProvider;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;

/**
 * A service whose JVM has no memory left ends as documented, and reports that once there is some memory. It runs in a
 * separate JVM, which writes nothing to stderr but the lines of the log, for which there may be no memory.
 */
@Timeout(300)
@Execution(ExecutionMode.CONCURRENT)
class FullHeapTest {
    /**
     * For the second compiler, the JVM creates the strings of a class whenever it wants to compile one of its methods.
     * With a full heap, each attempt costs two collections.
     */
    private static final String FIRST_COMPILER = "-XX:TieredStopAtLevel=1";

    /** Instructions of a class file that may take memory, the first time or each time. */
    private static final String MAKING = " (new|newarray|anewarray|multianewarray|invokedynamic) .*|// String \\S";

    /** The methods that must have their whole effect even if there is no memory. */
    private static final Map<String, String> ENDS = Map.of(
            "RunEnd",
            "end|markEnded",
            "Pass",
            "end",
            "RunOutput",
            "close",
            "event/Consumers",
            "close",
            "request/RunRequests",
            "end",
            "request/Lanes",
            "end",
            "request/CommandCallbacks",
            "end");

    /** In a set-up, nothing that the end needs was used before, so that each first use of it takes memory. */
    @ParameterizedTest
    @Rows(
            usually = 1,
            value = {"set-up, UseG1GC", "step, UseSerialGC", "command, UseG1GC"})
    void aServiceThatFillsTheHeapEndsForGood(String place, String collector) throws Exception {
        String out = OtherProcess.with("-Xmx24m", FIRST_COMPILER, "-XX:+" + collector)
                .ignoring(line -> line.matches("|\\tat .*|.*(ProblemDelivery\\$SystemLog|Java heap space).*"))
                .start(FullHeap.class, place);
        assertEquals("""
                FAILED by java.lang.OutOfMemoryError: Java heap space
                closes of the world: 1, open futures: 0
                afterwards: open futures: 0, takes input: false, calls handlers: false
                """, out.replace("\r", ""));
    }

    /**
     * The other tests of this class would not always find a text that is made at the end, because a few bytes of a full
     * heap may be free at that moment.
     */
    @Test
    void whatMarksTheEndMakesNothing() {
        for (Map.Entry<String, String> each : ENDS.entrySet()) {
            String code = methods(each.getKey(), each.getValue());
            assertTrue(code.lines().count() > 3, code);
            assertEquals(
                    "",
                    code.lines()
                            .filter(line -> line.matches(".*(" + MAKING + ").*"))
                            .collect(Collectors.joining("\n")),
                    each.getKey());
        }
    }

    /** Returns the instructions of methods of a class. */
    private static String methods(String type, String names) {
        String file = "target/classes/io/github/freestep/physics/" + type + ".class";
        StringWriter listing = new StringWriter();
        PrintWriter out = new PrintWriter(listing);
        ToolProvider.findFirst("javap").orElseThrow().run(out, out, "-p", "-c", file);
        return Stream.of(listing.toString().split("\n\n"))
                .filter(each -> each.lines().findFirst().orElse("").matches(".* (" + names + ")\\(.*"))
                .collect(Collectors.joining("\n"));
    }
}
