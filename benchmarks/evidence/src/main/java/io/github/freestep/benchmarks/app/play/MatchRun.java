package io.github.freestep.benchmarks.app.play;

import io.github.freestep.benchmarks.app.Findings;
import io.github.freestep.benchmarks.app.Scenario;
import io.github.freestep.benchmarks.app.Verdict;
import io.github.freestep.benchmarks.app.remote.LinkQuality;
import io.github.freestep.benchmarks.app.remote.LossyTransport;
import io.github.freestep.benchmarks.app.remote.ServerProcess;
import io.github.freestep.benchmarks.report.Units;
import io.github.freestep.physics.jolt.JoltSimulation;
import io.github.freestep.physics.lockstep.LockstepTransport;
import io.github.freestep.physics.lockstep.MatchSettings;
import io.github.freestep.physics.lockstep.SequencerServer;
import io.github.freestep.physics.lockstep.SequencerTransport;
import io.github.freestep.physics.lockstep.direct.DirectLockstep;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * Plays a match whose players change their input at random. Players who predict hold
 * their input for a while now and then. No frame of a prediction may go back in time. While the input is held,
 * each predicted state must be that of the match for the same tick, to the last bit.
 */
public final class MatchRun implements Scenario {
    /** The most ticks that a prediction may be ahead. */
    public static final int MOST_AHEAD = 120;

    private static final long SECOND_NANOS = 1_000_000_000;
    private static final long LOOK_NANOS = 2_000_000;

    /** How long the players may take to begin, or to compare a state. On a busy machine, both take seconds. */
    private static final long PATIENCE_NANOS = 60 * SECOND_NANOS;

    /** A corrected error has ended after ten half-lives of 180 ms. */
    private static final long SETTLING_NANOS = 2 * SECOND_NANOS;

    /** How many states a quiet phase compares. */
    private static final int COMPARED = 20;

    private final int count;
    private final int predict;
    private final LinkQuality link;
    private final int seconds;
    private final long seed;
    private final SplittableRandom random;
    private final PrintWriter out;
    private final List<Player> players = new ArrayList<>();
    private final List<LossyTransport> links = new ArrayList<>();
    private final List<PredictionCheck> checks = new ArrayList<>();
    private final List<String> broken = new ArrayList<>();
    private final List<List<String>> rows = new ArrayList<>();
    private volatile boolean stopped;
    private String summary = "";
    private long sinceNanos;
    private long lineNanos;

    /**
     * Checks the settings.
     *
     * @param players how many
     * @param predict how many ticks the predictions may be ahead; 0 for players who do not predict
     * @param link the round trip, and the share of packets that is lost in each direction, such as 80ms,5%; null for
     *     none
     * @throws IllegalArgumentException if the link is wrong, or Jolt has no native library here
     */
    public MatchRun(int players, int predict, String link, int seconds, long seed, PrintWriter out) {
        count = players;
        this.predict = predict;
        this.link = link == null ? null : LinkQuality.ofRoundTrip(link);
        this.seconds = seconds;
        this.seed = seed;
        random = new SplittableRandom(seed);
        this.out = out;
        try {
            JoltSimulation.load();
        } catch (UnsupportedOperationException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
    }

    @Override
    public String headline() {
        return Units.text(
                "a match of %d players with %d boxes at %d Hz, a link of %s, up to %d ticks ahead, %d s, seed %d",
                count, JoltPlay.BOXES, JoltPlay.RATE, link == null ? "0ms" : link, predict, seconds, seed);
    }

    @Override
    public void run() throws IOException {
        MatchSettings match = JoltPlay.match(count);
        int port = ServerProcess.freePort();
        InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
        SequencerTransport listening =
                DirectLockstep.at(address.getHostString()).port(port).listen();
        try (SequencerServer server = SequencerServer.start(match, listening)) {
            for (int i = 0; i < count; i++) {
                players.add(new Player(match, link == null ? server.connectLocal() : connect(address), i, predict));
            }
            play();
            judge();
        } finally {
            checks.forEach(PredictionCheck::close);
            players.forEach(Player::close);
            links.forEach(LossyTransport::close);
        }
    }

    private LockstepTransport connect(InetSocketAddress sequencer) {
        LossyTransport bad = LossyTransport.toLoopback(link, random.nextLong());
        links.add(bad);
        return DirectLockstep.over(bad).connect(sequencer);
    }

    @Override
    public void stop() {
        stopped = true;
    }

    private void play() {
        lookUntil(() -> players.stream().allMatch(this::hasBegun), PATIENCE_NANOS);
        if (players.stream().anyMatch(player -> player.states() == null)) {
            return;
        }
        if (predict > 0) {
            players.forEach(player -> checks.add(new PredictionCheck(
                    player.physics().states(), player.states(), player::corrections, SETTLING_NANOS)));
        }
        sinceNanos = System.nanoTime();
        do {
            changeInput();
            holdInput();
        } while (goesOn() && !isLong());
    }

    /** Without predictions, the run is about compared states, and on a busy machine the first one takes a while. */
    private boolean hasBegun(Player player) {
        return player.states() != null && (predict > 0 || player.agrees());
    }

    private boolean isLong() {
        return System.nanoTime() - sinceNanos >= seconds * SECOND_NANOS;
    }

    private void changeInput() {
        checks.forEach(PredictionCheck::inputChanges);
        // With checks, a run ends only after a quiet phase.
        for (int i = random.nextInt(5, 30); i > 0 && goesOn() && (predict > 0 || !isLong()); i--) {
            Player player = players.get(random.nextInt(count));
            player.push((float) random.nextDouble(-1, 1), (float) random.nextDouble(-0.3, 1));
            lookUntil(() -> false, random.nextLong(SECOND_NANOS / 5));
        }
    }

    /** Waits until no input is on its way and no correction is still visible, and compares the states after that. */
    private void holdInput() {
        players.forEach(player -> player.push(0, 0));
        checks.forEach(PredictionCheck::inputIsQuiet);
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
                out.println(players.get(0).line());
                out.flush();
            }
            LockSupport.parkNanos(LOOK_NANOS);
        }
    }

    private void judge() {
        for (int i = 0; i < count; i++) {
            Player player = players.get(i);
            String problem = problem(i);
            if (problem != null) {
                broken.add("player " + i + ": " + problem);
            }
            long compared = checks.isEmpty() ? 0 : checks.get(i).compared();
            rows.add(List.of(
                    Integer.toString(i),
                    Long.toString(player.tick()),
                    Long.toString(player.corrections()),
                    Long.toString(compared)));
        }
        summary = Units.text("%,d ticks", players.get(0).tick());
        if (broken.isEmpty()) {
            summary += Units.text(
                    ", all states the same up to tick %,d",
                    players.get(0).session().agreedTick());
        }
        if (predict > 0) {
            summary += Units.text(
                    "; %,d corrections, %,d predicted states the same as those of the match",
                    players.stream().mapToLong(Player::corrections).sum(),
                    checks.stream().mapToLong(PredictionCheck::compared).sum());
        }
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
        if (stopped || predict == 0) {
            // Too short to say more, or there is no more.
            return null;
        }
        // Of the last phase, because a state that differs stops the comparison until a correction could have come.
        int compared = checks.isEmpty() ? 0 : checks.get(number).comparedInPhase();
        if (compared < COMPARED) {
            return Units.text(
                    "only %d of %d predicted states could be compared within %d s; if this machine is too busy for"
                            + " %d ticks per second, end other programs and repeat: %s",
                    compared, COMPARED, PATIENCE_NANOS / SECOND_NANOS, JoltPlay.RATE, player.line());
        }
        return player.corrections() == 0 ? "no guess was wrong: " + player.line() : null;
    }

    @Override
    public Findings outcome(boolean interrupted) {
        Verdict verdict = Verdict.of(broken.isEmpty(), interrupted);
        Findings findings = Findings.of(": a match", verdict, verdict.sentence(), broken, summary);
        findings.page().table(List.of("player", "ticks", "corrections", "states compared"), rows);
        return findings;
    }
}
