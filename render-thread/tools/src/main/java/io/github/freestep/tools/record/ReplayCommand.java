package io.github.freestep.tools.record;

import io.github.freestep.physics.PhysicsException;
import io.github.freestep.physics.recording.RecordingSummary;
import io.github.freestep.physics.recording.Replay;
import io.github.freestep.tools.AppCommand;
import io.github.freestep.tools.report.Interrupt;
import io.github.freestep.tools.report.Units;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;

/** Replays a recording and compares the states with its hashes. */
@Command(
        name = "replay",
        description = "Replay a recording, and compare each state that has a hash with that hash.",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:the recording is complete and every hash matches",
            "1:the recording is incomplete or damaged, has no hashes, or a hash differs",
            "2:an option is wrong, or the file is not a recording",
            "130:interrupted"
        })
public final class ReplayCommand extends AppCommand {
    @Option(names = "--verify", description = "Stop at the first tick whose hash differs.")
    private boolean verify;

    @Parameters(paramLabel = "FILE", description = "The recording to replay.")
    private Path file;

    private volatile boolean stopped;
    private long differs = -1;
    private String end;

    @Override
    public Integer call() {
        PrintWriter out = out();
        try (Interrupt interrupt = new Interrupt(out)) {
            RecordingSummary summary = RecordingSummary.of(file);
            out.println(RecordingText.line(summary));
            out.flush();
            RecordedWorld world = RecordedWorld.of(summary.header());
            if (!interrupt.begins(() -> stopped = true)) {
                return Interrupt.EXIT_CODE;
            }
            try (Replay replay = Replay.open(file, world, world)) {
                long tick = run(replay);
                int code = verdict(summary, tick);
                return interrupt.over() ? Interrupt.EXIT_CODE : code;
            }
        } catch (IOException e) {
            throw cannot(RecordingText.why(e));
        } catch (IllegalArgumentException e) {
            throw cannot(RecordingText.plain(e.getMessage()));
        }
    }

    private ParameterException cannot(String why) {
        String name = why.contains(file.toString()) ? "" : file + ": ";
        return wrong("cannot be replayed: " + name + why);
    }

    private long run(Replay replay) throws IOException {
        try {
            while (!stopped && !(verify && differs >= 0) && replay.next()) {
                if (differs < 0 && !replay.matches()) {
                    differs = replay.tick();
                }
            }
            end = replay.failure() == null ? "it was stopped" : replay.failure().getMessage();
        } catch (PhysicsException e) {
            end = e.getMessage();
        }
        return replay.tick();
    }

    private int verdict(RecordingSummary summary, long tick) {
        String trouble = RecordingText.trouble(summary);
        if (!trouble.isEmpty()) {
            say("the recording is %s", trouble);
        }
        if (differs >= 0) {
            say("the hash of tick %,d differs from the recorded one", differs);
        } else if (tick < summary.lastTick()) {
            say("the replay ended at tick %,d of %,d: %s", tick, summary.lastTick(), end);
        } else if (summary.hashes() == 0) {
            say("%,d ticks were replayed; the recording has no hashes to compare them with", tick);
        } else {
            say("%,d ticks were replayed; all %,d hashes match", tick, summary.hashes());
        }
        boolean whole = trouble.isEmpty() && differs < 0 && tick == summary.lastTick();
        boolean known = summary.hashes() > 0 || summary.lastTick() == 0;
        return whole && known ? CommandLine.ExitCode.OK : CommandLine.ExitCode.SOFTWARE;
    }

    private void say(String format, Object... values) {
        print("%s%n", RecordingText.plain(Units.text(format, values)));
    }
}
