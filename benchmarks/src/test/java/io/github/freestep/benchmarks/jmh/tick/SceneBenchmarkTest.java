package io.github.freestep.benchmarks.jmh.tick;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.github.freestep.physics.Tick;
import io.github.freestep.tools.Walkers;
import java.util.Collection;
import java.util.List;
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
    public static final class Ball extends Walkers {
        public Ball() {
            super(1);
        }

        @Override
        public void step(Tick tick) {}
    }

    /** Another run of JMH on the machine does not matter, because the figures do not. */
    @BeforeAll
    static void ignoreOtherRuns() {
        System.setProperty("jmh.ignoreLock", "true");
    }

    @Test
    void theUsersOwnClassHasOneRowForEachPartOfItsWork() throws RunnerException {
        Collection<RunResult> rows = run(Ball.class.getName(), "SceneBenchmark");
        String names = rows.stream()
                .map(row -> row.getParams().getBenchmark().replaceAll(".*\\.", "")
                        + row.getParams().getParamsKeys())
                .sorted()
                .toList()
                .toString();
        assertEquals(
                "[publish[simulation], sample[simulation], step[simulation], tick[simulation], write[simulation]]",
                names);
    }

    @Test
    void theClassOfTheMainPageCanBeMeasured() throws RunnerException {
        String ball = io.github.freestep.benchmarks.examples.Ball.class.getName();
        assertEquals(5, run(ball, "SceneBenchmark").size());
    }

    @Test
    void aNumberOfBodiesIsRefusedWhereItHasNoEffect() {
        for (String wrong : List.of("com.example.Mine:1", "swarm:many", "swarm:0")) {
            assertEquals(
                    "simulation must be a class, a scene, or a scene with its number of bodies, such as swarm:1000, was "
                            + wrong,
                    assertThrows(IllegalArgumentException.class, () -> SceneBenchmark.world(wrong))
                            .getMessage());
        }
        assertEquals(7, SceneBenchmark.world("swarm:7").layout().capacity());
    }

    private static Collection<RunResult> run(String simulation, String include) throws RunnerException {
        ChainedOptionsBuilder options = new OptionsBuilder()
                .include(include)
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
