package io.github.freestep.physics.lockstep;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.physics.lockstep.direct.AeronLockstep;
import io.github.freestep.testing.FreePorts;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Plays matches of three between processes, and kills a player or the leader of the cluster. */
class NetworkMatchTest {
    /**
     * The limit of a standstill on a machine that runs each thread without delay. The test adds ten times the longest
     * time for which this process did not run, because an election takes about ten steps of processes that wait for
     * each other.
     */
    private static final long STANDSTILL_MILLIS = 3_000;

    @TempDir
    Path folder;

    private NetworkMatch match;

    @BeforeEach
    void begin() {
        match = new NetworkMatch(folder);
    }

    @AfterEach
    void killProcesses() {
        match.close();
    }

    @Test
    void thePlayersGoOnWhenOneIsKilled() throws Exception {
        int port = FreePorts.inARow(2);
        SequencerTransport transport = AeronLockstep.at("127.0.0.1").port(port).listen();
        try (SequencerServer server = SequencerServer.start(MatchPeer.settings(), transport)) {
            for (int player = 0; player < MatchPeer.PLAYERS; player++) {
                match.startPlayer(player, player == 1, Integer.toString(port));
            }
            match.await(() -> match.seen.stream().allMatch(peer -> peer.newest() > MatchPeer.RATE));
            match.processes.get(2).kill();
            long killed = server.status().tick();
            match.await(() -> server.status().players() == 2 && server.status().agreedTick() > killed + MatchPeer.RATE);
            SeenHashes.assertSame(match.seen);
            match.processes.get(0).end();
            match.processes.get(1).end();
        }
    }

    @Test
    void aKilledLeaderCostsNoTickAndComesBack() throws Exception {
        String[] members = match.startNodes("default");
        // A player gives up if no leader answers within 30 s.
        match.await(() -> match.leader >= 0);
        match.startPlayers(members);
        match.await(() -> match.seen.stream().allMatch(peer -> peer.newest() > MatchPeer.RATE));
        int first = match.leader;
        long before = match.seen.get(1).newest();
        match.seen.forEach(SeenHashes::takeStandstillNanos);
        match.processes.get(first).kill();
        match.longestGapNanos = 0;
        match.await(() -> match.leader != first
                && match.seen.stream().allMatch(peer -> peer.newest() > before + 2 * MatchPeer.RATE));
        List<Long> stood = match.seen.stream()
                .map(peer -> peer.takeStandstillNanos() / 1_000_000)
                .toList();
        long most = STANDSTILL_MILLIS + 10 * match.longestGapNanos / 1_000_000;
        System.out.println("the leader was killed; the players stood still for " + stood + " ms of " + most);
        assertTrue(stood.stream().allMatch(millis -> millis < most), stood + " ms, the limit is " + most + " ms");
        match.processes.set(first, match.startNode(first, "default", members));
        match.await(() -> match.started.get() > members.length);
        match.playOn(MatchPeer.RATE);
        SeenHashes.assertSame(match.seen);
        match.end();
    }
}
