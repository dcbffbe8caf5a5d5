package io.github.freestep.benchmarks.app.compare.peers.host;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.freestep.testing.Seeds;
import io.github.freestep.time.VirtualClock;
import java.io.IOException;
import java.nio.file.Path;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** On a virtual clock: a frame takes the time of its steps and of drawing. */
class PeerScreenTest {
    private static final long MILLI = 1_000_000;

    private final VirtualClock clock = new VirtualClock(-5 * MILLI);
    private PeerScreen screen;

    @TempDir
    Path folder;

    /** Plays a host that takes these steps in each frame, and shows this function of the time. */
    private PeerFilm play(int fps, PeerLoad load, int steps, DoubleUnaryOperator runner) throws IOException {
        screen = new PeerScreen(clock, 1, fps, load, 0.5, 2, Seeds.of(7), folder.resolve("film"));
        long start = clock.nanoTime();
        double x;
        do {
            x = runner.applyAsDouble((clock.nanoTime() - start) / 1e9);
            for (int i = 0; i < steps; i++) {
                screen.step();
            }
            screen.draw();
        } while (screen.show(x));
        return PeerFilm.read(folder.resolve("film"));
    }

    @Test
    void fastFramesComeAtEachRefreshOnceTheLoopHasSettled() throws IOException {
        PeerFilm film = play(50, PeerLoad.LIGHT, 1, seconds -> seconds);
        assertEquals(100, film.displayedNanos().length, 1);
        for (int i = 0; i < film.displayedNanos().length; i++) {
            assertEquals(500 * MILLI + (i + 1) * 20 * MILLI, film.displayedNanos()[i]);
            // It was drawn at the refresh before.
            assertEquals(film.displayedNanos()[i] - 20 * MILLI, film.beganNanos()[i]);
            assertEquals(film.displayedNanos()[i] / 1e9 - 0.02, film.runner()[i], 0.001);
        }
    }

    @Test
    void stepsAndDrawingMakeAFrameLate() throws IOException {
        // One step of 35 ms in each frame, and 1 ms: less than three refreshes at 60 Hz, more than eight at 240 Hz.
        assertEquals(40, play(60, PeerLoad.SPIKES, 200, seconds -> 0).displayedNanos().length, 1);
        PeerFilm late = play(240, PeerLoad.SPIKES, 200, seconds -> 0);
        assertEquals(53, late.displayedNanos().length, 1);
        assertEquals(37_500_000, late.displayedNanos()[9] - late.displayedNanos()[8]);
    }
}
