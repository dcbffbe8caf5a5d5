package io.github.freestep.benchmarks.app.compare.peers.host;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.testing.Seeds;
import io.github.freestep.time.VirtualClock;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
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

    private PeerScreen open(int fps, PeerLoad load) {
        return new PeerScreen(clock, 1, PeerScene.RATE, fps, load, 0.5, 2, Seeds.of(7), folder.resolve("film"));
    }

    /** Plays a host that takes these steps in each frame, and shows this function of the time. */
    private PeerFilm play(int fps, PeerLoad load, int steps, DoubleUnaryOperator runner) throws IOException {
        screen = open(fps, load);
        long start = clock.nanoTime();
        do {
            double x = runner.applyAsDouble((clock.nanoTime() - start) / 1e9);
            int keys = screen.keys();
            for (int i = 0; i < steps; i++) {
                screen.step();
            }
            screen.draw();
            screen.picture(0, x, 0, keys);
        } while (screen.show());
        return PeerFilm.read(folder.resolve("film"))[0];
    }

    @Test
    void fastFramesComeAtEachRefreshOnceTheLoopHasSettled() throws IOException {
        PeerFilm film = play(50, PeerLoad.LIGHT, 1, seconds -> seconds);
        double refresh = PeerScene.refreshNanos(50);
        assertEquals(100, film.displayedNanos().length, 1);
        for (int i = 0; i < film.displayedNanos().length; i++) {
            // The first refresh after half a second is the 25th.
            assertEquals((i + 26) * refresh, film.displayedNanos()[i], 1);
            // It was drawn at the refresh before.
            assertEquals((i + 25) * refresh / 1e9, film.runner()[i], 0.001);
        }
    }

    @Test
    void stepsAndDrawingMakeAFrameLate() throws IOException {
        // One step of 35 ms in each frame, and 1 ms: less than three refreshes at 60 Hz, more than eight at 240 Hz.
        assertEquals(40, play(60, PeerLoad.SPIKES, 200, seconds -> 0).displayedNanos().length, 1);
        PeerFilm late = play(240, PeerLoad.SPIKES, 200, seconds -> 0);
        assertEquals(53, late.displayedNanos().length, 1);
        assertEquals(9 * PeerScene.refreshNanos(240), late.displayedNanos()[9] - late.displayedNanos()[8], 1);
    }

    /** Two steps of 10 ms in each frame of 20.02 ms: the first of them begins 10 ms before its time. */
    @Test
    void simulationTimeIsZeroWhereTheEarliestStepIsOnTime() throws IOException {
        PeerFilm film = play(50, PeerLoad.LIGHT, 2, seconds -> 0);
        // In the first recorded frame, at refresh 25, are the steps 51 and 52.
        assertEquals(25 * PeerScene.refreshNanos(50) - 520 * MILLI, film.zeroNanos(), 1);
    }

    @Test
    void aHostThatPollsKnowsTheKeysThatWerePressedBefore() throws IOException {
        PeerFilm film = play(50, PeerLoad.LIGHT, 1, seconds -> 0);
        long[] pressed = film.pressedNanos();
        assertTrue(pressed.length > 2 / 0.08 - 2, "keys: " + pressed.length);
        for (int i = 1; i < film.displayedNanos().length; i++) {
            long polled = film.displayedNanos()[i - 1];
            assertEquals(Arrays.stream(pressed).filter(nanos -> nanos <= polled).count(), film.keys()[i]);
        }
        for (int i = 1; i < pressed.length; i++) {
            assertTrue(pressed[i] - pressed[i - 1] >= 40 * MILLI, "key " + i);
        }
    }
}
