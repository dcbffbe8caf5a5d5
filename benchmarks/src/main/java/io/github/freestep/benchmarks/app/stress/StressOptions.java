package io.github.freestep.benchmarks.app.stress;

import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Option;

/** The options as they are written. All are text, so that whatever is wrong with one is told in the same way. */
final class StressOptions {
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
                paramLabel = "NAME",
                description = "swarm, of which every value of every picture is known; orbit, closed-form motion;"
                        + " springs, damped ones; boxes in PhysX, as a pile or a stack; or pile2d, in dyn4j (swarm).")
        String simulation = "swarm";

        /** Null for as many as the scene usually has. */
        @Option(
                names = "--bodies",
                paramLabel = "N",
                description = "How many, 1 to 16777216 (1000; of stack 300, of pile2d 200).")
        String bodies;

        @Option(names = "--rate", paramLabel = "HZ", description = "Ticks a second: a number, or 60000/1001 (100).")
        String rate = "100";

        @Option(
                names = "--step-cost",
                paramLabel = "COST",
                description = "What a step takes beyond its own work: 3000us, or 30%% of a tick; then :constant,"
                        + " :lognormal or :bimodal, which is three times as much in one tick of 20 (30%%:bimodal).")
        String stepCost = "30%:bimodal";

        @Option(
                names = "--overload",
                paramLabel = "POLICY",
                description = "slip, slip-after:TICKS, never-slip or merge:TICKS (slip).")
        String overload = "slip";

        @Option(names = "--window", paramLabel = "N", description = "States a reader sees at once, 1 to 8 (4).")
        String window = "4";
    }

    static final class View {
        @Option(
                names = "--fps",
                paramLabel = "FPS",
                description = "Frames a second, 1 to 10000 or uncapped; a list for several readers (60,144).")
        String fps = "60,144";

        @Option(
                names = "--mode",
                paramLabel = "MODE",
                description = "interpolate, extrapolate or latest (interpolate).")
        String mode = "interpolate";

        @Option(names = "--seconds", paramLabel = "N", description = "How long, 1 to 86400 (15).")
        String seconds = "15";
    }

    static final class Trouble {
        @Option(names = "--producers", paramLabel = "N", description = "Threads that push input, 0 to 64 (2).")
        String producers = "2";

        @Option(
                names = "--events-per-second",
                paramLabel = "N",
                description = "Input of all of them together, 1 to 10000000 (1000).")
        String eventsPerSecond = "1000";

        @Option(
                names = "--fault",
                paramLabel = "FAULT",
                description =
                        "NAME, NAME@SECOND or NAME@SECOND:DURATION, the option once for each; or random, which is by the"
                                + " seed, or none (random). The names: gc, reader-stall, reader-sleep, reader-leave, slow-step,"
                                + " throwing-step, input-flood, pause, scale, burst, hog.")
        List<String> faults = List.of("random");

        @Option(names = "--seed", paramLabel = "N", description = "Of all that is random (1).")
        String seed = "1";

        @Option(names = "--plant", hidden = true, description = "A flaw that is to be found.")
        String plant = "none";
    }

    static final class Output {
        @Option(names = "--report", paramLabel = "DIR", description = "Write report.html and report.json there.")
        Path report;

        @Option(names = "--json", paramLabel = "FILE", description = "Write the figures there.")
        Path json;

        @Option(names = "--quiet", description = "Only the broken promises, and the verdict.")
        boolean quiet;
    }
}
