package io.github.freestep.physics.lockstep.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.physics.lockstep.MatchSettings;
import io.github.freestep.state.StateLayout;
import io.github.freestep.testing.FreePorts;
import io.github.freestep.testing.OtherProcess;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClusterSequencerTest {
    private static final String FLAG = "--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED";

    private static final long HISTORY = 1 << 20;

    private final int port = FreePorts.inARow(ClusterMembers.PORTS);

    @TempDir
    Path folder;

    @Test
    void theOnlyNodeLeadsAndLeavesNothingBehind() throws Exception {
        String out = OtherProcess.with(FLAG).start(Leads.class, Integer.toString(port), folder.toString());
        assertEquals("leads, then leads again, threads left: []", out.trim());
    }

    @Test
    void settingsAreChecked() {
        ClusterSequencer.Builder builder = builder();
        assertEquals(
                "member must be between 0 and 1, was 2",
                assertThrows(IllegalArgumentException.class, () -> builder.members(2, "a:1", "b:1"))
                        .getMessage());
        builder.members(0, "127.0.0.1:" + port, "127.0.0.1:" + (port + 10));
        assertEquals(
                "a cluster of 2 nodes must keep its log across restarts; set folder(...)",
                assertThrows(IllegalStateException.class, builder::start).getMessage());
        builder.members(0, "0.0.0.0:" + port);
        assertEquals(
                "a cluster neither encrypts nor authenticates, so everyone who can reach 0.0.0.0 could read and forge"
                        + " the packets of the match; if the network or VPN is trusted, set withoutKey()",
                assertThrows(IllegalStateException.class, builder::start).getMessage());
    }

    @Test
    void anotherNodesFolderIsRefused() {
        try (ClusterFolder first = ClusterFolder.open(folder, HISTORY)) {
            String message = assertThrows(IllegalStateException.class, () -> ClusterFolder.open(folder, HISTORY))
                    .getMessage();
            assertEquals("each node needs a folder of its own, but another node uses " + folder, message);
            assertTrue(first.archive().getPath().startsWith(folder.toString()));
        }
        ClusterFolder.open(folder, HISTORY).close();
        ClusterFolder temporary = ClusterFolder.open(null, HISTORY);
        Path path = temporary.archive().getParentFile().toPath();
        assertTrue(path.toFile().isDirectory());
        temporary.close();
        assertFalse(path.toFile().exists());
    }

    /** Makes the log and the snapshots of a node, named after their origin. */
    private void fill(Path parent, String origin) throws IOException {
        for (String part : new String[] {"archive", "cluster"}) {
            Path target = Files.createDirectories(parent.resolve(part));
            Files.createFile(target.resolve(origin));
        }
    }

    private void assertHas(String... files) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            Set<String> relative = all.filter(Files::isRegularFile)
                    .map(file -> folder.relativize(file).toString().replace('\\', '/'))
                    .collect(Collectors.toSet());
            relative.remove("lock");
            assertEquals(Set.of(files), relative);
        }
    }

    @Test
    void aCopyReplacesTheFolderOnlyWhenItIsComplete() throws IOException {
        fill(folder, "own");
        try (ClusterFolder failed = ClusterFolder.open(folder, HISTORY)) {
            failed.moveAway();
            fill(folder, "copied");
        }
        assertHas("archive/own", "cluster/own");
        try (ClusterFolder complete = ClusterFolder.open(folder, HISTORY)) {
            complete.moveAway();
            fill(folder, "copied");
            complete.keepCopy();
        }
        assertHas("archive/copied", "cluster/copied");
    }

    @Test
    void aKilledProcessCostsNoLog() throws IOException {
        // Killed while it copied, and before that while it deleted.
        fill(folder.resolve("old"), "own");
        fill(folder, "copied");
        fill(folder.resolve("garbage"), "deleted");
        ClusterFolder.open(folder, HISTORY).close();
        assertHas("archive/own", "cluster/own");
    }

    @Test
    void whatTheFolderHasAlreadyCountsAsSpace() throws IOException {
        Files.createDirectory(folder.resolve("archive"));
        long free = Files.getFileStore(folder).getUsableSpace();
        try (RandomAccessFile log =
                new RandomAccessFile(folder.resolve("archive/log").toFile(), "rw")) {
            log.setLength(1 << 30);
        }
        ClusterFolder.open(folder, free / 2).close();
    }

    @Test
    void withoutTheClusterTheBuilderNamesIt() throws Exception {
        assertEquals(
                "Aeron's cluster is not on the class path or module path; add io.aeron:aeron-archive and"
                        + " io.aeron:aeron-cluster, version 1.51.0, next to io.aeron:aeron-client and"
                        + " io.aeron:aeron-driver",
                OtherProcess.with(FLAG)
                        .without(".*aeron-(cluster|archive)-[^/]*\\.jar")
                        .start(Leads.class, Integer.toString(port), folder.toString())
                        .trim());
    }

    private static ClusterSequencer.Builder builder() {
        return ClusterSequencer.builder(MatchSettings.of("pong", StateLayout.of(2), 2));
    }

    static final class Leads {
        private Leads() {}

        public static void main(String[] args) {
            Set<Thread> before = Thread.getAllStackTraces().keySet();
            try {
                run("127.0.0.1:" + args[0], Path.of(args[1]));
                System.out.print(", then ");
                run("127.0.0.1:" + args[0], Path.of(args[1]));
                Set<Thread> left = new HashSet<>(Thread.getAllStackTraces().keySet());
                left.removeAll(before);
                System.out.println(" again, threads left: " + left);
            } catch (IllegalStateException expected) {
                System.out.println(expected.getMessage());
            }
        }

        private static void run(String address, Path folder) {
            long since = System.nanoTime();
            try (ClusterSequencer node =
                    builder().members(0, address).folder(folder).start()) {
                while (!node.isLeader() && System.nanoTime() - since < 60_000_000_000L) {
                    LockSupport.parkNanos(1_000_000);
                }
                boolean well =
                        node.failure() == null && node.toString().startsWith("member 0 of " + address + ", leads");
                System.out.print(well ? "leads" : node.toString());
            }
        }
    }
}
