package io.github.freestep.benchmarks.app.play;

import io.github.freestep.benchmarks.app.AppCommand;
import io.github.freestep.benchmarks.app.Options.Range;
import io.github.freestep.benchmarks.app.StatusLine;
import io.github.freestep.benchmarks.report.Interrupt;
import io.github.freestep.benchmarks.report.Units;
import io.github.freestep.physics.jolt.JoltSimulation;
import io.github.freestep.physics.lockstep.LockstepTransport;
import io.github.freestep.physics.lockstep.MatchSettings;
import io.github.freestep.physics.lockstep.SequencerServer;
import io.github.freestep.physics.lockstep.direct.DirectLockstep;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Plays a match in lockstep: all its players at once, its host, or one more player. */
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
            "1:a state differed, the match did not begin, or the network failed",
            "2:an option is wrong",
            "130:interrupted"
        },
        footer = {
            "%nExamples:",
            "  play --players 3 --local --seconds 10",
            "  play --local --predict 8 --link 80ms,5%%",
            "  openssl rand -hex 32 > key; play --host 0.0.0.0 --key-file key",
            "  play --join 192.168.0.7 --key-file key"
        })
public final class PlayCommand extends AppCommand {
    static final int MOST_AHEAD = 120;
    static final int MOST_BOXES = 2_000;

    private static final long FRAME_NANOS = 16_000_000;
    private static final long SECOND_NANOS = 1_000_000_000;
    private static final int ANY = -1;

    /** How long the players of a local match may take to begin. On a busy machine, worlds and sessions take seconds. */
    private static final long BEGIN_NANOS = 60 * SECOND_NANOS;

    @Option(names = "--players", paramLabel = "N", description = "The number of players. Default: ${DEFAULT-VALUE}.")
    @Range(max = MatchSettings.MAX_PLAYERS)
    private int players = 2;

    @Option(names = "--local", description = "Run all players of a match in this process.")
    private boolean local;

    @Option(
            names = "--host",
            paramLabel = "ADDRESS",
            description = "Host a match and take part. ADDRESS is one of this machine, such as 0.0.0.0 for all.")
    private String host;

    @Option(names = "--join", paramLabel = "HOST", description = "Take part in the match that HOST runs.")
    private String join;

    @Option(names = "--port", paramLabel = "N", description = "The UDP port of the host. Default: ${DEFAULT-VALUE}.")
    @Range(max = 65_534)
    private int port = DirectLockstep.DEFAULT_PORT;

    @Option(
            names = "--key-file",
            converter = KeyFile.Converter.class,
            paramLabel = "FILE",
            description = "Encrypt and authenticate everything with the key in this file: 32 or 64 hexadecimal digits.")
    private KeyFile key;

    @Option(
            names = "--without-key",
            description = "Let other machines join without a key. Everyone on their networks can then read and forge"
                    + " packets.")
    private boolean withoutKey;

    @Option(
            names = "--predict",
            paramLabel = "TICKS",
            description = "Let a second world of each player here run up to TICKS ahead of the match, 1 to 120. The own"
                    + " input then takes effect at once. A wrong guess of what the others do is corrected.")
    @Range(max = MOST_AHEAD)
    private int predict;

    @Option(
            names = "--link",
            converter = PlayLink.Converter.class,
            paramLabel = "RTT[,LOSS]",
            description = "Make the connections of the players here worse: delay each packet by half of RTT in each"
                    + " direction, and drop a share of them, such as 80ms,5%%.")
    private PlayLink link;

    @Option(names = "--boxes", paramLabel = "N", description = "The number of boxes. Default: ${DEFAULT-VALUE}.")
    @Range(max = MOST_BOXES)
    private int boxes = 60;

    @Option(names = "--rate", paramLabel = "HZ", description = "Ticks per second. Default: ${DEFAULT-VALUE}.")
    @Range(max = 1_000)
    private int rate = 60;

    @Option(names = "--seconds", paramLabel = "N", description = "End after N seconds. Default: run until interrupted.")
    @Range(max = 31_536_000)
    private Integer seconds;

    private volatile boolean stopped;

    /** Ends the command. For any thread. */
    void stop() {
        stopped = true;
    }

    @Override
    public Integer call() {
        if ((local ? 1 : 0) + (host != null ? 1 : 0) + (join != null ? 1 : 0) != 1) {
            throw wrong("give exactly one of --local, --host ADDRESS and --join HOST");
        }
        MatchSettings match = JoltPlay.match(boxes, players, rate);
        try (Interrupt interrupt = new Interrupt(out())) {
            if (!interrupt.begins(this::stop)) {
                return Interrupt.EXIT_CODE;
            }
            JoltSimulation.load();
            boolean good = join != null ? joins(match) : hosts(match);
            boolean early = interrupt.over();
            return early ? Interrupt.EXIT_CODE : good ? CommandLine.ExitCode.OK : CommandLine.ExitCode.SOFTWARE;
        } catch (IllegalStateException
                | IllegalArgumentException
                | UnsupportedOperationException
                | UncheckedIOException e) {
            err().println(e.getMessage());
            return CommandLine.ExitCode.SOFTWARE;
        }
    }

    private boolean joins(MatchSettings match) {
        print("joining the match at %s:%d%n", join, port);
        try (Player player = player(match, network(join).connect(), ANY)) {
            return play(List.of(player));
        }
    }

    private boolean hosts(MatchSettings match) {
        List<Player> here = new ArrayList<>();
        try (SequencerServer server = local
                ? SequencerServer.start(match)
                : SequencerServer.start(match, network(host).listen())) {
            for (int i = 0; i < (local ? players : 1); i++) {
                here.add(player(match, server.connectLocal(), local ? i : ANY));
            }
            if (host != null) {
                print("hosting a match of %d players at %s:%d%n", players, host, port);
            }
            return play(here);
        } finally {
            here.forEach(Player::close);
        }
    }

    private Player player(MatchSettings match, LockstepTransport transport, int number) {
        return new Player(match, link == null ? transport : link.over(transport, number), number, predict);
    }

    private DirectLockstep network(String address) {
        DirectLockstep network = DirectLockstep.at(address).port(port);
        if (key != null) {
            network.key(key.key());
        } else if (withoutKey) {
            network.withoutKey();
        }
        return network;
    }

    /** Plays to the end, and prints the verdict. Returns whether all went well. */
    private boolean play(List<Player> here) {
        StatusLine line = new StatusLine(out(), System.console() != null);
        Player first = here.get(0);
        long launchedNanos = System.nanoTime();
        long sinceNanos = launchedNanos;
        long lineNanos = launchedNanos;
        boolean wasInStep = join == null;
        while (!stopped
                && here.stream().allMatch(Player::plays)
                && (seconds == null || System.nanoTime() - sinceNanos < seconds * SECOND_NANOS)) {
            long now = System.nanoTime();
            if (local && !first.agrees() && now - launchedNanos < BEGIN_NANOS) {
                sinceNanos = now;
            }
            here.forEach(Player::move);
            if (!wasInStep && first.isInStep()) {
                wasInStep = true;
                line.news(Units.text("in step at tick %,d, after %.2f s", first.tick(), (now - launchedNanos) / 1e9));
            }
            if (now - lineNanos >= SECOND_NANOS) {
                lineNanos += SECOND_NANOS;
                line.figures(first.line());
            }
            LockSupport.parkNanos(FRAME_NANOS);
        }
        line.end();
        return verdict(here);
    }

    private boolean verdict(List<Player> here) {
        boolean good = true;
        for (Player player : here) {
            String problem = player.problem();
            if (problem != null) {
                print("FAIL player %d: %s%n", player.session().player(), problem);
                good = false;
            }
        }
        if (good) {
            Player first = here.get(0);
            print(
                    "PASS %d players, %,d ticks, all states the same up to tick %,d%n",
                    players, first.tick(), first.session().agreedTick());
        }
        return good;
    }
}
