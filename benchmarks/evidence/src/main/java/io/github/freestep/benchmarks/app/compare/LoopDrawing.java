package io.github.freestep.benchmarks.app.compare;

import io.github.freestep.benchmarks.app.compare.loops.Explosion;
import io.github.freestep.benchmarks.app.compare.loops.FrameHistory;
import io.github.freestep.benchmarks.app.compare.loops.LoopKind;
import io.github.freestep.benchmarks.app.compare.loops.LoopPlayer;
import io.github.freestep.benchmarks.app.compare.loops.PlaySettings;
import io.github.freestep.benchmarks.app.compare.loops.StepLoad;
import io.github.freestep.tools.report.Lane;
import io.github.freestep.tools.report.MotionDrawing;
import io.github.freestep.tools.report.MotionLane;
import io.github.freestep.tools.report.Units;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** Draws loops of the gallery: a ball by each of them, or the recorded explosion by two of them. Stateless. */
final class LoopDrawing {
    private static final int LEG_FRAMES = MotionDrawing.FRAMES / 2;

    /** As long as {@code compare} plays a loop, so that both have the same figures. */
    private static final double PLAYED_SECONDS = CompareCommand.LOOP_SECONDS;

    private static final int DRAWN_RADIUS = 5;
    private static final int PANE = 410;
    private static final int BARS_LANE = 96;

    private LoopDrawing() {}

    /** Draws loops with heavy ticks. */
    static String svg(List<LoopKind> loops, int fps, long seed) {
        PlaySettings setting = new PlaySettings(fps, StepLoad.HEAVY, seed, 0, PLAYED_SECONDS);
        return MotionDrawing.svg(
                "Physics at 100 Hz on a " + fps + " Hz display, at 1/" + MotionDrawing.SLOWER + " speed."
                        + " Bars: how far the picture moves per frame.",
                loops.stream().map(kind -> lane(kind, setting)).toList(),
                fps);
    }

    private static Lane lane(LoopKind kind, PlaySettings setting) {
        FrameHistory film = LoopPlayer.scripted(kind, setting);
        MotionLane lane = refreshed(film, setting, setting.settledNanos());
        return new Lane(
                label(kind, LoopTable.text(MotionFigures.of(film, setting.settledNanos()))),
                kind == LoopKind.FREESTEP,
                lane.places(LEG_FRAMES),
                lane.speeds());
    }

    /** Takes a piece of a film, from the refresh at which the ball is at the left. */
    private static MotionLane refreshed(FrameHistory film, PlaySettings setting, long beginNanos) {
        double refreshNanos = 1e9 / setting.fps();
        int first = film.frameAt(beginNanos);
        // Begins with the refresh before the first that is drawn.
        long[] shownNanos = IntStream.range(-1, MotionDrawing.FRAMES)
                .mapToLong(refresh -> shownNanos(film, film.displayedNanos(first) + (refresh + 0.5) * refreshNanos))
                .toArray();
        return new MotionLane(shownNanos, beginNanos, refreshNanos);
    }

    /** Returns what was on the screen at this time, which is not near a refresh. */
    private static long shownNanos(FrameHistory film, double nanos) {
        int frame = film.frames() - 1;
        while (frame > 0 && film.displayedNanos(frame) > nanos) {
            frame--;
        }
        return film.shownNanos(frame);
    }

    static String label(LoopKind kind, String figures) {
        String label = switch (kind) {
            case RAW -> "newest state";
            case FREESTEP -> "interpolated by Freestep";
            default -> kind.label;
        };
        return label + ": " + figures;
    }

    /**
     * Draws the recorded explosion at full speed, by the usual interpolated loop on the left and by Freestep on the
     * right, and below, how far the picture of each moves per frame.
     */
    static String explosion(int fps, long seed) {
        PlaySettings setting = new PlaySettings(fps, StepLoad.RECORDED, seed, 0, PLAYED_SECONDS);
        Explosion explosion = Explosion.recorded();
        int paneHeight = (int) Math.round(PANE * Explosion.HEIGHT);
        int bottom = MotionDrawing.TOP + paneHeight;
        StringBuilder svg = new StringBuilder(MotionDrawing.head(
                "800 bodies of dyn4j, one in 14 drawn, with the step times of their run. 100 Hz on a " + fps
                        + " Hz display. Bars: motion per frame.",
                bottom + 2 * BARS_LANE));
        long beginNanos = setting.settledNanos() / explosion.nanos() * explosion.nanos();
        List<LoopKind> loops = List.of(LoopKind.INTERPOLATED, LoopKind.FREESTEP);
        for (int i = 0; i < loops.size(); i++) {
            LoopKind kind = loops.get(i);
            FrameHistory film = LoopPlayer.scripted(kind, setting);
            MotionLane lane = refreshed(film, setting, beginNanos);
            String css = kind == LoopKind.FREESTEP ? "freestep" : "raw";
            int x = MotionDrawing.LEFT + i * (MotionDrawing.WIDTH - 2 * MotionDrawing.LEFT - PANE);
            svg.append(MotionDrawing.line("track", x, x + PANE, bottom))
                    .append(pile(explosion, css, x, bottom, lane.shownSinceBegin(), fps));
            int y = bottom + i * BARS_LANE;
            svg.append(MotionDrawing.text(
                            MotionDrawing.LEFT,
                            label(kind, seen(lane.speeds(), MotionFigures.of(film, setting.settledNanos()), fps)),
                            y + 24))
                    .append(MotionDrawing.bars(css, y + BARS_LANE - MotionDrawing.BAR_UNIT, lane.speeds(), fps));
        }
        return svg.append("</svg>\n").toString();
    }

    private static String seen(double[] speeds, MotionFigures figures, int fps) {
        long still =
                Arrays.stream(speeds).filter(speed -> speed < HitchFigures.HALF).count();
        double largestMillis = Arrays.stream(speeds).max().orElse(0) * 1000 / fps;
        return Units.text("still for %d refreshes, largest jump %.0f ms, ", still, largestMillis)
                + LoopTable.text(figures);
    }

    private static String pile(Explosion explosion, String css, int left, int floor, long[] shownNanos, int fps) {
        StringBuilder balls = new StringBuilder();
        for (int i = 0; i < explosion.bodies(); i++) {
            int body = i;
            double[] x = Arrays.stream(shownNanos)
                    .mapToDouble(nanos -> left + PANE * explosion.x(body, nanos))
                    .toArray();
            double[] y = Arrays.stream(shownNanos)
                    .mapToDouble(nanos -> floor - PANE * explosion.y(body, nanos))
                    .toArray();
            balls.append("<circle class=\"" + css + "\" cx=\"" + MotionDrawing.tenths(x[MotionDrawing.STILL])
                            + "\" cy=\"" + MotionDrawing.tenths(y[MotionDrawing.STILL]) + "\" r=\"" + DRAWN_RADIUS
                            + "\">")
                    .append(MotionDrawing.animate("cx", fps, Arrays.stream(x), MotionDrawing::tenths))
                    .append(MotionDrawing.animate("cy", fps, Arrays.stream(y), MotionDrawing::tenths))
                    .append("</circle>\n");
        }
        return balls.toString();
    }
}
