package io.github.freestep.benchmarks.app.stress;

import io.github.freestep.benchmarks.app.AppCommand;
import io.github.freestep.benchmarks.app.Options;
import io.github.freestep.benchmarks.app.Options.Range;
import io.github.freestep.benchmarks.app.ReportOptions;
import io.github.freestep.benchmarks.report.Interrupt;
import io.github.freestep.benchmarks.report.Machine;
import io.github.freestep.benchmarks.scenes.Scenes;
import io.github.freestep.benchmarks.scenes.StepCost;
import java.io.IOException;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Runs many rooms in a group under faults, prints figures meanwhile, writes a report, and judges. */
@Command(
        name = "rooms",
        // The alias makes it read as an option of stress: a stress run of many rooms.
        aliases = "--rooms",
        sortOptions = false,
        description = {
            "Run many services on the few threads of a group under faults, visit each twenty times a second, and check"
                    + " every value of its newest states, its events and its input.",
            "Rooms are closed, fail, hang and start again all the time. In the end, every room must go on, nothing may"
                    + " be lost, and no thread and no closed room may be left."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:every promise was kept",
            "1:a promise was broken; the output names each with its room, tick and seed",
            "2:an option is wrong, or a file could not be written",
            "130:interrupted; the report covers the run until then"
        },
        footer = {
            "%nExamples:",
            "  stress --rooms 100 --report out",
            "  stress --rooms 1000 --rate 20 --seconds 60",
            "  stress --rooms 50 --workers 1 --fault restart --fault fail"
        })
final class RoomsStressCommand extends AppCommand {
    private static final Set<Plant> PLANTS = EnumSet.of(
            Plant.NONE, Plant.TORN, Plant.OVERWRITTEN, Plant.LOST_INPUT, Plant.LOST_EVENT, Plant.THREAD, Plant.LEAK);

    @Parameters(
            paramLabel = "ROOMS",
            arity = "0..1",
            description = "Number of rooms, 1 to 10000. Default: ${DEFAULT-VALUE}.")
    @Range(max = 10_000)
    private int rooms = 100;

    @Option(
            names = "--workers",
            paramLabel = "N",
            description = "Threads of the group, 1 to 64. Default: ${DEFAULT-VALUE}.")
    @Range(max = 64)
    private int workers = 2;

    @Option(
            names = "--rate",
            paramLabel = "HZ",
            description = "Ticks per second, 1 to 1000. Default: ${DEFAULT-VALUE}.")
    @Range(max = 1_000)
    private int rate = 100;

    @Option(
            names = "--simulation",
            converter = Options.SceneName.class,
            paramLabel = "NAME",
            description = "The scene of each room, as for stress. Default: ${DEFAULT-VALUE}.")
    private String simulation = "swarm";

    @Option(
            names = "--bodies",
            paramLabel = "N",
            description = "Bodies of a room, 1 to 10000. Default: ${DEFAULT-VALUE}.")
    @Range(max = 10_000)
    private int bodies = 16;

    @Option(
            names = "--step-cost",
            paramLabel = "COST",
            description = "Time to add to the work of each step, such as 100us. Default: none.")
    private StepCost stepCost = StepCost.NONE;

    @Option(
            names = "--seconds",
            paramLabel = "N",
            description = "Duration in seconds, 1 to 86400. Default: ${DEFAULT-VALUE}.")
    @Range(max = 86_400)
    private int seconds = 15;

    @Option(
            names = "--fault",
            paramLabel = "FAULT",
            description = "A kind of fault, which strikes at random: restart (a room is closed and started again),"
                    + " crowd (100 at the same time), fail (an error ends a room, which is started again),"
                    + " throwing-step, slow-step, hang (a step hangs until the watchdog has reported it), pause, scale,"
                    + " burst, gc, hog. Repeat the option for more kinds. random: all kinds. none: no faults. Default:"
                    + " random.")
    private List<String> faults = List.of("random");

    @Option(names = "--seed", paramLabel = "N", description = "Seed of all random numbers. Default: ${DEFAULT-VALUE}.")
    private long seed = 1;

    @Option(names = "--plant", hidden = true, description = "A flaw that the run plants in itself and must find.")
    private Plant plant = Plant.NONE;

    @Option(names = "--quiet", description = "Print only broken promises and the verdict.")
    private boolean quiet;

    @Mixin
    private ReportOptions output;

    @Override
    public Integer call() throws InterruptedException {
        try (Interrupt interrupt = new Interrupt(out())) {
            RoomsRun run = checked(this::newRun);
            return interrupt.begins(run::stop) ? run(run, interrupt) : Interrupt.EXIT_CODE;
        }
    }

    private RoomsRun newRun() {
        if (!PLANTS.contains(plant)) {
            throw Options.wrong("--plant", "one of " + PLANTS, plant);
        }
        RoomsSettings settings = new RoomsSettings(
                rooms, workers, rate, simulation, bodies, stepCost, seconds, RoomFault.plan(faults), seed, plant);
        // Refuses a number of bodies that the scene cannot have.
        Scenes.of(simulation, bodies, seed, stepCost).close();
        output.check("report");
        return new RoomsRun(settings, quiet ? null : out());
    }

    private int run(RoomsRun run, Interrupt interrupt) throws InterruptedException {
        if (!quiet) {
            print(
                    "%s%n%,d rooms of %,d bodies (%s) at %d Hz in a group of %d threads, %d s, seed %d%n%n",
                    Machine.here(), rooms, bodies, simulation, rate, workers, seconds, seed);
        }
        run.run();
        RoomsResult result = run.result(interrupt.over());
        int exitCode = write(result) ? result.verdict().exitCode() : CommandLine.ExitCode.USAGE;
        interrupt.exitsWith(exitCode);
        if (!quiet) {
            print("%n%s%n", result.summary());
        }
        result.violations().forEach(violation -> print("BROKEN  %s%n", violation));
        print("%s%n%s", result.sentence(), quiet ? "" : output.where());
        return exitCode;
    }

    private boolean write(RoomsResult result) {
        try {
            output.write(result::html, result::json);
            return true;
        } catch (IOException e) {
            err().println(e.getMessage());
            return false;
        }
    }
}
