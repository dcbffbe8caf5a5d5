package io.github.freestep.benchmarks.app.compare.peers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.benchmarks.app.compare.peers.host.PeerFilm;
import io.github.freestep.benchmarks.app.compare.peers.host.PeerLoad;
import io.github.freestep.benchmarks.app.compare.peers.host.PeerScene;
import java.util.List;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PeerFiguresTest {
    private static final int FPS = 100;
    private static final double REFRESH = PeerScene.refreshNanos(FPS);

    /** A film of a hundred frames: the refresh at which each is displayed, and the refresh whose time it shows. */
    private static PeerFilm film(IntToDoubleFunction displayed, IntToDoubleFunction shown) {
        return film(displayed, shown, i -> 0, new long[0], i -> 0);
    }

    private static PeerFilm film(
            IntToDoubleFunction displayed,
            IntToDoubleFunction shown,
            IntToDoubleFunction shuttle,
            long[] pressed,
            IntToDoubleFunction keys) {
        return new PeerFilm(
                (long) (-2 * REFRESH),
                pressed,
                IntStream.range(0, 100)
                        .mapToLong(i -> Math.round(displayed.applyAsDouble(i) * REFRESH))
                        .toArray(),
                values(i -> PeerScene.RUNNER_X + PeerScene.SPEED * shown.applyAsDouble(i) * REFRESH / 1e9),
                values(shuttle),
                values(keys));
    }

    private static double[] values(IntToDoubleFunction each) {
        return IntStream.range(0, 100).mapToDouble(each).toArray();
    }

    @Test
    void evenMotionHasNoJudderAndAnAge() {
        PeerFigures even = PeerFigures.of(film(i -> i, i -> i - 1.5), FPS);
        assertEquals(0, even.judder(), 1e-6);
        assertEquals(0, even.missed());
        // It shows 1.5 refreshes ago, of a time that began two refreshes before the display.
        assertEquals(3.5 * REFRESH, even.ageNanos(), 1);
    }

    /** A frame that missed a refresh, and moves as far as two, is right when it comes. */
    @Test
    void judderIsByTheTimesOfDisplaysAndNotByFrames() {
        PeerFigures late = PeerFigures.of(film(i -> i + i / 50, i -> i + i / 50), FPS);
        assertEquals(0, late.judder(), 1e-6);
        assertEquals(0.01, late.missed(), 1e-9);
        assertEquals(1, PeerFigures.of(film(i -> i, i -> 2 * (i / 2)), FPS).judder(), 0.01, "still, then twice as far");
    }

    @Test
    void aJumpIsWhatTheShuttleMovesBeyondARefresh() {
        double even = PeerScene.SHUTTLE_SPEED * REFRESH / 1e9;
        IntToDoubleFunction back = i -> even * (i < 60 ? i : 118 - i);
        assertEquals(
                0,
                PeerFigures.of(film(i -> i, i -> i, back, new long[0], i -> 0), FPS)
                        .jumpMetres(),
                1e-9);
        IntToDoubleFunction corrected = i -> back.applyAsDouble(i) - (i < 60 ? 0 : 0.129);
        PeerFigures jump = PeerFigures.of(film(i -> i, i -> i, corrected, new long[0], i -> 0), FPS);
        assertEquals(0.129, jump.jumpMetres(), 1e-9);
    }

    @Test
    void aKeyIsSeenInItsFirstFrame() {
        long[] pressed = {Math.round(10.5 * REFRESH), Math.round(50.5 * REFRESH)};
        // The first key shows in frames 12 to 22 ever more, the second at once in frame 53.
        IntToDoubleFunction keys = i -> Math.max(0, Math.min(1, (i - 11) / 10.0)) + (i < 53 ? 0 : 1);
        PeerFigures figures = PeerFigures.of(film(i -> i, i -> i, i -> 0, pressed, keys), FPS);
        assertEquals((1.5 + 2.5) / 2 * REFRESH, figures.firstNanos(), 1);
    }

    @Test
    void theTablesAreThoseOfAPage() {
        PeerTable table = new PeerTable(List.of(FPS, 200));
        table.add(PeerKind.GDX, FPS, PeerLoad.LIGHT, film(i -> i, i -> 2 * (i / 2)));
        table.beside(PeerLoad.LIGHT, 3.14);
        List<String> lines = table.motion().lines().toList();
        assertEquals("| light, load average 3.1 | 100 fps | 200 fps |", lines.get(0));
        assertEquals("| libGDX, interpolated | 100.0, 25.1, 0, 0.00 | - |", lines.get(2));
        assertTrue(table.keys().contains("\n| libGDX, interpolated | - | - |\n"), "no key was pressed");
    }

    @Test
    void theBoundOfAThreadIsThatOfThePage() {
        String keys = new PeerTable(List.of(60, 144, 240)).keys();
        assertTrue(keys.endsWith("| 15.0 | 10.2 | 8.8 |\n"), keys);
    }
}
