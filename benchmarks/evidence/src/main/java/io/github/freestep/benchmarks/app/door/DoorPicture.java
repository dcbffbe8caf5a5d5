package io.github.freestep.benchmarks.app.door;

import io.github.freestep.benchmarks.app.compare.peers.host.PeerFilm;
import io.github.freestep.benchmarks.app.compare.peers.host.PeerScene;
import io.github.freestep.tools.report.MotionDrawing;

/** Draws how far the cart of the game moves in each refresh, before and after. Stateless. */
final class DoorPicture {
    static final int FPS = 60;

    /** Two slow steps, and some refreshes around them. */
    private static final int REFRESHES = 168;

    private static final int BEFORE_THE_FIRST = 24;
    private static final int UNIT = 32;
    private static final double HIGHEST = 3.4;
    private static final int LABEL = 30;
    private static final int LANE = (int) (HIGHEST * UNIT) + LABEL;
    private static final int TOP = 40;
    private static final double BAR = (double) (MotionDrawing.WIDTH - 2 * MotionDrawing.LEFT) / REFRESHES;

    private DoorPicture() {}

    static String svg(PeerFilm before, PeerFilm after) {
        double[] usual = motion(before);
        int first = 1;
        while (first < usual.length - REFRESHES && usual[first] > 0) {
            first++;
        }
        first = Math.max(1, first - BEFORE_THE_FIRST);
        int below = TOP + LANE + LABEL;
        return MotionDrawing.head(
                        "How far a picture moves in each refresh at 60 Hz, if one step every two seconds takes 35 ms",
                        below + 2 * UNIT)
                + lane("raw", "before: an accumulator, interpolated", usual, first, TOP, TOP + LANE)
                + lane("freestep", "after: smooth.frame(this::update)", motion(after), first, TOP + LANE, below + UNIT)
                + "</svg>\n";
    }

    /** Returns how far the picture moved in each refresh, as a share of even motion: 0 if the refresh was lost. */
    private static double[] motion(PeerFilm film) {
        int last = film.frames() - 1;
        double[] motion = new double[refresh(film, last, FPS) + 1];
        for (int i = 1; i <= last; i++) {
            motion[refresh(film, i, FPS)] = (film.shownNanos(i) - film.shownNanos(i - 1)) / PeerScene.refreshNanos(FPS);
        }
        return motion;
    }

    /** Returns the number of refreshes at which no new frame was displayed. */
    static int lost(PeerFilm film, int fps) {
        int last = film.frames() - 1;
        return refresh(film, last, fps) - last;
    }

    private static int refresh(PeerFilm film, int frame, int fps) {
        long nanos = film.displayedNanos()[frame] - film.displayedNanos()[0];
        return (int) Math.round(nanos / PeerScene.refreshNanos(fps));
    }

    private static String lane(String css, String label, double[] motion, int first, int top, int bottom) {
        StringBuilder path = new StringBuilder();
        StringBuilder texts = new StringBuilder(MotionDrawing.text(MotionDrawing.LEFT, label, top + 18));
        int lost = 0;
        for (int i = 0; i < REFRESHES && first + i < motion.length; i++) {
            double x = MotionDrawing.LEFT + i * BAR;
            double height = UNIT * Math.min(HIGHEST, motion[first + i]);
            path.append("M" + MotionDrawing.tenths(x) + "," + bottom + "v" + MotionDrawing.tenths(-height) + "h"
                    + MotionDrawing.tenths(BAR - 1) + "v" + MotionDrawing.tenths(height) + "z");
            if (motion[first + i] == 0) {
                lost++;
            } else if (lost > 0) {
                texts.append(MotionDrawing.text((int) (x - 44), lost + " lost", bottom - UNIT - 10));
                lost = 0;
            }
        }
        return texts
                + MotionDrawing.line(
                        "even", MotionDrawing.LEFT, MotionDrawing.WIDTH - MotionDrawing.LEFT, bottom - UNIT)
                + "<path class=\"" + css + "\" d=\"" + path + "\"/>\n";
    }
}
