package io.github.freestep.benchmarks.app.compare.peers;

import io.github.freestep.benchmarks.app.compare.peers.host.PeerFilm;
import io.github.freestep.benchmarks.app.compare.peers.host.PeerLoad;
import java.util.List;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;

/** Films of two peers: Freestep moves evenly, and dyn4j in every other frame. */
public final class PlayedPeers {
    private static final double SETTLED_NANOS = 2e9;
    private static final int SECONDS = 3;

    private PlayedPeers() {}

    public static PeerTable table(List<Integer> fps, int rounds) {
        PeerTable table = new PeerTable(fps);
        for (int round = 0; round < rounds; round++) {
            for (PeerLoad load : PeerLoad.values()) {
                for (int rate : fps) {
                    table.add(PeerKind.FREESTEP_DYN4J, rate, load, film(rate, i -> i));
                    table.add(PeerKind.DYN4J_NEWEST, rate, load, film(rate, i -> i / 2 * 2));
                }
            }
        }
        return table;
    }

    private static PeerFilm film(int fps, IntToDoubleFunction shownRefresh) {
        int frames = SECONDS * fps;
        long[] displayed = IntStream.range(0, frames)
                .mapToLong(i -> Math.round(SETTLED_NANOS + i * 1e9 / fps))
                .toArray();
        double[] runner = IntStream.range(0, frames)
                .mapToDouble(i -> shownRefresh.applyAsDouble(i) / fps)
                .toArray();
        return new PeerFilm(
                displayed, displayed, runner, new double[frames], new long[0], new PeerFilm.Costs(0, 0, 0, 100));
    }
}
