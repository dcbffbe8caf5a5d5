package io.github.freestep.benchmarks.app.stress;

import io.github.freestep.benchmarks.scenes.Scenes;
import io.github.freestep.benchmarks.scenes.StepCost;
import io.github.freestep.physics.Simulation;
import io.github.freestep.state.State;
import io.github.freestep.state.StateLayout;
import io.github.freestep.time.Ratio;
import io.github.freestep.tools.Options;
import io.github.freestep.tools.Options.Range;
import io.github.freestep.tools.record.Simulations;
import io.github.freestep.tools.report.Units;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;

/**
 * The options of {@code stress} with their defaults. Nothing changes them during a
 * run.
 */
final class StressSettings {
    /** The states that a reader sees at once. */
    static final int WINDOW = 4;

    /** Options that say nothing about the run itself. */
    private static final Set<String> NO_FACTS = Set.of("report", "help", "version");

    @Option(
            names = "--simulation",
            paramLabel = "NAME",
            description = "swarm, in which every value is known; springs; pile, boxes in PhysX; pile2d in dyn4j;"
                    + " pile-bullet, pile-box2d, pile-jolt; or your own class on the class path. Default:"
                    + " ${DEFAULT-VALUE}.")
    String simulation = "swarm";

    @Option(
            names = "--check",
            paramLabel = "CLASS",
            description = "With your own class: a class that implements Consumer<State>, which gets each state, and"
                    + " throws if the state is wrong.")
    String check;

    @Option(
            names = "--garbage",
            paramLabel = "BYTES",
            description = "With your own class: what a tick of it may allocate, if it has no engine. Default: 0.")
    @Range(min = 0, max = Integer.MAX_VALUE)
    int garbage;

    /** Null for the usual number of the scene. */
    @Option(names = "--bodies", paramLabel = "N", description = "Bodies, 1 to 16777216. Default: 1000; of pile2d 200.")
    @Range(max = StateLayout.MAX_CAPACITY)
    Integer bodies;

    /** Null for the usual rate. */
    @Option(
            names = "--rate",
            paramLabel = "HZ",
            description = "Ticks per second: a number or a fraction such as 60000/1001. Default: 100.")
    Ratio rate;

    /** Null for the usual cost. */
    @Option(
            names = "--step-cost",
            paramLabel = "COST",
            converter = CostConverter.class,
            description = "Time to add to each step, such as 3000us or 30%% of a tick. Append :constant, :lognormal or"
                    + " :bimodal, which makes one tick in 20 three times as long. Default: 30%%:bimodal.")
    StepCost stepCost;

    /** Null for the usual rates. */
    @Option(
            names = "--fps",
            split = ",",
            paramLabel = "FPS",
            description = "Frames per second, 1 to 10000. A list starts one reader for each rate. Default: 60,144.")
    @Range(max = 10_000)
    List<Integer> fps;

    @Option(
            names = "--seconds",
            paramLabel = "N",
            description = "Duration in seconds, 1 to 86400. Default: ${DEFAULT-VALUE}.")
    @Range(max = 86_400)
    int seconds = 15;

    @Option(
            names = "--fault",
            paramLabel = "FAULT",
            description =
                    "A fault as NAME, NAME@SECOND or NAME@SECOND:DURATION, in seconds; may be repeated. NAME is gc,"
                            + " reader-stall, reader-sleep, reader-leave, slow-step, throwing-step, input-flood, pause, scale,"
                            + " burst (of spawns, removals and teleports), hog (of processors), random or none. Default:"
                            + " random.")
    List<String> faults = List.of("random");

    @Option(names = "--seed", paramLabel = "N", description = "Seed of all random numbers. Default: ${DEFAULT-VALUE}.")
    long seed = 1;

    @Option(names = "--plant", hidden = true, description = "A flaw that the run plants in itself and must find.")
    Plant plant = Plant.NONE;

    @Option(
            names = "--report",
            paramLabel = "DIR",
            description = "Write a page with all figures, report.html, to this folder.")
    Path report;

    @Option(
            names = "--junit",
            paramLabel = "FILE",
            description = "Write a test for each promise to this file, as JUnit's reports have them.")
    Path junit;

    List<PlannedFault> plan;

    static final class CostConverter implements ITypeConverter<StepCost> {
        @Override
        public StepCost convert(String text) {
            return StepCost.parse(text);
        }
    }

    /** Whether the simulation is a class of the user's. */
    boolean isOwn() {
        return !Scenes.names().contains(simulation);
    }

    /** Makes the world of a run. */
    Simulation world() {
        return isOwn() ? Simulations.of(simulation, 1, seed) : Scenes.of(simulation, bodies, seed, stepCost);
    }

    /** Makes what looks at the states of the user's world. */
    @SuppressWarnings("unchecked")
    Consumer<State> invariants() {
        return check == null ? state -> {} : Simulations.byClass(check, Consumer.class);
    }

    /**
     * Checks that none of the options would be ignored.
     *
     * @throws IllegalArgumentException if one would be
     */
    void check(List<OptionSpec> given) {
        List<String> names =
                given.stream().map(option -> option.longestName().substring(2)).toList();
        for (String own : isOwn() ? List.of("bodies", "plant") : List.of("check", "garbage")) {
            if (names.contains(own)) {
                throw new IllegalArgumentException("--" + own + " must not be given with --simulation " + simulation
                        + (isOwn() ? ", which is not built in" : ", which is built in"));
            }
        }
    }

    /** Returns the options that the run reads, with their values or defaults. */
    Map<String, Object> facts(List<OptionSpec> all) {
        Map<String, Object> facts = new LinkedHashMap<>();
        for (OptionSpec option : all) {
            String name = option.longestName().substring(2);
            Object value = option.getValue();
            if (!NO_FACTS.contains(name) && value != null && !option.hidden()) {
                facts.put(name, value);
            }
        }
        return facts;
    }

    /**
     * Sets what was not given to its default, and checks the options against each other and against this machine.
     *
     * @throws IllegalArgumentException if they do not fit; the message is for the user
     */
    StressSettings resolve() {
        if (bodies == null && !isOwn()) {
            bodies = Scenes.usualBodies(simulation);
        }
        if (rate == null) {
            rate = Ratio.of(100);
        }
        if (stepCost == null) {
            stepCost = isOwn() ? StepCost.NONE : StepCost.parse("30%:bimodal");
        }
        if (fps == null) {
            fps = List.of(60, 144);
        }
        checkStepCost();
        plan = PlannedFault.plan(FaultKind.ofService(!isOwn()), faults, seconds, seed);
        return this;
    }

    /** What each step of the user's world costs in addition. A scene spends it itself. */
    StepCost ownCost() {
        return isOwn() ? stepCost : StepCost.NONE;
    }

    /** For how many ticks the user's world is tried: as many as the run has by its time. */
    int triedTicks() {
        return (int) Math.max(WorldTrial.LEAST_TICKS, seconds / tickSeconds());
    }

    long tickNanos() {
        return 1_000_000_000 * rate.denominator() / rate.numerator();
    }

    double tickSeconds() {
        return (double) rate.denominator() / rate.numerator();
    }

    /** Limits the step cost, because a run waits for the current step before it ends. */
    private void checkStepCost() {
        double nanos = stepCost.usualNanos(tickSeconds());
        if (nanos > StepCost.MOST_NANOS) {
            throw Options.wrong(
                    "--step-cost",
                    "at most " + Units.time(StepCost.MOST_NANOS) + " a step",
                    stepCost + ", which is " + Units.time(nanos) + " a step at --rate " + rate);
        }
    }
}
