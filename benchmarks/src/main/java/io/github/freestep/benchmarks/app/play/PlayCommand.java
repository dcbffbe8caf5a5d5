package io.github.freestep.benchmarks.app.play;

import io.github.freestep.benchmarks.app.AppCommand;
import io.github.freestep.benchmarks.app.Findings;
import io.github.freestep.benchmarks.app.Options.Range;
import io.github.freestep.benchmarks.report.Interrupt;
import io.github.freestep.physics.lockstep.MatchSettings;
import java.io.IOException;
import java.util.Random;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Plays a match in lockstep with all its players in this process. A robot moves the box of each player. */
@Command(
        name = "play",
        sortOptions = false,
        description = {
            "Play a match in lockstep: every player runs the whole world, in Jolt, and only inputs travel. Robots push"
                    + " a box for each player. Prints a line of figures per second.",
            "Ends with a verdict: whether the states of all players were the same at every tick."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:the match was played, and all states were the same",
            "1:a state differed, or the match did not begin",
            "2:an option is wrong, or Jolt has no native library here",
            "130:interrupted"
        },
        footer = {"%nExample:", "  play --players 3 --seconds 10"})
public final class PlayCommand extends AppCommand {
    private static final int YEAR = 31_536_000;

    @Option(names = "--players", paramLabel = "N", description = "The number of players. Default: ${DEFAULT-VALUE}.")
    @Range(max = MatchSettings.MAX_PLAYERS)
    private int players = 2;

    @Option(names = "--seconds", paramLabel = "N", description = "End after N seconds. Default: run until interrupted.")
    @Range(max = YEAR)
    private int seconds = YEAR;

    @Override
    public Integer call() throws IOException {
        try (Interrupt interrupt = new Interrupt(out())) {
            MatchRun match = checked(() -> new MatchRun(players, 0, null, seconds, new Random().nextLong(), out()));
            if (!interrupt.begins(match::stop)) {
                return Interrupt.EXIT_CODE;
            }
            match.run();
            Findings findings = match.outcome(interrupt.over());
            print(findings);
            return findings.verdict().exitCode();
        } catch (IllegalStateException e) {
            // Such as a system that refuses a thread.
            err().println(e.getMessage());
            return CommandLine.ExitCode.SOFTWARE;
        }
    }
}
