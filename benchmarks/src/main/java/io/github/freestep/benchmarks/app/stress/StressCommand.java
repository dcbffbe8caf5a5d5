package io.github.freestep.benchmarks.app.stress;

import io.github.freestep.benchmarks.app.Scenario;
import io.github.freestep.benchmarks.app.ScenarioCommand;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Runs a service, or many rooms, under load and faults. */
@Command(
        name = "stress",
        description = {
            "Run the service under load and faults, and check every value of every frame of every reader.",
            "Without options, the run takes 15 seconds and has all kinds of faults.",
            "Ticks and frames must allocate nothing, except a few hundred bytes now and then for the JVM's compilers."
        },
        footer = {
            "%nExamples:",
            "  stress --bodies 250000 --fps 60 --step-cost 0us --fault none --report out",
            "  stress --simulation com.example.Mine --check com.example.MyCheck --junit mine.xml",
            "  stress --simulation springs --fps 30,240 --step-cost 70%%:lognormal",
            "  stress --fault pause@2:1 --fault gc@5",
            "  stress --rooms 50 --fault restart --fault fail"
        })
public final class StressCommand extends ScenarioCommand {
    @Mixin
    private StressSettings options;

    @Spec
    private CommandSpec spec;

    @Override
    protected Scenario scenario() {
        options.check(spec.commandLine().getParseResult().matchedOptions());
        options.resolve();
        file("--junit", options.junit, found -> found.page().junit());
        page(options.report);
        return options.rooms != null ? new RoomsRun(options, out()) : new StressRun(options, out());
    }

    @Override
    protected long seed() {
        return options.seed;
    }

    @Override
    protected Map<String, Object> facts(CommandSpec described) {
        return options.facts(described.options());
    }
}
