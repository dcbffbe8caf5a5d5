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
        IntToDoubleFunction before = i -> refresh.applyAsDouble(i - 1);
        double[] shown = IntStream.range(0, 100).mapToDouble(runner).toArray();
        return new PeerFilm(nanos(before), nanos(before), new long[100], nanos(refresh), shown);
    }

    private static long[] nanos(IntToDoubleFunction refresh) {
        IntStream frames = IntStream.range(0, 100);
        return frames.mapToLong(i -> (long) refresh.applyAsDouble(i) * REFRESH).toArray();
    }

    @Test
    void evenMotionHasNoJudder() {
        PeerFigures even = PeerFigures.of(film(i -> i, i -> 3 + 0.01 * i), FPS);
        assertEquals(0, even.judder(), 1e-9);
        assertEquals(0, even.still());
        assertEquals(0.01, even.jumpSeconds(), 1e-9);
        assertEquals(1, even.pace(), 1e-9);
    }

    /** Each tenth frame misses a refresh: four for one reason, three for another, and two for the last. */
    @Test
    void missedRefreshesHaveTheLargestReason() {
        PeerFilm film = film(i -> i + i / 10, i -> 0.01 * i);
        for (int i = 10; i < 100; i += 10) {
            film.beganNanos()[i] += i < 50 ? 8 : 1;
            film.busyNanos()[i] = i < 80 ? 0 : REFRESH;
            film.drawnNanos()[i] = film.beganNanos()[i] + film.busyNanos()[i] + (i < 50 ? 1 : 7);
        }
        PeerFigures missed = PeerFigures.of(film, FPS);
        assertEquals(4 / 108.0, missed.wokeLate());
        assertEquals(3 / 108.0, missed.lostCore());
        assertEquals(2 / 108.0, missed.drewLong());
    }

    @Test
    void theTablesAreThoseOfAPage() {
        PeerTable table = new PeerTable(List.of(FPS, 200));
        for (int round = 0; round < 3; round++) {
            int move = round;
            table.add(PeerKind.GDX, FPS, PeerLoad.LIGHT, film(i -> i, i -> move > 0 ? 0.02 * (i / 2) : 0.01 * i));
        }
        List<String> lines = table.text().lines().toList();
        assertEquals("| light | 100 fps | 200 fps |", lines.get(0));
        assertEquals("| libGDX, interpolated | 101(0.00-101)/50.5/20.0 | - |", lines.get(2));
        assertEquals("| light, missed | 100 fps | 200 fps |", lines.get(4));
        assertEquals("| libGDX, interpolated | 0.00/0.00/0.00 | -/-/- |", lines.get(6));
        assertEquals("| libGDX, interpolated | 99.0 % |", lines.get(lines.size() - 1), "the slowest is the last round");
    }
}
