package io.github.freestep.benchmarks.app.stress;

import io.github.freestep.benchmarks.app.Options;
import io.github.freestep.benchmarks.app.Options.Range;
import io.github.freestep.benchmarks.app.ReportOptions;
import io.github.freestep.benchmarks.report.Units;
import io.github.freestep.benchmarks.scenes.Scenes;
import io.github.freestep.benchmarks.scenes.StepCost;
import io.github.freestep.render.FrameMode;
import io.github.freestep.state.StateLayout;
import io.github.freestep.time.Ratio;
import java.util.List;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;

/** The options of {@code stress}, with their defaults. */
final class StressOptions {
    /** A pose, a few channels and an epoch, of four bytes each. */
    private static final long BYTES_A_BODY = 60;

    @ArgGroup(validate = false, heading = "%nThe simulation:%n", order = 1)
    World world = new World();

    @ArgGroup(validate = false, heading = "%nThe readers and the duration:%n", order = 2)
    View view = new View();

    @ArgGroup(validate = false, heading = "%nInput and faults:%n", order = 3)
    Trouble trouble = new Trouble();

    @ArgGroup(validate = false, heading = "%nThe output:%n", order = 4)
    Output output = new Output();

    static final class World {
        @Option(
                names = "--simulation",
                converter = Options.SceneName.class,
                paramLabel = "NAME",
                description = "swarm, in which every value is known at any time; orbit, motion in closed form; springs,"
                        + " damped springs; pile, stack or drum, boxes in PhysX; pile2d in dyn4j; pile-bullet in Bullet;"
                        + " pile-box2d in Box2D; pile-jolt in Jolt. Default: ${DEFAULT-VALUE}.")
        String simulation = "swarm";

        /** Null for the usual number of the scene. */
        @Option(
                names = "--bodies",
                paramLabel = "N",
                description = "Bodies, 1 to 16777216. Default: 1000; of stack 300, of drum 150, of pile2d 200.")
        @Range(max = StateLayout.MAX_CAPACITY)
        Integer bodies;

        @Option(
                names = "--moving",
                converter = MovingShareConverter.class,
                paramLabel = "SHARE",
                description = "Share of the swarm's bodies that move at a time, such as 1%%. The others rest, and are"
                        + " not written. Below 100%%, the run checks at most 65536 bodies of each frame and state, and"
                        + " in the next frame or state the bodies after those. Default: ${DEFAULT-VALUE}.")
        MovingShare moving = MovingShare.ALL;

        @Option(
                names = "--rate",
                paramLabel = "HZ",
                description = "Ticks per second: a number or a fraction such as 60000/1001. Default: ${DEFAULT-VALUE}.")
        Ratio rate = Ratio.of(100);

        @Option(
                names = "--step-cost",
                paramLabel = "COST",
                description = {
                    "Time to add to the work of each step, such as 3000us",
                    "or 30%% of a tick. Append :constant, :lognormal or",
                    ":bimodal to choose how it varies; with :bimodal, one",
                    "tick in 20 takes three times as long.",
                    "Default: ${DEFAULT-VALUE}."
                })
        StepCost stepCost = StepCost.parse("30%:bimodal");

        @Option(
                names = "--overload",
                converter = OverloadConverter.class,
                paramLabel = "POLICY",
                description = {
                    "What the service does with a backlog. Default: ${DEFAULT-VALUE}.",
                    "slip catches up by at most 250 ms and drops the rest.",
                    "slip-after:TICKS catches up by at most TICKS ticks.",
                    "never-slip keeps the backlog.",
                    "merge:TICKS merges up to TICKS ticks into one step."
                })
        Overload overload = Overload.parse("slip");

        @Option(
                names = "--window",
                paramLabel = "N",
                description = "States that a reader sees at once, 1 to 8. Default: ${DEFAULT-VALUE}.")
        @Range(max = 8)
        int window = 4;
    }

    static final class View {
        @Option(
                names = "--fps",
                converter = FrameRatesConverter.class,
                paramLabel = "FPS",
                description = "Frames per second, 1 to 10000 or uncapped. A list starts one reader for each rate."
                        + " Default: ${DEFAULT-VALUE}.")
        FrameRates fps = FrameRates.parse("60,144");

        @Option(
                names = "--mode",
                paramLabel = "MODE",
                description = "How readers sample: interpolate, extrapolate or latest. Default: interpolate.")
        FrameMode mode = FrameMode.INTERPOLATE;

        @Option(
                names = "--seconds",
                paramLabel = "N",
                description = "Duration in seconds, 1 to 86400. Default: ${DEFAULT-VALUE}.")
        @Range(max = 86_400)
        int seconds = 15;
    }

    static final class Trouble {
        @Option(
                names = "--producers",
                paramLabel = "N",
                description = "Threads that push input, 0 to 64. Default: ${DEFAULT-VALUE}.")
        @Range(min = 0, max = 64)
        int producers = 2;

        @Option(
                names = "--events-per-second",
                paramLabel = "N",
                description = "Inputs per second of all producers together, 1 to 10000000. Default: ${DEFAULT-VALUE}.")
        @Range(max = 10_000_000)
        int eventsPerSecond = 1_000;

        @Option(
                names = "--fault",
                paramLabel = "FAULT",
                description = "A fault as NAME, NAME@SECOND or NAME@SECOND:DURATION, with the duration in"
                        + " seconds. NAME is one of gc, reader-stall, reader-sleep, reader-leave, slow-step,"
                        + " throwing-step, input-flood, pause, scale (the time scale changes), burst (of spawns,"
                        + " removals and teleports), hog (all processors are busy). Repeat the option for more faults."
                        + " random: faults of all kinds, at times that the seed determines. none: no faults. Default:"
                        + " random.")
        List<String> faults = List.of("random");

        @Option(
                names = "--seed",
                paramLabel = "N",
                description = "Seed of all random numbers. Default: ${DEFAULT-VALUE}.")
        long seed = 1;

        @Option(names = "--plant", hidden = true, description = "A flaw that the run plants in itself and must find.")
        Plant plant = Plant.NONE;
    }

    static final class Output extends ReportOptions {
        @Option(names = "--quiet", description = "Print only broken promises and the verdict.")
        boolean quiet;
    }

    static final class OverloadConverter implements ITypeConverter<Overload> {
        @Override
        public Overload convert(String text) {
            return Overload.parse(text);
        }
    }

    static final class MovingShareConverter implements ITypeConverter<MovingShare> {
        @Override
        public MovingShare convert(String text) {
            return MovingShare.parse(text);
        }
    }

    static final class FrameRatesConverter implements ITypeConverter<FrameRates> {
        @Override
        public FrameRates convert(String text) {
            return FrameRates.parse(text);
        }
    }

    /**
     * Checks the options against each other and against this machine.
     *
     * @throws IllegalArgumentException if they do not fit; the message is for the user
     */
    StressSettings settings() {
        int bodies = world.bodies == null ? Scenes.usualBodies(world.simulation) : world.bodies;
        checkMemory(bodies, world.window, view.fps.fps().size());
        checkStepCost();
        checkMoving();
        return new StressSettings(
                world.simulation,
                bodies,
                world.moving,
                world.rate,
                view.fps,
                view.seconds,
                world.stepCost,
                world.overload,
                view.mode,
                world.window,
                trouble.producers,
                trouble.eventsPerSecond,
                String.join(" ", trouble.faults),
                PlannedFault.plan(trouble.faults, view.seconds, trouble.seed),
                trouble.seed,
                trouble.plant);
    }

    /** Limits the step cost, because a run waits for the current step before it ends. */
    private void checkStepCost() {
        double nanos = world.stepCost.usualNanos((double) world.rate.denominator() / world.rate.numerator());
        if (nanos > StepCost.MOST_NANOS) {
            throw Options.wrong(
                    "--step-cost",
                    "at most " + Units.time(StepCost.MOST_NANOS) + " a step",
                    world.stepCost + ", which is " + Units.time(nanos) + " a step at --rate " + world.rate);
        }
    }

    private void checkMoving() {
        if (!world.moving.isAll() && !world.simulation.equals("swarm")) {
            throw Options.wrong("--moving", "100% unless the simulation is swarm", world.moving);
        }
    }

    /** Checks that the states, the frames and the scene's own arrays fit into the heap. */
    private static void checkMemory(int bodies, int window, int readers) {
        long states = window * (readers + 2L) + 1;
        long bytes = bodies * BYTES_A_BODY * (states + 3L * readers + 2);
        long most = Runtime.getRuntime().maxMemory();
        if (bytes > most) {
            throw new IllegalArgumentException("--bodies must fit into the heap of " + (most >> 20) + " MB, was "
                    + bodies + ", which takes about "
                    + (bytes >> 20) + " MB with " + readers + " readers; give fewer bodies or readers, or java -Xmx"
                    + ((bytes >> 20) * 3 / 2) + "m");
        }
    }
}
