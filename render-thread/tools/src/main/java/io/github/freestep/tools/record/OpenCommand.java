package io.github.freestep.tools.record;

import io.github.freestep.physics.PhysicsException;
import io.github.freestep.physics.recording.RecordingSummary;
import io.github.freestep.physics.recording.Replay;
import io.github.freestep.problem.Problem;
import io.github.freestep.render.capsule.CapsuleFile;
import io.github.freestep.render.trace.MotionReport;
import io.github.freestep.tools.AppCommand;
import io.github.freestep.tools.report.Units;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Steps the run of a capsule up to its fault. */
@Command(
        name = "open",
        description = {
            "Step the run of a file that a Capsule has written, up to the tick of the fault and through it, and say"
                    + " when frames were late.",
            "For a debugger, put a breakpoint into OpenCommand.atFault, which is called just before that tick, or let"
                    + " --wait stop there until you press Enter."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:every state up to there is the recorded one, or the step fails as it did in the game",
            "1:a state differs from the recorded one, or the replay ends before the tick of the fault",
            "2:the file is not such a file, or has no run, or an option is wrong"
        },
        footer = {
            "%nExamples:",
            "  open bug.freestep",
            "  open bug.freestep --wait --stop-at 1200",
            "With a world of your own:",
            "  java -cp freestep.jar:game.jar io.github.freestep.benchmarks.Main open bug.freestep"
        })
public final class OpenCommand extends AppCommand {
    @Parameters(paramLabel = "FILE", description = "The file to open.")
    private Path file;

    @Option(
            names = "--stop-at",
            paramLabel = "TICK",
            description = "The tick to stop at, instead of that of the fault.")
    private Long stopAt;

    @Option(names = "--wait", description = "Wait for Enter just before that tick, to attach a debugger.")
    private boolean waits;

    @Override
    public Integer call() {
        CapsuleFile capsule;
        try {
            capsule = CapsuleFile.read(file);
        } catch (IOException e) {
            throw wrong(RecordingText.unread(file, e));
        }
        long fault = stopAt == null ? capsule.tick() : stopAt;
        say("%s, tick %,d: %s", capsule.kind().name().toLowerCase(Locale.ROOT), fault, capsule.reason());
        say("written by %s", capsule.system());
        for (MotionReport report : capsule.reports()) {
            report.findings().forEach(finding -> say("%s", finding.text()));
        }
        try {
            return replay(capsule, fault);
        } catch (IOException e) {
            throw wrong("cannot be replayed: " + RecordingText.why(e));
        } catch (IllegalArgumentException e) {
            throw wrong("cannot be replayed: " + RecordingText.plain(e.getMessage()));
        }
    }

    private int replay(CapsuleFile capsule, long fault) throws IOException {
        Path run = Files.createTempFile("freestep", ".rec");
        try {
            if (!capsule.writeRun(run)) {
                throw wrong("the file has no run to step, only times; use diagnose");
            }
            RecordingSummary summary = RecordingSummary.of(run);
            say("%s", RecordingText.line(summary));
            RecordedWorld world = RecordedWorld.of(summary.header());
            List<String> inputs = Replay.inputs(run, fault);
            if (!inputs.isEmpty()) {
                say("the last inputs up to tick %,d:", fault);
                inputs.forEach(input -> say("  %s", input));
            }
            try (Replay replay = Replay.open(run, world, world)) {
                return step(replay, Math.max(fault, summary.firstTick() + 1));
            }
        } finally {
            Files.delete(run);
        }
    }

    private int step(Replay replay, long fault) throws IOException {
        long differs = -1;
        boolean hasReached = false;
        try {
            do {
                if (replay.tick() + 1 >= fault && !hasReached) {
                    hasReached = true;
                    if (waits) {
                        say("tick %,d is next, in process %d; press Enter to step it", fault, pid());
                        out().flush();
                        System.in.read();
                    }
                    atFault(replay, fault);
                }
                if (differs < 0 && !replay.matches()) {
                    differs = replay.tick();
                }
            } while (replay.next());
        } catch (PhysicsException e) {
            // A problem names the line of code.
            say("tick %,d fails: %s", e.tick(), new Problem(Problem.Kind.OVERLOAD_ENDED, "", e, 1).message());
            return differs < 0 && hasReached ? CommandLine.ExitCode.OK : CommandLine.ExitCode.SOFTWARE;
        }
        if (differs >= 0) {
            say("tick %,d differs from the recorded one", differs);
        } else if (replay.failure() != null) {
            say(
                    "the replay ended at tick %,d: %s",
                    replay.tick(), replay.failure().getMessage());
        } else if (replay.tick() < fault) {
            say("the run ends at tick %,d, before tick %,d", replay.tick(), fault);
        } else {
            say("all states up to tick %,d are the recorded ones", replay.tick());
        }
        return differs < 0 && replay.tick() >= fault ? CommandLine.ExitCode.OK : CommandLine.ExitCode.SOFTWARE;
    }

    private static long pid() {
        return ProcessHandle.current().pid();
    }

    /** A place for a breakpoint: the next step of the world is that of the fault. */
    private static void atFault(Replay replay, long tick) {
        // Nothing to do: only a debugger stops here.
    }

    private void say(String format, Object... values) {
        print("%s%n", RecordingText.plain(Units.text(format, values)));
    }
}
