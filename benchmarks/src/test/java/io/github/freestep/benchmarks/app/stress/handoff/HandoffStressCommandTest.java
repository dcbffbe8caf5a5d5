package io.github.freestep.benchmarks.app.stress.handoff;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.benchmarks.app.Options;
import io.github.freestep.state.State;
import io.github.freestep.state.StatePublisher;
import io.github.freestep.state.StateReader;
import io.github.freestep.testing.Thorough;
import io.github.freestep.time.TimeAnchor;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class HandoffStressCommandTest {
    private final StringWriter out = new StringWriter();
    private SelfCheckingState content;
    private StatePublisher publisher;
    private StateReader reader;

    @Tag("stress")
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    void findsEveryValueOfEveryWindowRight(int window) {
        assertEquals(
                0,
                run(
                        "--publishes",
                        "" + Thorough.of(150_000, 1_000_000),
                        "--seconds",
                        "60",
                        "--bodies",
                        "4",
                        "--window",
                        "" + window),
                out::toString);
        assertTrue(out.toString().contains("every value of every window was right"), out::toString);
        assertTrue(
                out.toString()
                        .lines()
                        .filter(line -> line.contains("  reader "))
                        .noneMatch(line -> line.contains(" 0 windows checked")),
                out::toString);
    }

    @Test
    void refusesWrongValuesByName() {
        assertEquals(2, run("--seconds", "0"));
        assertTrue(out.toString().contains("--seconds must be a whole number from 1 to 86400, was 0"), out::toString);
        assertEquals(2, run("--window", "9"));
        assertTrue(out.toString().contains("--window must be a whole number from 1 to 8, was 9"), out::toString);
    }

    @Test
    void findsAPlantedFlawInEveryValueOfEveryBody() {
        open(70);
        for (int tick = 0; tick < 40; tick++) {
            publish(tick);
        }
        assertTrue(reader.acquire());
        State state = reader.state(0);
        assertNull(content.flaw(state));
        List<float[]> all = List.of(
                state.x(),
                state.y(),
                state.z(),
                state.qx(),
                state.qy(),
                state.qz(),
                state.qw(),
                state.linear(0),
                state.linear(1),
                state.stepped(0));
        for (float[] values : all) {
            for (int body = 0; body < 70; body++) {
                float right = values[body];
                values[body]++;
                assertNotNull(content.flaw(state));
                values[body] = right;
            }
        }
    }

    @Test
    void findsWhatWasWrittenToAStateThatWasNotPublished() {
        open(300);
        long[] last = new long[300];
        int skipped = 0;
        int fromUnpublished = 0;
        for (int tick = 0; tick < 500; tick++) {
            publish(tick);
            LastWrites lastWrites = new LastWrites(content.plan()).at(tick);
            for (int body = 0; body < 300; body++) {
                boolean written = (content.plan().written(tick, body / 64, 0) >>> body & 1) != 0;
                last[body] = written ? tick : last[body];
                skipped += last[body] < tick - 30 ? 1 : 0;
                fromUnpublished += content.plan().isPublished(last[body]) ? 0 : 1;
                assertEquals(last[body], lastWrites.of(0, body));
            }
            if (content.plan().isPublished(tick)) {
                assertTrue(reader.acquire());
                assertEquals(tick, reader.state(0).tick());
                assertNull(content.flaw(reader.state(0)));
            }
        }
        assertTrue(skipped > 1_000 && fromUnpublished > 1_000, skipped + " skipped, " + fromUnpublished);
    }

    private void open(int bodies) {
        content = new SelfCheckingState(bodies, 1);
        publisher = StatePublisher.of(content.layout());
        content.spawnAll(publisher.bodies());
        reader = publisher.states().reader();
    }

    private void publish(int tick) {
        content.write(tick, publisher.bodies(), publisher.begin(tick, -tick, new TimeAnchor(), 0));
        if (content.plan().isPublished(tick)) {
            publisher.publish(0);
        }
    }

    private int run(String... args) {
        CommandLine command = Options.commandLine(new HandoffStressCommand());
        command.setOut(new PrintWriter(out));
        command.setErr(new PrintWriter(out));
        return command.execute(args);
    }
}
