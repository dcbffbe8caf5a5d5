package io.github.freestep.benchmarks.jmh.tick;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.github.freestep.physics.PhysicsContext;
import io.github.freestep.physics.Simulation;
import io.github.freestep.physics.Tick;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StateWriter;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/** The command of the main page measures a simulation of the user's own once, for the bodies that it has. */
class SceneBenchmarkTest {
    /** A simulation of a user's own, with one body. */
    public static final class Ball implements Simulation {
        @Override
        public StateLayout layout() {
            return StateLayout.of(1);
        }

        @Override
        public void setUp(PhysicsContext c) {
            c.bodies().spawn(0);
        }

        @Override
        public void step(Tick tick) {}

        @Override
        public void write(StateWriter state) {
            state.position(0, 0, 1, 0);
        }
    }

    /** Another run of JMH on the machine does not matter, because the figures do not. */
    @BeforeAll
    static void ignoreOtherRuns() {
        System.setProperty("jmh.ignoreLock", "true");
    }

    @Test
    void aTickAndAFrameOfTheUsersOwnClassHaveOneRowEach() throws RunnerException {
        Collection<RunResult> rows = run(Ball.class.getName());
        List<String> names = rows.stream()
                .map(row -> row.getParams().getBenchmark().replaceAll(".*\\.", ""))
                .sorted()
                .collect(Collectors.toList());
        assertEquals(List.of("frame", "tick"), names);
    }

    @Test
    void aNumberOfBodiesIsRefusedWhereItHasNoEffect() {
        assertEquals(
                "bodies must be set for a built-in scene only, was 250000 for com.example.Mine, which has its own number"
                        + " of bodies; leave out -p bodies",
                refusal("com.example.Mine", "250000"));
        assertEquals("bodies must be a whole number from 1 on, or \"usual\", was \"many\"", refusal("swarm", "many"));
    }

    private static String refusal(String simulation, String bodies) {
        SceneBenchmark benchmark = new SceneBenchmark();
        benchmark.simulation = simulation;
        benchmark.bodies = bodies;
        return assertThrows(IllegalArgumentException.class, benchmark::open).getMessage();
    }

    private static Collection<RunResult> run(String simulation) throws RunnerException {
        ChainedOptionsBuilder options = new OptionsBuilder()
                .include("SceneBenchmark")
                .param("simulation", simulation)
                .forks(0)
                .warmupIterations(0)
                .measurementIterations(1)
                .measurementTime(TimeValue.milliseconds(1))
                .shouldFailOnError(true)
                .verbosity(VerboseMode.SILENT);
        return new Runner(options.build()).run();
    }
}
