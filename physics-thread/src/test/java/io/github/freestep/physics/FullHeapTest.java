package io.github.freestep.physics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.github.freestep.testing.OtherProcess;
import io.github.freestep.testing.Thorough;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A service whose JVM has no memory left ends as documented. It runs in a separate JVM, which writes nothing to stderr.
 */
@Timeout(300)
class FullHeapTest {
    /**
     * For the second compiler, the JVM creates the strings of a class whenever it wants to compile one of its methods.
     * With a full heap, each attempt costs two collections, and rooms take minutes for a second of work.
     */
    private static final String FIRST_COMPILER = "-XX:TieredStopAtLevel=1";

    static Stream<Arguments> places() {
        return Stream.of(
                        arguments("step", "the step of tick 3 failed", 3),
                        arguments("command", "the physics thread failed", 0),
                        arguments("write", "writing the state of tick 4 failed", 4),
                        arguments("poll", "an input source failed before tick 1", 1))
                .limit(Thorough.of(2, 4));
    }

    @ParameterizedTest
    @MethodSource("places")
    void aFullHeapEndsTheServiceWithoutFurtherAllocation(String place, String what, long tick) throws Exception {
        String out = start("-XX:+UseSerialGC", FullHeap.class, place);
        String cause = "java.lang.OutOfMemoryError: Java heap space";
        String failure = PhysicsException.class.getName() + ": full: " + what + ": " + cause;
        assertEquals(
                "FAILED\nthe failure: " + failure + "\ntick " + tick + ", cause " + cause + "\nended\n",
                out.replace("\r", ""));
    }

    static Stream<String> collectors() {
        return Stream.of("-XX:+UseG1GC", "-XX:+UseSerialGC").limit(Thorough.of(1, 2));
    }

    /** The rooms of a group allocate nothing, even while they drop time. */
    @ParameterizedTest
    @MethodSource("collectors")
    void aHeapFilledByOthersEndsNoRoom(String collector) throws Exception {
        String out = start(collector, FullHeapOfRooms.class);
        assertEquals("closed\n", out.replace("\r", ""));
    }

    private static String start(String collector, Class<?> main, String... arguments) throws Exception {
        return OtherProcess.with("-Xmx24m", FIRST_COMPILER, collector).start(main, arguments);
    }
}
