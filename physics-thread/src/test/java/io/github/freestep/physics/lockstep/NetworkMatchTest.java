package io.github.freestep.physics.lockstep;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.physics.lockstep.cluster.ClusterTransport;
import io.github.freestep.physics.lockstep.cluster.MatchNode;
import io.github.freestep.physics.lockstep.direct.AeronLockstep;
import io.github.freestep.testing.FreePorts;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.agrona.IoUtil;
import org.jspecify.annotations.Nullable;
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
    private final AtomicInteger started = new AtomicInteger();
    private long longestGapNanos;
    private @Nullable LockstepTransport flood;

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
        String[] members = startNodes("default");
        // A player gives up if no leader answers within 30 s.
        await(() -> leader >= 0);
        startPlayers(members);
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

    @Test
    void theLogStaysSmallAndNodesComeBackBySnapshots() throws Exception {
        String[] members = startNodes("small");
        await(() -> leader >= 0);
        startPlayers(members);
        await(() -> seen.stream().allMatch(peer -> peer.newest() > MatchPeer.RATE));
        floodUntilSnapshots(3, members);
        for (int round = 0; round < 3; round++) {
            // While a snapshot is being written, or right after that.
            floodUntilSnapshots(1, members);
            int first = leader;
            int killed = round == 1 ? (first + 1) % members.length : first;
            processes.get(killed).kill();
            if (round > 0) {
                // Another machine takes the place of this one.
                IoUtil.delete(folder.resolve("node-" + killed).toFile(), false);
            }
            await(() -> killed != first || leader != first);
            playOn(MatchPeer.RATE);
            int before = started.get();
            processes.set(killed, startNode(killed, "small", members));
            await(() -> started.get() > before);
            playOn(5 * MatchPeer.RATE);
        }
        floodUntilSnapshots(2, members);
        playOn(MatchPeer.RATE);
        SeenHashes.assertSame(seen);
        for (int member = 0; member < members.length; member++) {
            long bytes = size(folder.resolve("node-" + member));
            System.out.println("node " + member + " has " + bytes / 1_000 + " kB");
            assertTrue(bytes < 14 << 20, "node " + member + " has " + bytes + " bytes");
        }
        own.forEach(MatchPeer::close);
        own.clear();
        for (MatchProcess process : processes) {
            process.end();
        }
    }

    private void playOn(int ticks) {
        long before = seen.stream().mapToLong(SeenHashes::newest).max().orElseThrow();
        await(() -> seen.stream().allMatch(peer -> peer.newest() > before + ticks));
    }

    /** Sends packets that belong to no connection, which only make the log grow, until the leader begins a snapshot. */
    private void floodUntilSnapshots(int count, String... members) {
        try (LockstepTransport stranger = ClusterTransport.connect(members)) {
            flood = stranger;
            for (int i = 0; i < count; i++) {
                Path archive = folder.resolve("node-" + leader).resolve("archive");
                long before = newestRecording(archive);
                await(() -> newestRecording(archive) > before);
                // A snapshot has two recordings.
                long begun = newestRecording(archive);
                if (i < count - 1) {
                    await(() -> newestRecording(archive) > begun);
                }
            }
            flood = null;
        }
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

    private void startPlayers(String... members) throws Exception {
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
    }

    private String[] startNodes(String sizes) throws Exception {
        int port = FreePorts.inARow(3 * 6);
        String[] members = new String[3];
        for (int member = 0; member < members.length; member++) {
            members[member] = "127.0.0.1:" + (port + member * 6);
        }
        for (int member = 0; member < members.length; member++) {
            processes.add(startNode(member, sizes, members));
        }
        return members;
    }

    private void nodeSays(int member, String line) {
        if (line.equals("started")) {
            started.incrementAndGet();
        } else if (line.equals("leads")) {
            leader = member;
        } else {
            System.out.println("node " + member + ": " + line);
        }
    }

    private MatchProcess startNode(int member, String sizes, String... members) throws Exception {
        List<String> arguments = new ArrayList<>(List.of(members));
        arguments.add(0, sizes);
        arguments.add(0, folder.resolve("node-" + member).toString());
        arguments.add(0, Integer.toString(member));
        return MatchProcess.start(
                folder, member == 1, line -> nodeSays(member, line), MatchNode.class, arguments.toArray(String[]::new));
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
            if (flood != null) {
                flood.poll(packet -> {});
                flood.send(ByteBuffer.allocate(LockstepTransport.MAX_PACKET));
            }
            for (int i = 0; i < own.size(); i++) {
                own.get(i).play(seen.get(seen.size() - own.size() + i));
            }
            LockSupport.parkNanos(1_000_000);
        }
    }
}
