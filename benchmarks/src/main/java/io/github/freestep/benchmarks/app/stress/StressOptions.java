package io.github.freestep.benchmarks.app.stress;

import io.github.freestep.benchmarks.app.Options;
import io.github.freestep.benchmarks.app.Options.Range;
import io.github.freestep.benchmarks.scenes.Scenes;
import io.github.freestep.benchmarks.scenes.StepCost;
import io.github.freestep.render.FrameMode;
import io.github.freestep.state.StateLayout;
import io.github.freestep.time.Ratio;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;

/** The options of {@code stress}, each with its default. */
final class StressOptions {
    /** Poses, a few channels and an epoch, of four bytes each. */
    private static final long BYTES_A_BODY = 60;

    @ArgGroup(validate = false, heading = "%nWhat is simulated:%n", order = 1)
    World world = new World();

    @ArgGroup(validate = false, heading = "%nWho looks, and for how long:%n", order = 2)
    View view = new View();

    @ArgGroup(validate = false, heading = "%nWhat goes wrong:%n", order = 3)
    Trouble trouble = new Trouble();

    @ArgGroup(validate = false, heading = "%nWhat is left of it:%n", order = 4)
    Output output = new Output();

    static final class World {
        @Option(
                names = "--simulation",
                converter = Options.SceneName.class,
                paramLabel = "NAME",
                description = "swarm, of which every value of every picture is known; orbit, closed-form motion;"
                        + " springs, damped ones; boxes in PhysX, as a pile or a stack; or pile2d, in dyn4j (swarm).")
        String simulation = "swarm";

        /** Null for as many as the scene usually has. */
        @Option(
                names = "--bodies",
                paramLabel = "N",
                description = "How many, 1 to 16777216 (1000; of stack 300, of pile2d 200).")
        @Range(max = StateLayout.MAX_CAPACITY)
        Integer bodies;

        @Option(names = "--rate", paramLabel = "HZ", description = "Ticks a second: a number, or 60000/1001 (100).")
        Ratio rate = Ratio.of(100);

        @Option(
                names = "--step-cost",
                paramLabel = "COST",
                description = "What a step takes beyond its own work: 3000us, or 30%% of a tick; then :constant,"
                        + " :lognormal or :bimodal, which is three times as much in one tick of 20 (30%%:bimodal).")
        StepCost stepCost = StepCost.parse("30%:bimodal");

        @Option(
                names = "--overload",
                converter = OverloadConverter.class,
                paramLabel = "POLICY",
                description = "slip, slip-after:TICKS, never-slip or merge:TICKS (slip).")
        Overload overload = Overload.parse("slip");

        @Option(names = "--window", paramLabel = "N", description = "States a reader sees at once, 1 to 8 (4).")
        @Range(max = 8)
        int window = 4;
    }

    static final class View {
        @Option(
                names = "--fps",
                converter = FrameRatesConverter.class,
                paramLabel = "FPS",
                description = "Frames a second, 1 to 10000 or uncapped; a list for several readers (60,144).")
        FrameRates fps = FrameRates.parse("60,144");

        @Option(
                names = "--mode",
                paramLabel = "MODE",
                description = "interpolate, extrapolate or latest (interpolate).")
        FrameMode mode = FrameMode.INTERPOLATE;

        @Option(names = "--seconds", paramLabel = "N", description = "How long, 1 to 86400 (15).")
        @Range(max = 86_400)
        int seconds = 15;
    }

    static final class Trouble {
        @Option(names = "--producers", paramLabel = "N", description = "Threads that push input, 0 to 64 (2).")
        @Range(min = 0, max = 64)
        int producers = 2;

        @Option(
                names = "--events-per-second",
                paramLabel = "N",
                description = "Input of all of them together, 1 to 10000000 (1000).")
        @Range(max = 10_000_000)
        int eventsPerSecond = 1_000;

        @Option(
                names = "--fault",
                paramLabel = "FAULT",
                description =
                        "NAME, NAME@SECOND or NAME@SECOND:DURATION, the option once for each; or random, which is by the"
                                + " seed, or none (random). The names: gc, reader-stall, reader-sleep, reader-leave, slow-step,"
                                + " throwing-step, input-flood, pause, scale, burst, hog.")
        List<String> faults = List.of("random");

        @Option(names = "--seed", paramLabel = "N", description = "Of all that is random (1).")
        long seed = 1;

        @Option(names = "--plant", hidden = true, description = "A flaw that is to be found.")
        Plant plant = Plant.NONE;
    }

    static final class Output {
        @Option(names = "--report", paramLabel = "DIR", description = "Write report.html and report.json there.")
        Path report;

        @Option(names = "--json", paramLabel = "FILE", description = "Write the figures there.")
        Path json;

        @Option(names = "--quiet", description = "Only the broken promises, and the verdict.")
        boolean quiet;
    }

    static final class OverloadConverter implements ITypeConverter<Overload> {
        @Override
        public Overload convert(String text) {
            return Overload.parse(text);
        }
    }

    static final class FrameRatesConverter implements ITypeConverter<FrameRates> {
        @Override
        public FrameRates convert(String text) {
            return FrameRates.parse(text);
        }
    }

    /**
     * Checks what picocli can't: options against each other, and against this machine.
     *
     * @throws IllegalArgumentException with all that the user needs to know
     */
    StressSettings settings() {
        int bodies = world.bodies == null ? Scenes.usualBodies(world.simulation) : world.bodies;
        checkMemory(bodies, world.window, view.fps.fps().size());
        checkStepCost();
        return new StressSettings(
                world.simulation,
                bodies,
                world.rate,
                view.fps,
                view.seconds,
                world.stepCost,
                world.overload,
                view.mode,
                world.window,
                trouble.producers,
                trouble.eventsPerSecond,
                List.copyOf(trouble.faults),
                PlannedFault.plan(trouble.faults, view.seconds, trouble.seed),
                trouble.seed,
                trouble.plant);
    }

    /** A run must be able to end, and waits for the step that is under way. */
    private void checkStepCost() {
        double nanos = world.stepCost.usualNanos((double) world.rate.denominator() / world.rate.numerator());
        if (nanos > StepCost.MOST_NANOS) {
            throw Options.wrong(
                    "--step-cost",
                    "at most " + Units.time(StepCost.MOST_NANOS) + " a step",
                    world.stepCost + ", which is " + Units.time(nanos) + " a step at --rate " + world.rate);
        }
    }

    /** The states, the frames, and the scene's own arrays. */
    private static void checkMemory(int bodies, int window, int readers) {
        long states = window * (readers + 2L) + 1;
        long bytes = bodies * BYTES_A_BODY * (states + 3L * readers + 2);
        long most = Runtime.getRuntime().maxMemory();
        if (bytes > most) {
            throw new IllegalArgumentException(
                    "--bodies is " + bodies + ", which with " + readers + " readers takes about "
                            + (bytes >> 20) + " MB, and the heap has " + (most >> 20)
                            + " MB; give fewer bodies or readers, or java -Xmx" + ((bytes >> 20) * 3 / 2) + "m");
        }
    }
}
