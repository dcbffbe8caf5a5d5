package io.github.freestep.physics.lockstep;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** A match of three between processes, on two JDKs if there are two, that a test disturbs. */
final class NetworkMatch implements AutoCloseable {
    private static final long LIMIT_NANOS = 120_000_000_000L;

    private final Path folder;
    final List<MatchProcess> processes = new ArrayList<>();
    final List<SeenHashes> seen = new ArrayList<>();

    NetworkMatch(Path folder) {
        this.folder = folder;
    }

    void startPlayer(int player, boolean otherJdk, int port) throws Exception {
        SeenHashes hashes = new SeenHashes();
        seen.add(hashes);
        processes.add(MatchProcess.start(
                folder,
                otherJdk,
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
                folder, false, line -> {}, SequencerProcess.class, Integer.toString(port), Integer.toString(run));
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
