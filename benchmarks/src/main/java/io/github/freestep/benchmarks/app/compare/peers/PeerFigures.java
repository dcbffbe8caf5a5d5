package io.github.freestep.benchmarks.app.compare.peers;

import io.github.freestep.benchmarks.app.compare.loops.ScreenSpeed;
import io.github.freestep.benchmarks.app.compare.peers.host.PeerFilm;
import io.github.freestep.benchmarks.app.compare.peers.host.PeerScene;

/**
 * What a film shows. NaN for what it does not show.
 *
 * @param judder the RMS deviation of the speed on screen from its mean, as a share of the mean
 * @param still the share of refreshes at which the picture moved by less than half of what it should
 * @param jumpSeconds the simulated time by which the picture moved in one frame, at most
 * @param pace simulated time per real time
 * @param wokeLate the share of refreshes that a frame missed because it began late
 * @param lostCore the same, because its thread was off the processor, which also waits for another thread's step
 * @param drewLong the same, because the frame, with its steps, took longer than a refresh
 */
record PeerFigures(
        double judder,
        double still,
        double jumpSeconds,
        double pace,
        double wokeLate,
        double lostCore,
        double drewLong) {
    private static final int FEW_FRAMES = 8;
    private static final double NANOS = 1e9;
    private static final double HALF = 0.5;

    static PeerFigures of(PeerFilm film, int fps) {
        int last = film.frames() - 1;
        double refreshes = 0;
        double still = 0;
        double jump = 0;
        double[] missed = new double[3];
        for (int i = 1; i <= last; i++) {
            double shown = Math.round((film.displayedNanos(i) - film.displayedNanos(i - 1)) / NANOS * fps);
            double moved = (film.runner()[i] - film.runner()[i - 1]) / PeerScene.SPEED;
            refreshes += shown;
            // The screen kept the frame before through all these refreshes but the last.
            still += shown - 1 + (moved * fps < HALF ? 1 : 0);
            jump = Math.max(jump, moved);
            missed[fault(film, i, fps)] += shown - 1;
        }
        ScreenSpeed speed = ScreenSpeed.of(0, Math.max(last, 0), film::displayedNanos, film::shownNanos);
        return new PeerFigures(
                last < FEW_FRAMES ? Double.NaN : speed.judder(),
                still / refreshes,
                jump,
                speed.pace(),
                missed[0] / refreshes,
                missed[1] / refreshes,
                missed[2] / refreshes);
    }

    /** Says why a frame missed refreshes, if it did: 0 if it began late, 1 if it was off the processor, or 2. */
    private static int fault(PeerFilm film, int i, int fps) {
        long busy = film.busyNanos()[i];
        // It should have begun at the refresh that showed the frame before it.
        long late = film.beganNanos()[i] - film.displayedNanos(i - 1);
        long off = film.drawnNanos()[i] - film.beganNanos()[i] - busy;
        return busy * fps >= NANOS ? 2 : late >= off ? 0 : 1;
    }
}
