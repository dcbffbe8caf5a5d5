package io.github.freestep.physics.lockstep;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.freestep.physics.lockstep.cluster.ClusterTransport;
import io.github.freestep.physics.lockstep.cluster.MatchNode;
import io.github.freestep.testing.Thorough;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.agrona.IoUtil;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Plays a match of three on a cluster whose nodes write and delete snapshots, and kills nodes. */
class ClusterLogTest {
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
    void theLogStaysSmallAndNodesComeBackBySnapshots() throws Exception {
        String[] members = match.startNodes("small");
        match.await(() -> match.leader >= 0);
        match.startPlayers(members);
        match.await(() -> match.seen.stream().allMatch(peer -> peer.newest() > MatchPeer.RATE));
        floodUntilSnapshots(Thorough.of(2, 3), members);
        for (int round = 0; round < Thorough.of(1, 3); round++) {
            // While a snapshot is being written, or right after that.
            floodUntilSnapshots(1, members);
            int first = match.leader;
            int killed = round == 1 ? (first + 1) % members.length : first;
            match.processes.get(killed).kill();
            if (round < 2) {
                // Another machine takes the place of this one.
                IoUtil.delete(folder.resolve("node-" + killed).toFile(), false);
            }
            match.await(() -> killed != first || match.leader != first);
            match.playOn(MatchPeer.RATE);
            int before = match.started.get();
            match.processes.set(killed, match.startNode(killed, "small", members));
            match.await(() -> match.started.get() > before);
            match.playOn(5 * MatchPeer.RATE);
        }
        floodUntilSnapshots(2, members);
        match.playOn(MatchPeer.RATE);
        SeenHashes.assertSame(match.seen);
        for (int member = 0; member < members.length; member++) {
            long bytes = size(folder.resolve("node-" + member));
            System.out.println("node " + member + " has " + bytes / 1_000 + " kB");
            assertTrue(bytes < 14 << 20, "node " + member + " has " + bytes + " bytes");
        }
        match.end();
    }

    @Test
    void aNodeEndsIfTheOthersHaveDeletedWhatItNeedsNextAndComesBack() throws Exception {
        // It needs some seconds of three processes that are never late.
        assumeTrue(Thorough.isOn());
        String[] members = match.startNodes("tiny");
        match.await(() -> match.leader >= 0 && match.started.get() == members.length);
        floodUntilSnapshots(1, members);
        int leader = match.leader;
        int lagging = (leader + 1) % members.length;
        match.await(() -> IntStream.range(0, members.length)
                .allMatch(member -> newestRecording(archive(member)) == newestRecording(archive(leader))));
        match.processes.get(lagging).stand(true);
        try (LockstepTransport stranger = ClusterTransport.connect(members)) {
            match.awaitFlooded(stranger, () -> logStart(leader) > logEnd(lagging));
        }
        match.processes.get(lagging).stand(false);
        match.await(() -> match.failures.containsKey(lagging));
        match.processes.get(lagging).kill();
        match.processes.set(lagging, match.startNode(lagging, "tiny", members));
        match.await(() -> match.started.get() > members.length);
        assertEquals(Set.of(lagging), match.failures.keySet());
        assertEquals(
                "failed: the node is so far behind that the other nodes have deleted the part of the log that it needs"
                        + " next; close this node, and start another one with the same folder, "
                        + folder.resolve("node-" + lagging) + ", which copies their newest snapshot",
                match.failures.get(lagging));
        match.end();
    }

    private long logStart(int member) {
        return segments(member).min().orElseThrow();
    }

    private long logEnd(int member) {
        return segments(member).max().orElseThrow() + MatchNode.TINY_SEGMENT;
    }

    /** Returns where the files of the log begin. Before a node copies another's, the log is its first recording. */
    private LongStream segments(int member) {
        return Stream.of(archive(member).toFile().list((in, name) -> name.matches("0-\\d+\\.rec")))
                .mapToLong(name -> Long.parseLong(name.substring(2, name.indexOf('.'))));
    }

    /** Sends packets that belong to no connection, which only make the log grow, until the leader begins a snapshot. */
    private void floodUntilSnapshots(int count, String... members) {
        try (LockstepTransport stranger = ClusterTransport.connect(members)) {
            for (int i = 0; i < count; i++) {
                Path archive = archive(match.leader);
                long before = newestRecording(archive);
                match.awaitFlooded(stranger, () -> newestRecording(archive) > before);
                // A snapshot has two recordings.
                long begun = newestRecording(archive);
                if (i < count - 1) {
                    match.awaitFlooded(stranger, () -> newestRecording(archive) > begun);
                }
            }
        }
    }

    private Path archive(int member) {
        return folder.resolve("node-" + member).resolve("archive");
    }

    private static long newestRecording(Path archive) {
        return Stream.of(archive.toFile().list((in, name) -> name.endsWith(".rec")))
                .mapToLong(name -> Long.parseLong(name.substring(0, name.indexOf('-'))))
                .max()
                .orElse(-1);
    }

    private static long size(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(Files::isRegularFile)
                    .mapToLong(file -> file.toFile().length())
                    .sum();
        }
    }
}
