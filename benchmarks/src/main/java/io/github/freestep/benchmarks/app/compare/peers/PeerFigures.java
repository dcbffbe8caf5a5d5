package io.github.freestep.benchmarks.app.compare.peers;

import io.github.freestep.benchmarks.app.compare.loops.ScreenSpeed;
import io.github.freestep.benchmarks.app.compare.peers.host.PeerFilm;
import io.github.freestep.benchmarks.app.compare.peers.host.PeerScene;

/**
 * What a film shows. NaN for what it does not show.
 *
 * @param judder the RMS deviation of the speed on screen from its mean, as a share of the mean
 * @param wakeUpJudder the judder that comes from waking up unevenly: how far the times at which frames began are from
 *     the refreshes that the host waited for
 * @param still the share of refreshes at which the picture moved by less than half of what it should
 * @param pace simulated time per real time
 */
record PeerFigures(double judder, double wakeUpJudder, double still, double pace) {
    private static final int FEW_FRAMES = 8;
    private static final double NANOS = 1e9;
    private static final double HALF = 0.5;

    static PeerFigures of(PeerFilm film, int fps) {
        int last = film.frames() - 1;
        if (last < 1) {
            return new PeerFigures(Double.NaN, Double.NaN, Double.NaN, Double.NaN);
        }
        boolean many = last >= FEW_FRAMES;
        ScreenSpeed speed = ScreenSpeed.of(0, last, film::displayedNanos, film::shownNanos);
        // A frame begins after the refresh that shows the frame before it.
        ScreenSpeed wakeUp = ScreenSpeed.of(1, last, i -> film.displayedNanos(i - 1), i -> film.beganNanos()[i]);
        return new PeerFigures(
                many ? speed.judder() : Double.NaN,
                many ? wakeUp.judder() : Double.NaN,
                still(film, fps),
                speed.pace());
    }

    private static double still(PeerFilm film, int fps) {
        double refreshes = 0;
        double still = 0;
        for (int i = 1; i < film.displayedNanos().length; i++) {
            double shown = Math.round((film.displayedNanos()[i] - film.displayedNanos()[i - 1]) / NANOS * fps);
            double moved = (film.runner()[i] - film.runner()[i - 1]) / PeerScene.SPEED * fps;
            refreshes += shown;
            // The screen kept the frame before through all these refreshes but the last.
            still += shown - 1 + (moved < HALF ? 1 : 0);
        }
        return still / refreshes;
    }
}
