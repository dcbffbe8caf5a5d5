package io.github.freestep.benchmarks.app.record;

import io.github.freestep.physics.RunSettings;
import io.github.freestep.physics.recording.RecordingHeader;
import io.github.freestep.physics.recording.RecordingSummary;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Prints what is in a recording. */
@Command(
        name = "inspect",
        mixinStandardHelpOptions = true,
        description = {
            "Print what is in a recording: its header, length, counts of input, and damage.",
            "Exit code 0 if it is whole and can be replayed to its last tick; 1 if it is damaged, cut off or incomplete, or"
                    + " has a command without a written form; 2 if it is no recording."
        })
public final class InspectCommand implements Callable<Integer> {
    @Parameters(paramLabel = "FILE", description = "The recording.")
    private Path file;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        RecordingSummary summary;
        try {
            summary = RecordingSummary.of(file);
        } catch (IOException e) {
            throw new ParameterException(spec.commandLine(), "can't be read: " + RecordingText.why(e));
        }
        print(summary);
        boolean whole = RecordingText.trouble(summary).isEmpty() && summary.obstacle() == null;
        return whole ? CommandLine.ExitCode.OK : CommandLine.ExitCode.SOFTWARE;
    }

    private void print(RecordingSummary summary) {
        RecordingHeader header = summary.header();
        RunSettings run = header.run();
        row("simulation", "%s, %s, seed %d", header.simulation(), header.settings(), header.seed());
        row("states", "%s", header.layout());
        row("rate", "%s Hz, at most %d ticks a step", run.rate(), run.mergedTicks());
        row("input", "%,d axes, room for %,d inputs in a tick", run.axes(), run.inputCapacity());
        row("faults", "%s", run.skipsFaults() ? "the run goes on behind them" : "the first is the end");
        row("length", "%,d ticks, %.2f s, in %,d steps", summary.lastTick(), summary.seconds(), summary.steps());
        row("hashes", "%,d, one every %,d ticks", summary.hashes(), run.hashEvery());
        row("actions", "%,d", summary.actions());
        row("axes", "%,d pushed, %,d polled", summary.pushedAxes(), summary.polledAxes());
        row("commands", "%,d, and %,d that no replay can run", summary.commands(), summary.opaqueCommands());
        row("control", "%,d anchors of time", summary.timeChanges());
        row("failures", "%,d", summary.faults());
        row("file", "%,d bytes", summary.fileBytes());
        String trouble = RecordingText.trouble(summary);
        row("state", "%s", trouble.isEmpty() ? "whole" : trouble);
        if (summary.obstacle() == null) {
            row("replay", "goes to the last tick, %,d", summary.lastTick());
        } else {
            row(
                    "replay",
                    "ends at tick %,d of %,d: %s",
                    summary.reachableTick(),
                    summary.lastTick(),
                    summary.obstacle());
        }
    }

    private void row(String name, String format, Object... values) {
        PrintWriter out = spec.commandLine().getOut();
        out.printf(Locale.ROOT, "%-12s%s%n", name, RecordingText.plain(String.format(Locale.ROOT, format, values)));
        out.flush();
    }
}
