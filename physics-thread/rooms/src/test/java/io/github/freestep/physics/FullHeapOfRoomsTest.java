package io.github.freestep.physics;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.freestep.testing.OtherProcess;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A group leaves no future open, even if a room has filled the heap of its JVM. It runs in a separate JVM. */
@Timeout(300)
@Execution(ExecutionMode.CONCURRENT)
class FullHeapOfRoomsTest {
    // For one service, FullHeapTest has the rule.
    @EnabledIfSystemProperty(named = "thorough", matches = ".*")
    @ParameterizedTest
    @ValueSource(strings = {"step", "command"})
    void noFutureOfARoomThatFillsTheHeapIsOpenAfterTheCloseOfItsGroup(String place) throws Exception {
        String out = OtherProcess.with("-Xmx24m", "-XX:TieredStopAtLevel=1", "-XX:+UseG1GC")
                .ignoring(line -> line.matches("|\\tat .*|.*(ProblemDelivery\\$SystemLog|Java heap space).*"))
                .start(FullHeapOfRooms.class, place);
        assertEquals("FAILED, open futures: 0 of 120\nafterwards: 0\n", out.replace("\r", ""));
    }
}
