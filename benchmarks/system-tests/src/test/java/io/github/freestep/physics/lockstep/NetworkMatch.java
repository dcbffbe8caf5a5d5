package io.github.freestep.physics.lockstep;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.physics.lockstep.cluster.ClusterTransport;
import io.github.freestep.physics.lockstep.cluster.MatchNode;
import io.github.freestep.testing.FreePorts;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** A match of three between processes, on two JDKs if there are two, that a test plays and disturbs. */
final class NetworkMatch implements AutoCloseable {
    private static final long LIMIT_NANOS = 120_000_000_000L;

    private final Path folder;
    final List<MatchProcess> processes = new ArrayList<>();
    final List<SeenHashes> seen = new ArrayList<>();
    private final List<MatchPeer> own = new ArrayList<>();

    /** The member that has become the leader last, or -1. */
    volatile int leader = -1;

    /** What the nodes have said that have failed. */
    final Map<Integer, String> failures = new ConcurrentHashMap<>();

    /** How many nodes have started. */
    final AtomicInteger started = new AtomicInteger();

    /** The longest time since it was set to 0 for which this process did not run. */
    long longestGapNanos;

    private @Nullable LockstepTransport stranger;

    /** Not zeros: at the end of a killed node's log, Aeron would take them for a message that was not fully written. */
    private final ByteBuffer flood =
            ByteBuffer.wrap("freestep".repeat(LockstepTransport.MAX_PACKET / 8).getBytes(UTF_8));

    NetworkMatch(Path folder) {
        this.folder = folder;
    }

    void playOn(int ticks) {
        long before = seen.stream().mapToLong(SeenHashes::newest).max().orElseThrow();
        await(() -> seen.stream().allMatch(peer -> peer.newest() > before + ticks));
    }

    void startPlayers(String... members) throws Exception {
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

    String[] startNodes(String sizes) throws Exception {
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
            if (line.startsWith("failed: ")) {
                failures.put(member, line);
            }
            System.out.println("node " + member + ": " + line);
        }
    }

    MatchProcess startNode(int member, String sizes, String... members) throws Exception {
        List<String> arguments = new ArrayList<>(List.of(members));
        arguments.add(0, sizes);
        arguments.add(0, folder.resolve("node-" + member).toString());
        arguments.add(0, Integer.toString(member));
        return MatchProcess.start(
                folder, member == 1, line -> nodeSays(member, line), MatchNode.class, arguments.toArray(String[]::new));
    }

    void startPlayer(int player, boolean otherJdk, String... addresses) throws Exception {
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

    /** Ends the players of this process, and then all other processes, which must have written nothing to stderr. */
    void end() throws Exception {
        own.forEach(MatchPeer::close);
        own.clear();
        for (MatchProcess process : processes) {
            process.end();
        }
    }

    /** While the condition is awaited, sends packets that belong to no connection, which only make the log grow. */
    void awaitFlooded(LockstepTransport from, BooleanSupplier done) {
        stranger = from;
        await(done);
        stranger = null;
    }

    @Override
    public void close() {
        processes.forEach(MatchProcess::close);
        own.forEach(MatchPeer::close);
    }

    /** Lets the players of this process play until a condition holds. */
    void await(BooleanSupplier done) {
        long since = System.nanoTime();
        long lastNanos = since;
        while (!done.getAsBoolean()) {
            longestGapNanos = Math.max(longestGapNanos, System.nanoTime() - lastNanos);
            lastNanos = System.nanoTime();
            assertTrue(
                    System.nanoTime() - since < LIMIT_NANOS,
                    () -> "too late; ticks "
                            + seen.stream().map(SeenHashes::newest).toList() + ", leader " + leader);
            if (stranger != null) {
                stranger.poll(packet -> {});
                stranger.send(flood.clear());
            }
            for (int i = 0; i < own.size(); i++) {
                own.get(i).play(seen.get(seen.size() - own.size() + i));
            }
            LockSupport.parkNanos(1_000_000);
        }
    }
}
