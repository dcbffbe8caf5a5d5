package io.github.freestep.benchmarks.app.play;

import io.github.freestep.benchmarks.app.AppCommand;
import io.github.freestep.benchmarks.app.Options.Range;
import io.github.freestep.benchmarks.report.Interrupt;
import io.github.freestep.physics.jolt.JoltSimulation;
import io.github.freestep.physics.lockstep.MatchSettings;
import io.github.freestep.physics.lockstep.SequencerServer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Plays a match in lockstep with all its players in this process. */
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
            "2:an option is wrong",
            "130:interrupted"
        },
        footer = {"%nExample:", "  play --players 3 --seconds 10"})
public final class PlayCommand extends AppCommand {

    private static final long FRAME_NANOS = 16_000_000;
    private static final long SECOND_NANOS = 1_000_000_000;

    /** How long the players may take to begin. On a busy machine, worlds and sessions take seconds. */
    private static final long BEGIN_NANOS = 60 * SECOND_NANOS;

    @Option(names = "--players", paramLabel = "N", description = "The number of players. Default: ${DEFAULT-VALUE}.")
    @Range(max = MatchSettings.MAX_PLAYERS)
    private int players = 2;

    @Option(names = "--seconds", paramLabel = "N", description = "End after N seconds. Default: run until interrupted.")
    @Range(max = 31_536_000)
    private Integer seconds;

    private volatile boolean stopped;

    @Override
    public Integer call() {
        try (Interrupt interrupt = new Interrupt(out())) {
            if (!interrupt.begins(() -> stopped = true)) {
                return Interrupt.EXIT_CODE;
            }
            JoltSimulation.load();
            boolean good = play(JoltPlay.match(players));
            boolean early = interrupt.over();
            return early ? Interrupt.EXIT_CODE : good ? CommandLine.ExitCode.OK : CommandLine.ExitCode.SOFTWARE;
        } catch (IllegalStateException | IllegalArgumentException | UnsupportedOperationException e) {
            err().println(e.getMessage());
            return CommandLine.ExitCode.SOFTWARE;
        }
    }

    private boolean play(MatchSettings match) {
        List<Player> all = new ArrayList<>();
        try (SequencerServer server = SequencerServer.start(match)) {
            for (int i = 0; i < players; i++) {
                all.add(new Player(match, server.connectLocal(), i, 0));
            }
            return play(all);
        } finally {
            all.forEach(Player::close);
        }
    }

    /** Plays to the end, and prints the verdict. Returns whether all went well. */
    private boolean play(List<Player> all) {
        Player first = all.get(0);
        long launchedNanos = System.nanoTime();
        long sinceNanos = launchedNanos;
        long lineNanos = launchedNanos;
        while (!stopped
                && all.stream().allMatch(Player::plays)
                && (seconds == null || System.nanoTime() - sinceNanos < seconds * SECOND_NANOS)) {
            long now = System.nanoTime();
            if (!first.agrees() && now - launchedNanos < BEGIN_NANOS) {
                sinceNanos = now;
            }
            all.forEach(Player::move);
            if (now - lineNanos >= SECOND_NANOS) {
                lineNanos += SECOND_NANOS;
                print("%s%n", first.line());
            }
            LockSupport.parkNanos(FRAME_NANOS);
        }
        return verdict(all);
    }

    private boolean verdict(List<Player> all) {
        boolean good = true;
        for (Player player : all) {
            String problem = player.problem();
            if (problem != null) {
                print("FAIL player %d: %s%n", player.session().player(), problem);
                good = false;
            }
        }
        if (good) {
            Player first = all.get(0);
            print(
                    "PASS %d players, %,d ticks, all states the same up to tick %,d%n",
                    players, first.tick(), first.session().agreedTick());
        }
        return good;
    }
}
