package io.github.freestep.benchmarks.app.remote;

import io.github.freestep.benchmarks.app.Findings;
import io.github.freestep.benchmarks.app.Options.Range;
import io.github.freestep.benchmarks.app.Scenario;
import io.github.freestep.benchmarks.app.ScenarioCommand;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;

/** The base of commands that run something over a link. */
public abstract class LinkCommand extends ScenarioCommand {
    private static final Set<String> NO_FACTS = Set.of("--report", "--json", "--help", "--version");

    @Option(
            names = "--seconds",
            paramLabel = "N",
            description = "Duration in seconds, 1 to 86400. Default: ${DEFAULT-VALUE}.")
    @Range(max = 86_400)
    protected int seconds = 15;

    @Option(names = "--seed", paramLabel = "N", description = "Seed of all random numbers. Default: ${DEFAULT-VALUE}.")
    protected long seed = 1;

    @Option(
            names = "--report",
            paramLabel = "DIR",
            description = "Write a page with all figures, report.html, to this folder.")
    private Path report;

    @Option(
            names = "--json",
            paramLabel = "FILE",
            description = "Write the verdict and all figures to this file, for a program.")
    private Path json;

    /**
     * Makes what runs over the link.
     *
     * @throws IllegalArgumentException if the options do not fit; the message is for the user
     */
    protected abstract Scenario overTheLink();

    @Override
    protected final Scenario scenario() {
        file("--json", json, Findings::json);
        page(report);
        return overTheLink();
    }

    @Override
    protected final long seed() {
        return seed;
    }

    @Override
    protected final Map<String, Object> facts(CommandSpec described) {
        Map<String, Object> facts = new LinkedHashMap<>();
        for (OptionSpec option : described.options()) {
            Object value = option.getValue();
            if (value != null && !NO_FACTS.contains(option.longestName())) {
                facts.put(option.longestName().substring(2), value);
            }
        }
        return facts;
    }
}
