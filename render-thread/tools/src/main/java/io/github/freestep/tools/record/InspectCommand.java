package io.github.freestep.tools.record;

import io.github.freestep.physics.RunSettings;
import io.github.freestep.physics.recording.RecordingDifference;
import io.github.freestep.physics.recording.RecordingHeader;
import io.github.freestep.physics.recording.RecordingSummary;
import io.github.freestep.tools.AppCommand;
import io.github.freestep.tools.report.Units;
import java.io.IOException;
import java.nio.file.Path;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Prints the contents of a recording. */
@Command(
        name = "inspect",
        description = {
            "Print the header of a recording, its length, its counts of input and commands, and damage if there is any.",
            "With a second recording of the same run, print the first tick, body and value that differ."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:the recording is complete and can be replayed to its last tick",
            "1:the recording is damaged, cut off or incomplete, or has a command that no replay can run; two"
                    + " recordings differ",
            "2:the file is no recording, two recordings have no tick in common, or an option is wrong"
        })
public final class InspectCommand extends AppCommand {
    @Parameters(arity = "1..2", paramLabel = "FILE", description = "The recording; two recordings to compare.")
    private Path[] files;

    @Override
    public Integer call() {
        RecordingSummary summary;
        int which = 0;
        try {
            summary = RecordingSummary.of(files[0]);
            if (files.length > 1) {
                which = 1;
                return compare(summary.header());
            }
        } catch (IOException e) {
            throw wrong(RecordingText.unread(files[which], e));
        } catch (IllegalArgumentException e) {
            throw wrong("cannot be compared: " + RecordingText.plain(e.getMessage()));
        }
        print(summary);
        boolean whole = RecordingText.trouble(summary).isEmpty() && summary.obstacle() == null;
        return whole ? CommandLine.ExitCode.OK : CommandLine.ExitCode.SOFTWARE;
    }

    private int compare(RecordingHeader header) throws IOException {
        RecordedWorld world = RecordedWorld.of(header);
        RecordingDifference found = RecordingDifference.find(files[0], files[1], world, world);
        String what = found == null ? "none" : Units.text("at tick %,d: %s", found.tick(), found.what());
        row("difference", "%s", what);
        return found == null ? CommandLine.ExitCode.OK : CommandLine.ExitCode.SOFTWARE;
    }

    private void print(RecordingSummary summary) {
        RecordingHeader header = summary.header();
        RunSettings run = header.run();
        row("simulation", "%s, %s, seed %d", header.simulation(), header.settings(), header.seed());
        row("states", "%s", header.layout());
        row("computed by", "%s", header.computedBy().isEmpty() ? "plain Java" : header.computedBy());
        row("rate", "%s Hz", run.rate());
        row("input", "%,d axes, room for %,d inputs per tick", run.axes(), run.inputCapacity());
        row("faults", "%s", run.skipsFaults() ? "the run goes on after them" : "the first one ends the run");
        row(
                "length",
                "%,d ticks, %.2f s, in %,d steps%s",
                summary.lastTick() - summary.firstTick(),
                summary.length().toNanos() / 1e9,
                summary.steps(),
                summary.firstTick() == 0 ? "" : Units.text(", after the saved world of tick %,d", summary.firstTick()));
        row("hashes", "%,d, one per %,d ticks", summary.hashes(), run.hashEvery());
        row("keyframes", "%,d, of which %,d are damaged", summary.keyframes(), summary.damagedKeyframes());
        row("actions", "%,d", summary.actions());
        row("axes", "%,d pushed, %,d polled", summary.pushedAxes(), summary.polledAxes());
        row(
                "commands",
                "%,d, and %,d without a written form, which no replay can run",
                summary.commands(),
                summary.opaqueCommands());
        row("control", "%,d changes of time", summary.timeChanges());
        row("failures", "%,d", summary.faults());
        row("file", "%,d bytes", summary.fileBytes());
        String trouble = RecordingText.trouble(summary);
        row("state", "%s", trouble.isEmpty() ? "whole" : trouble);
        if (summary.obstacle() == null) {
            row("replay", "reaches the last tick, %,d", summary.lastTick());
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
        print("%-12s%s%n", name, RecordingText.plain(Units.text(format, values)));
    }
}
