package io.github.freestep.benchmarks.app.compare.peers;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.freestep.benchmarks.app.compare.peers.host.PeerFilm;
import io.github.freestep.benchmarks.app.compare.peers.host.PeerLoad;
import java.util.List;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PeerFiguresTest {
    private static final int FPS = 100;
    private static final long REFRESH = 10_000_000;

    /** A film of a hundred frames: the refresh at which each is displayed, and what it shows. */
    private static PeerFilm film(IntToDoubleFunction refresh, IntToDoubleFunction runner) {
        long[] displayed = IntStream.range(0, 100)
                .mapToLong(i -> (long) refresh.applyAsDouble(i) * REFRESH)
                .toArray();
        return new PeerFilm(
                // Every other frame begins late by a tenth of a refresh.
                IntStream.range(0, 100)
                        .mapToLong(i -> (i == 0 ? -REFRESH : displayed[i - 1]) + i % 2 * REFRESH / 10)
                        .toArray(),
                displayed,
                IntStream.range(0, 100).mapToDouble(runner).toArray());
    }

    private static PeerFigures figures(IntToDoubleFunction refresh, IntToDoubleFunction runner) {
        return PeerFigures.of(film(refresh, runner), FPS);
    }

    @Test
    void evenMotionHasNoJudder() {
        PeerFigures even = figures(i -> i, i -> 3 + 0.01 * i);
        assertEquals(0, even.judder(), 1e-9);
        assertEquals(0.1, even.wakeUpJudder(), 0.001);
        assertEquals(0, even.still());
        assertEquals(1, even.pace(), 1e-9);
    }

    @Test
    void aPictureThatMovesInEveryOtherFrameHasAJudderOfOne() {
        PeerFigures raw = figures(i -> i, i -> 0.02 * (i / 2));
        assertEquals(1, raw.judder(), 0.02);
        assertEquals(0.5, raw.still(), 0.01);
    }

    @Test
    void theTablesAreThoseOfAPage() {
        PeerTable table = new PeerTable(List.of(FPS, 200));
        for (int round = 0; round < 3; round++) {
            int move = round;
            table.add(
                    PeerKind.GDX_NEWEST, FPS, PeerLoad.LIGHT, film(i -> i, i -> move == 2 ? 0.02 * (i / 2) : 0.01 * i));
        }
        List<String> lines = table.text().lines().toList();
        assertEquals("| light | 100 fps | 200 fps |", lines.get(0));
        assertEquals("|---|---|---|", lines.get(1));
        assertEquals("| libGDX, newest step | 0.00 / 0.00 | - / - |", lines.get(2), "the median of three rounds");
        assertEquals("| all, waking up | 10.0 | - |", lines.get(3), "the same in all rounds");
        assertEquals("| libGDX, newest step | 99.0 % |", lines.get(lines.size() - 1), "the slowest is the last round");
    }
}
