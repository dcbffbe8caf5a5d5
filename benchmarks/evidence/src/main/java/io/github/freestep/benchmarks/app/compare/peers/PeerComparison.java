package io.github.freestep.benchmarks.app.compare.peers;

import io.github.freestep.benchmarks.app.compare.peers.host.PeerLoad;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Plays all peers on all displays at the same time, under one load after the other.
 *
 * @param fps the refresh rates of the displays
 * @param seed the seed of costs, the same for all peers
 * @param settle how many seconds are not recorded at the beginning
 * @param seconds how long each play is recorded after that
 * @param slowness how many times slower than real time
 */
public record PeerComparison(List<Integer> fps, long seed, double settle, double seconds, int slowness) {
    /** The start of all processes, about. */
    private static final double START_SECONDS = 12;

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
        return Math.round(PeerLoad.values().length * (START_SECONDS + slowness * (settle + seconds)) / 60);
    }

    /**
     * Plays them.
     *
     * @param failed called with the reason if a host fails; the others are played on
     * @return the figures
     */
    public PeerTable run(Consumer<String> failed) throws InterruptedException, IOException {
        PeerTable table = new PeerTable(fps);
        for (PeerLoad load : PeerLoad.values()) {
            play(load, peers().stream().filter(peer -> peer.isPlayed(load)).toList(), table, failed);
            table.beside(load, ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage());
        }
        return table;
    }

    /** Plays peers under a load, all in the same seconds. */
    void play(PeerLoad load, List<PeerKind> peers, PeerTable table, Consumer<String> failed)
            throws InterruptedException, IOException {
        Map<String, PeerHost> hosts = new LinkedHashMap<>();
        try {
            for (int rate : fps) {
                for (PeerKind peer : peers) {
                    if (!hosts.containsKey(peer.process(rate))) {
                        PeerPlay play = new PeerPlay(rate, load, settle, seconds, seed, slowness);
                        hosts.put(peer.process(rate), play.start(peer));
                    }
                }
            }
            for (int rate : fps) {
                for (PeerKind peer : peers) {
                    try {
                        table.add(
                                peer, rate, load, hosts.get(peer.process(rate)).films()[peer.picture]);
                    } catch (IOException e) {
                        failed.accept(e.getMessage());
                    }
                }
            }
        } finally {
            for (PeerHost host : hosts.values()) {
                host.close();
            }
        }
    }
}
