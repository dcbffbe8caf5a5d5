package io.github.freestep.benchmarks.app.compare.peers;

import io.github.freestep.benchmarks.app.compare.peers.host.PeerLoad;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Plays all peers on all displays under all loads, in rounds in which they take turns.
 *
 * @param fps the refresh rates of the displays
 * @param seed the seed of costs, the same for all peers
 * @param seconds how long each play is recorded, after five sixths of that in which loops settle and code is compiled
 * @param rounds how often each play is repeated; figures are medians
 * @param slowness how many times slower than real time
 * @param folder where the films are kept; what is there is not played again
 */
public record PeerComparison(List<Integer> fps, long seed, double seconds, int rounds, int slowness, Path folder) {
    /** The start of a process, about. */
    private static final double START_SECONDS = 1.5;

    /** With six seconds, two long steps come while Freestep settles: it hides what has come twice. */
    private static final double SETTLE = 5.0 / 6;

    private record Play(PeerPlay play, PeerKind peer) {}

    /** Returns the peers whose class path is there. */
    static List<PeerKind> peers() {
        boolean all = Files.isDirectory(PeerPlay.folder());
        return Stream.of(PeerKind.values())
                .filter(peer -> all || !peer.ownClassPath)
                .toList();
    }

    /** Returns which peers are left out, and how to get them; empty if none is. */
    public static String leftOut() {
        return peers().size() == PeerKind.values().length
                ? ""
                : "Minie and SiO2 are left out, because there is no folder " + PeerPlay.folder()
                        + "; `mvn -Ppeers package` makes it.";
    }

    private Stream<Play> plays() {
        return IntStream.range(0, rounds)
                .boxed()
                .flatMap(round -> Stream.of(PeerLoad.values())
                        .flatMap(load -> fps.stream()
                                .map(rate ->
                                        new PeerPlay(rate, load, SETTLE * seconds, seconds, seed + round, slowness))))
                .flatMap(play -> peers().stream()
                        .filter(peer -> peer.isPlayed(play.load()))
                        .map(peer -> new Play(play, peer)));
    }

    /** Returns about how long all plays take that the folder lacks. */
    public long minutes() {
        long missing = plays().map(each -> each.play.file(each.peer, folder))
                .distinct()
                .filter(Files::notExists)
                .count();
        return Math.round(missing * (START_SECONDS + slowness * seconds * (1 + SETTLE)) / 60);
    }

    /**
     * Plays them.
     *
     * @param failed called with the reason if a host fails; the others are played on
     * @return the figures
     */
    public PeerTable run(Consumer<String> failed) throws InterruptedException {
        PeerTable table = new PeerTable(fps, seed);
        Set<PeerKind> failing = EnumSet.noneOf(PeerKind.class);
        for (Play each : plays().toList()) {
            PeerPlay play = each.play;
            try {
                if (!failing.contains(each.peer)) {
                    table.add(each.peer, play.fps(), play.load(), play.run(each.peer, folder)[each.peer.picture]);
                }
            } catch (IOException e) {
                failing.add(each.peer);
                failed.accept(e.getMessage());
            }
        }
        return table;
    }
}
