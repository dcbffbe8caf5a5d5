package io.github.freestep.physics.lockstep;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.testing.FreePorts;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/**
 * Plays a match of three between processes, and kills a player. One of the others has another JDK, if there is one, and
 * one an interpreter.
 */
class NetworkMatchTest {
    private static final long LIMIT_NANOS = 120_000_000_000L;

    /** Many processes share few cores for a few seconds. */
    private static final String ONE_COMPILER = "-XX:TieredStopAtLevel=1";

    @TempDir
    Path folder;

    private final int port = FreePorts.inARow(2);
    private final List<MatchProcess> processes = new ArrayList<>();
    private final List<MatchProcess> players = new ArrayList<>();
    private final List<SeenHashes> seen = new ArrayList<>();

    @AfterEach
    void killProcesses() {
        processes.forEach(MatchProcess::close);
    }

    // In one process, MatchSeedsTest has the rule.
    @EnabledIfSystemProperty(named = "thorough", matches = ".*")
    @Test
    void aMatchSurvivesOneOfItsPlayers() throws Exception {
        processes.add(MatchProcess.start(
                folder, false, ONE_COMPILER, line -> {}, SequencerProcess.class, Integer.toString(port)));
        startPlayers();
        players.remove(MatchPeer.PLAYERS - 1).kill();
        List<SeenHashes> others = seen.subList(0, players.size());
        long newest = others.stream().mapToLong(SeenHashes::newest).max().orElseThrow();
        List<Integer> done = players().mapToObj(others.get(0)::actions).toList();
        await(() -> others.stream()
                .allMatch(peer -> peer.newest() > newest + 2 * MatchPeer.RATE
                        && players().allMatch(player -> peer.actions(player) > done.get(player) + MatchPeer.RATE / 2)));
        SeenHashes.assertSame(seen);
        players().forEach(player -> SeenHashes.assertSameActions(others, player));
        for (MatchProcess player : players) {
            player.end();
        }
    }

    private IntStream players() {
        return IntStream.range(0, players.size());
    }

    /** Starts all players, and returns once they play. */
    private void startPlayers() throws Exception {
        for (int player = 0; player < MatchPeer.PLAYERS; player++) {
            SeenHashes hashes = new SeenHashes();
            seen.add(hashes);
            players.add(MatchProcess.start(
                    folder,
                    player == 1,
                    player == 0 ? "-Xint" : ONE_COMPILER,
                    line -> {
                        String[] words = line.split(" ");
                        long tick = Long.parseLong(words[0]);
                        if (words.length == 2) {
                            hashes.hash(tick, Long.parseLong(words[1]));
                        } else {
                            hashes.action(tick, Integer.parseInt(words[1]), Long.parseLong(words[2]));
                        }
                    },
                    MatchPeer.class,
                    Integer.toString(player),
                    Integer.toString(port)));
        }
        processes.addAll(players);
        await(() -> seen.stream().allMatch(peer -> peer.newest() > MatchPeer.RATE));
    }

    private void await(BooleanSupplier done) {
        long since = System.nanoTime();
        while (!done.getAsBoolean()) {
            assertTrue(
                    System.nanoTime() - since < LIMIT_NANOS,
                    () -> "too late; ticks "
                            + seen.stream().map(SeenHashes::newest).toList() + ", players: "
                            + players.stream().map(MatchProcess::said).toList());
            LockSupport.parkNanos(1_000_000);
        }
    }
}
