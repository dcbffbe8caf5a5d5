package io.github.freestep.benchmarks.app.play;

import io.github.freestep.benchmarks.app.AppCommand;
import io.github.freestep.benchmarks.app.Options.Range;
import io.github.freestep.benchmarks.app.StatusLine;
import io.github.freestep.benchmarks.report.Interrupt;
import io.github.freestep.physics.jolt.JoltSimulation;
import io.github.freestep.physics.lockstep.MatchSettings;
import io.github.freestep.physics.lockstep.SequencerServer;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Plays a match of two players who predict, over bad connections, and checks what is predicted. */
@Command(
        name = "match",
        // The alias makes it read as an option of stress: a stress run of a match.
        aliases = "--match",
        sortOptions = false,
        description = {
            "Play a match of two players in Jolt over a connection that delays and loses packets. Both predict. They"
                    + " change their input at random, and then hold it for a while.",
            "No frame of a prediction may go back in time. While the input is held, each predicted state must be that"
                    + " of the match for the same tick, to the last bit."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:every promise was kept",
            "1:a promise was broken, nothing was corrected or compared, or the match has failed",
            "2:an option is wrong",
            "130:interrupted"
        },
        footer = {
            "%nExamples:",
            "  stress --match",
            "  stress --match --predict 20 --link 250ms,20%% --boxes 200 --seconds 60"
        })
public final class MatchStressCommand extends AppCommand {
    private static final int PLAYERS = 2;
    private static final long SECOND_NANOS = 1_000_000_000;
    private static final long LOOK_NANOS = 2_000_000;

    /** How long the players may take to begin, or to compare a state. On a busy machine, both take seconds. */
    private static final long PATIENCE_NANOS = 60 * SECOND_NANOS;

    /** A corrected error has ended after ten half-lives of 180 ms. */
    private static final int SETTLING_SECONDS = 2;

    /** How many states a quiet phase compares. */
    private static final int COMPARED = 20;

    @Option(
            names = "--predict",
            paramLabel = "TICKS",
            description = "How far the second worlds may run ahead, 1 to 120. Default: ${DEFAULT-VALUE}.")
    @Range(max = PlayCommand.MOST_AHEAD)
    private int predict = 8;

    @Option(
            names = "--link",
            converter = PlayLink.Converter.class,
            paramLabel = "RTT[,LOSS]",
            description = "The round trip of packets, and the share that is lost in each direction. Default:"
                    + " ${DEFAULT-VALUE}.",
            defaultValue = "80ms,5%")
    private PlayLink link;

    @Option(
            names = "--boxes",
            paramLabel = "N",
            description = "The number of boxes, 1 to 2000. Default: ${DEFAULT-VALUE}.")
    @Range(max = PlayCommand.MOST_BOXES)
    private int boxes = 60;

    @Option(
            names = "--rate",
            paramLabel = "HZ",
            description = "Ticks per second, 1 to 1000. Default: ${DEFAULT-VALUE}.")
    @Range(max = 1_000)
    private int rate = 60;

    @Option(
            names = "--seconds",
            paramLabel = "N",
            description = "Duration in seconds, 1 to 86400; the last quiet phase then ends. Default: ${DEFAULT-VALUE}.")
    @Range(max = 86_400)
    private int seconds = 15;

    @Option(names = "--seed", paramLabel = "N", description = "Seed of input and losses. Default: ${DEFAULT-VALUE}.")
    private long seed = 1;

    private final List<Player> players = new ArrayList<>();
    private final List<PredictionCheck> checks = new ArrayList<>();
    private volatile boolean stopped;
    private SplittableRandom random;
    private StatusLine line;
    private long lineNanos;

    @Override
    public Integer call() {
        try (Interrupt interrupt = new Interrupt(out())) {
            if (!interrupt.begins(() -> stopped = true)) {
                return Interrupt.EXIT_CODE;
            }
            JoltSimulation.load();
            MatchSettings match = JoltPlay.match(boxes, PLAYERS, rate);
            random = new SplittableRandom(seed);
            line = new StatusLine(out(), System.console() != null);
            boolean good;
            try (SequencerServer server = SequencerServer.start(match)) {
                for (int i = 0; i < PLAYERS; i++) {
                    players.add(new Player(match, link.over(server.connectLocal(), random.nextLong()), i, predict));
                }
                play();
                line.end();
                good = verdict();
            } finally {
                checks.forEach(PredictionCheck::close);
                players.forEach(Player::close);
            }
            return interrupt.over()
                    ? Interrupt.EXIT_CODE
                    : good ? CommandLine.ExitCode.OK : CommandLine.ExitCode.SOFTWARE;
        } catch (UnsupportedOperationException e) {
            err().println(e.getMessage());
            return CommandLine.ExitCode.SOFTWARE;
        }
    }

    private void play() {
        lookUntil(() -> players.stream().allMatch(player -> player.states() != null), PATIENCE_NANOS);
        if (players.stream().anyMatch(player -> player.states() == null)) {
            return;
        }
        players.forEach(
                player -> checks.add(new PredictionCheck(player.physics().states(), player.states())));
        long since = System.nanoTime();
        do {
            changeInput();
            holdInput();
        } while (goesOn() && System.nanoTime() - since < seconds * SECOND_NANOS);
    }

    private void changeInput() {
        checks.forEach(PredictionCheck::inputChanges);
        for (int i = random.nextInt(5, 30); i > 0 && goesOn(); i--) {
            Player player = players.get(random.nextInt(PLAYERS));
            player.push((float) random.nextDouble(-1, 1), (float) random.nextDouble(-0.3, 1));
            lookUntil(() -> false, random.nextLong(SECOND_NANOS / 5));
        }
    }

    /** Waits until no input is on its way and no correction is still visible, and compares the states after that. */
    private void holdInput() {
        players.forEach(player -> player.push(0, 0));
        for (int i = 0; i < PLAYERS; i++) {
            int delay = players.get(i).session().inputDelayTicks();
            checks.get(i).inputIsQuiet(SETTLING_SECONDS * rate + 2 * delay + predict);
        }
        lookUntil(() -> checks.stream().allMatch(check -> check.comparedInPhase() >= COMPARED), PATIENCE_NANOS);
    }

    private boolean goesOn() {
        return !stopped
                && players.stream().allMatch(Player::plays)
                && checks.stream().allMatch(check -> check.flaw() == null);
    }

    private void lookUntil(BooleanSupplier condition, long atMostNanos) {
        long since = System.nanoTime();
        while (goesOn() && !condition.getAsBoolean() && System.nanoTime() - since < atMostNanos) {
            checks.forEach(PredictionCheck::look);
            if (System.nanoTime() - lineNanos >= SECOND_NANOS) {
                lineNanos = System.nanoTime();
                line.figures(players.get(0).line());
            }
            LockSupport.parkNanos(LOOK_NANOS);
        }
    }

    private boolean verdict() {
        boolean good = true;
        for (int i = 0; i < PLAYERS; i++) {
            String problem = problem(i);
            if (problem != null) {
                print("FAIL player %d: %s%n", i, problem);
                good = false;
            }
        }
        if (good) {
            print(
                    "PASS %,d ticks, %,d corrections, %,d predicted states the same as those of the match%n",
                    players.get(0).tick(),
                    players.stream().mapToLong(Player::corrections).sum(),
                    checks.stream().mapToLong(PredictionCheck::compared).sum());
        }
        return good;
    }

    private String problem(int number) {
        Player player = players.get(number);
        if (checks.stream().anyMatch(check -> check.flaw() != null)) {
            // The run has ended there, so the other player may lack what it would have done.
            String flaw = checks.get(number).flaw();
            return flaw == null ? null : flaw + ", with seed " + seed;
        }
        String problem = player.problem();
        if (problem != null) {
            return problem;
        }
        if (checks.isEmpty() || checks.get(number).compared() == 0) {
            return "no predicted state was compared: " + player.line();
        }
        return player.corrections() == 0 ? "no guess was wrong: " + player.line() : null;
    }
}
