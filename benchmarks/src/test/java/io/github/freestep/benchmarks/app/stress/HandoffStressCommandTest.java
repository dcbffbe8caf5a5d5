package io.github.freestep.benchmarks.app.stress;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.benchmarks.app.Options;
import io.github.freestep.state.StatePublisher;
import io.github.freestep.state.StateReader;
import io.github.freestep.state.StateWriter;
import io.github.freestep.time.TimeAnchor;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class HandoffStressCommandTest {
    private final StringWriter out = new StringWriter();

    @Tag("stress")
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    void findsEveryValueOfEveryWindowRight(int window) {
        assertEquals(
                0,
                run("--publishes", "3000000", "--seconds", "60", "--bodies", "4", "--window", "" + window),
                out::toString);
        assertTrue(out.toString().contains("every value of every window was right"), out::toString);
        assertFalse(out.toString().contains(" 0 windows checked"), out::toString);
    }

    @Test
    void refusesWrongValuesByName() {
        assertEquals(2, run("--seconds", "0"));
        assertTrue(out.toString().contains("--seconds must be a whole number from 1 to 86400, was 0"), out::toString);
        assertEquals(2, run("--window", "9"));
        assertTrue(out.toString().contains("--window must be a whole number from 1 to 8, was 9"), out::toString);
    }

    @Test
    void findsAPlantedFlaw() {
        SelfCheckingState content = new SelfCheckingState(3);
        StatePublisher publisher = StatePublisher.of(content.layout());
        content.spawnAll(publisher.bodies());
        StateReader reader = publisher.states().reader();
        for (int tick = 0; tick < 8; tick++) {
            StateWriter writer = publisher.begin(tick, -tick, new TimeAnchor(), 0);
            content.write(tick, publisher.bodies(), writer);
            if (tick == 7) {
                writer.linear(1, 2, -1);
            }
            publisher.publish(0);
            assertTrue(reader.acquire());
            if (tick < 7) {
                assertNull(content.flaw(reader.state(0)));
            } else {
                assertNotNull(content.flaw(reader.state(0)));
            }
        }
    }

    private int run(String... args) {
        CommandLine command = Options.commandLine(new HandoffStressCommand());
        command.setOut(new PrintWriter(out));
        command.setErr(new PrintWriter(out));
        return command.execute(args);
    }
}
