package io.github.freestep.benchmarks.app.compare.peers;

import io.github.freestep.benchmarks.app.compare.loops.KeyPlay;
import io.github.freestep.benchmarks.app.compare.peers.host.PeerFilm;
import io.github.freestep.benchmarks.app.compare.peers.host.PeerScene;

/**
 * What a film shows. NaN for what it does not show.
 *
 * @param judder the RMS of the errors of the simulated times between frames, by the times between their displays, as a
 *     share of the RMS of the latter
 * @param ageNanos the mean time from a simulation time to the display of a frame that shows it
 * @param jumpMetres the greatest distance by which the shuttle moved from one frame to the next, beyond what it moves
 *     in a refresh
 * @param missed the share of refreshes at which no new frame was displayed
 * @param firstNanos the mean time from a key to the display of the first frame that shows any effect
 */
public record PeerFigures(double judder, double ageNanos, double jumpMetres, double missed, double firstNanos) {
    static final PeerFigures NONE = new PeerFigures(Double.NaN, Double.NaN, Double.NaN, Double.NaN, Double.NaN);
    private static final int FEW_FRAMES = 8;

    /** Measures a film. */
    public static PeerFigures of(PeerFilm film, int fps) {
        double refreshNanos = PeerScene.refreshNanos(fps);
        int last = film.frames() - 1;
        double errors = 0;
        double times = 0;
        double age = 0;
        double jump = 0;
        double refreshes = 0;
        for (int i = 1; i <= last; i++) {
            double displayed = film.displayedNanos()[i] - film.displayedNanos()[i - 1];
            double error = film.shownNanos(i) - film.shownNanos(i - 1) - displayed;
            errors += error * error;
            times += displayed * displayed;
            age += film.displayedNanos()[i] - film.zeroNanos() - film.shownNanos(i);
            jump = Math.max(jump, Math.abs(film.shuttle()[i] - film.shuttle()[i - 1]));
            refreshes += Math.round(displayed / refreshNanos);
        }
        return new PeerFigures(
                last < FEW_FRAMES ? Double.NaN : Math.sqrt(errors / times),
                age / last,
                Math.max(0, jump - PeerScene.SHUTTLE_SPEED * refreshNanos / 1e9),
                1 - last / refreshes,
                untilShown(film));
    }

    private static double untilShown(PeerFilm film) {
        double sum = 0;
        int shown = 0;
        int key = 0;
        for (int i = 0; i < film.frames(); i++) {
            for (; key < film.pressedNanos().length && film.keys()[i] > key + KeyPlay.SEEN; key++) {
                sum += film.displayedNanos()[i] - film.pressedNanos()[key];
                shown++;
            }
        }
        return sum / shown;
    }
}
