package io.github.freestep.physics.lockstep;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.testing.OtherJdk;
import io.github.freestep.testing.OtherProcess;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** A match of three between processes, with different Java machines, that a test disturbs. */
final class NetworkMatch implements AutoCloseable {
    private static final long LIMIT_NANOS = 120_000_000_000L;

    private final Path folder;
    final List<MatchProcess> processes = new ArrayList<>();
    final List<SeenHashes> seen = new ArrayList<>();

    NetworkMatch(Path folder) {
        this.folder = folder;
    }

    /** Starts a player: player 1 on another JDK if there is one, player 2 in the interpreter. */
    void startPlayer(int player, int port) throws Exception {
        OtherProcess java = player == 2 ? OtherProcess.with("-Xint", "-Xmx256m") : MatchProcess.java();
        if (player == 1) {
            Path own = Path.of(System.getProperty("java.home")).toRealPath();
            java.on(OtherJdk.find(own).orElse(own));
        }
        SeenHashes hashes = new SeenHashes();
        seen.add(hashes);
        processes.add(MatchProcess.start(
                folder,
                java,
                line -> {
                    String[] words = line.split(" ");
                    hashes.hash(Long.parseLong(words[0]), Long.parseLong(words[1]));
                },
                MatchPeer.class,
                Integer.toString(player),
                Integer.toString(port)));
    }

    /** Starts a sequencer, with a run number. */
    MatchProcess startSequencer(int port, int run) throws Exception {
        MatchProcess sequencer = MatchProcess.start(
                folder,
                MatchProcess.java(),
                line -> {},
                SequencerProcess.class,
                Integer.toString(port),
                Integer.toString(run));
        processes.add(sequencer);
        return sequencer;
    }

    /** Waits until all players have stepped some ticks after their newest. */
    void awaitAll(long ticks) {
        long newest = seen.stream().mapToLong(SeenHashes::newest).max().orElseThrow();
        await(() -> seen.stream().allMatch(peer -> peer.newest() > newest + ticks));
    }

    @Override
    public void close() {
        processes.forEach(MatchProcess::close);
    }

    void await(BooleanSupplier done) {
        long since = System.nanoTime();
        while (!done.getAsBoolean()) {
            assertTrue(
                    System.nanoTime() - since < LIMIT_NANOS,
                    () -> "too late; ticks "
                            + seen.stream().map(SeenHashes::newest).toList());
            LockSupport.parkNanos(1_000_000);
        }
    }
}
