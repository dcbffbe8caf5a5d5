package io.github.freestep.physics.lockstep;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.physics.lockstep.cluster.ClusterTransport;
import io.github.freestep.physics.lockstep.direct.AeronLockstep;
import io.github.freestep.testing.FreePorts;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Plays matches of three between processes, on two JDKs if there are two, and kills processes. */
class NetworkMatchTest {
    private static final long LIMIT_NANOS = 120_000_000_000L;

    /**
     * The limit of a standstill on a machine that runs each thread without delay. The test adds ten times the longest
     * time for which this process did not run, because an election takes about ten steps of processes that wait for
     * each other.
     */
    private static final long STANDSTILL_MILLIS = 3_000;

    @TempDir
    Path folder;

    private final List<MatchProcess> processes = new ArrayList<>();
    private final List<SeenHashes> seen = new ArrayList<>();
    private final List<MatchPeer> own = new ArrayList<>();
    private volatile int leader = -1;
    private long longestGapNanos;

    @AfterEach
    void killProcesses() {
        processes.forEach(MatchProcess::close);
        own.forEach(MatchPeer::close);
    }

    @Test
    void thePlayersGoOnWhenOneIsKilled() throws Exception {
        int port = FreePorts.inARow(2);
        SequencerTransport transport = AeronLockstep.at("127.0.0.1").port(port).listen();
        try (SequencerServer server = SequencerServer.start(MatchPeer.settings(), transport)) {
            for (int player = 0; player < MatchPeer.PLAYERS; player++) {
                startPlayer(player, player == 1, Integer.toString(port));
            }
            await(() -> seen.stream().allMatch(peer -> peer.newest() > MatchPeer.RATE));
            processes.get(2).kill();
            long killed = server.status().tick();
            await(() -> server.status().players() == 2 && server.status().agreedTick() > killed + MatchPeer.RATE);
            SeenHashes.assertSame(seen);
            processes.get(0).end();
            processes.get(1).end();
        }
    }

    @Test
    void aKilledLeaderCostsNoTick() throws Exception {
        String[] members = startNodes();
        // A player gives up if no leader answers within 30 s.
        await(() -> leader >= 0);
        // Two players in this process, and one in another, which is of another JDK.
        startPlayer(2, true, members);
        List<CompletableFuture<MatchPeer>> joining = new ArrayList<>();
        for (int player = 0; player < 2; player++) {
            int number = player;
            // Each waits for the other, and the common pool has only one thread on a machine of two cores.
            joining.add(CompletableFuture.supplyAsync(
                    () -> MatchPeer.join(MatchPeer.clusterSettings(), ClusterTransport.connect(members), number),
                    join -> new Thread(join, "join-" + number).start()));
        }
        for (CompletableFuture<MatchPeer> each : joining) {
            own.add(each.join());
            seen.add(new SeenHashes());
        }
        await(() -> seen.stream().allMatch(peer -> peer.newest() > MatchPeer.RATE));
        int first = leader;
        long before = seen.get(1).newest();
        seen.forEach(SeenHashes::takeStandstillNanos);
        processes.get(first).kill();
        longestGapNanos = 0;
        await(() -> leader != first && seen.stream().allMatch(peer -> peer.newest() > before + 2 * MatchPeer.RATE));
        List<Long> stood = seen.stream()
                .map(peer -> peer.takeStandstillNanos() / 1_000_000)
                .toList();
        long most = STANDSTILL_MILLIS + 10 * longestGapNanos / 1_000_000;
        System.out.println("the leader was killed; the players stood still for " + stood + " ms of " + most);
        assertTrue(stood.stream().allMatch(millis -> millis < most), stood + " ms, the limit is " + most + " ms");
        SeenHashes.assertSame(seen);
        own.forEach(MatchPeer::close);
        own.clear();
        processes.remove(first).close();
        for (MatchProcess process : processes) {
            process.end();
        }
    }

    private String[] startNodes() throws Exception {
        int port = FreePorts.inARow(3 * 6);
        String[] members = new String[3];
        for (int member = 0; member < members.length; member++) {
            members[member] = "127.0.0.1:" + (port + member * 6);
        }
        for (int member = 0; member < members.length; member++) {
            int number = member;
            List<String> arguments = new ArrayList<>(List.of(members));
            arguments.add(0, folder.resolve("node-" + member).toString());
            arguments.add(0, Integer.toString(member));
            processes.add(MatchProcess.start(
                    folder, member == 1, line -> leader = number, MatchNode.class, arguments.toArray(String[]::new)));
        }
        return members;
    }

    private void startPlayer(int player, boolean otherJdk, String... addresses) throws Exception {
        SeenHashes hashes = new SeenHashes();
        seen.add(hashes);
        List<String> arguments = new ArrayList<>(List.of(addresses));
        arguments.add(0, Integer.toString(player));
        processes.add(MatchProcess.start(
                folder,
                otherJdk,
                line -> {
                    String[] words = line.split(" ");
                    hashes.hash(Long.parseLong(words[0]), Long.parseLong(words[1]));
                },
                MatchPeer.class,
                arguments.toArray(String[]::new)));
    }

    /** Lets the players of this process play until a condition holds. */
    private void await(BooleanSupplier done) {
        long since = System.nanoTime();
        long lastNanos = since;
        while (!done.getAsBoolean()) {
            longestGapNanos = Math.max(longestGapNanos, System.nanoTime() - lastNanos);
            lastNanos = System.nanoTime();
            assertTrue(
                    System.nanoTime() - since < LIMIT_NANOS,
                    () -> "too late; ticks "
                            + seen.stream().map(SeenHashes::newest).toList() + ", leader " + leader);
            for (int i = 0; i < own.size(); i++) {
                own.get(i).play(seen.get(seen.size() - own.size() + i));
            }
            LockSupport.parkNanos(1_000_000);
        }
    }
}
