package io.github.freestep.physics.lockstep;

import io.github.freestep.physics.lockstep.direct.DirectLockstep;
import io.github.freestep.testing.FreePorts;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Plays matches of three between processes, and kills a player or the sequencer. */
class NetworkMatchTest {
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
        SequencerTransport transport = DirectLockstep.at("127.0.0.1").port(port).listen();
        try (SequencerServer server = SequencerServer.start(MatchPeer.settings(), transport)) {
            for (int player = 0; player < MatchPeer.PLAYERS; player++) {
                match.startPlayer(player, port);
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
    void aMatchSurvivesItsSequencer() throws Exception {
        int port = FreePorts.inARow(2);
        MatchProcess sequencer = match.startSequencer(port, 1);
        for (int player = 0; player < MatchPeer.PLAYERS; player++) {
            match.startPlayer(player, port);
        }
        match.await(() -> match.seen.stream().allMatch(peer -> peer.newest() > MatchPeer.RATE));
        for (int run = 2; run <= 3; run++) {
            sequencer.kill();
            sequencer = match.startSequencer(port, run);
            match.awaitAll(2 * MatchPeer.RATE);
        }
        SeenHashes.assertSame(match.seen);
        for (MatchProcess player : match.processes.subList(1, 1 + MatchPeer.PLAYERS)) {
            player.end();
        }
    }
}
