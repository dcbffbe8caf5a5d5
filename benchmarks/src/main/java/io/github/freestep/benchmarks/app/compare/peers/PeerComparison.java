package io.github.freestep.benchmarks.app.compare.peers;

import io.github.freestep.benchmarks.app.compare.peers.host.PeerLoad;
import java.io.IOException;
import java.nio.file.Files;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Plays all peers on all displays under all loads, in rounds in which they take turns.
 *
 * @param fps the refresh rates of the displays
 * @param seed the seed of costs, the same for all peers
 * @param seconds how long each play is recorded, after a third of that in which loops settle and code is compiled
 * @param rounds how often each play is repeated; figures are medians
 * @param slowness how many times slower than real time
 */
public record PeerComparison(List<Integer> fps, long seed, double seconds, int rounds, int slowness) {
    /** The start of a process, about. */
    private static final double START_SECONDS = 1;

    /** Explains the tables. */
    public static final List<String> LEGEND = List.of(
            "Motion: judder in %, its median and its range in all rounds / refreshes in % at which the picture stood still"
                    + " / the simulated time in ms by which it moved in one frame, at most.",
            "Missed: refreshes in % that frames missed because they began late / because their thread was off the"
                    + " processor, or waited for another thread / because they took longer than a refresh.",
            "Speed: simulated per real time, in the worst of all plays.");

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

    /** Returns about how long all plays take. */
    public long minutes() {
        int plays = peers().size() * PeerLoad.values().length * fps.size() * rounds;
        return Math.round(plays * (START_SECONDS + slowness * seconds * 4 / 3) / 60);
    }

    /**
     * Plays them.
     *
     * @param failed called with the reason if a host fails; the others are played on
     * @return the figures
     */
    public PeerTable run(Consumer<String> failed) throws InterruptedException {
        PeerTable table = new PeerTable(fps);
        List<PeerKind> peers = peers();
        Set<PeerKind> failing = EnumSet.noneOf(PeerKind.class);
        for (int round = 0; round < rounds; round++) {
            for (PeerLoad load : PeerLoad.values()) {
                for (int rate : fps) {
                    PeerPlay play = new PeerPlay(rate, load, seconds / 3, seconds, seed + round, slowness);
                    for (PeerKind peer : peers) {
                        try {
                            if (!failing.contains(peer)) {
                                table.add(peer, rate, load, play.run(peer));
                            }
                        } catch (IOException e) {
                            failing.add(peer);
                            failed.accept(e.getMessage());
                        }
                    }
                }
            }
        }
        return table;
    }
}
