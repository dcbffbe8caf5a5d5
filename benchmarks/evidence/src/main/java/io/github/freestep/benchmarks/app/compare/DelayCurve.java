package io.github.freestep.benchmarks.app.compare;

import io.github.freestep.benchmarks.app.compare.loops.LoopKind;
import io.github.freestep.benchmarks.app.compare.loops.LoopPlayer;
import io.github.freestep.benchmarks.app.compare.loops.PlaySettings;
import io.github.freestep.benchmarks.app.compare.loops.StepLoad;
import io.github.freestep.tools.report.MotionDrawing;
import java.time.Duration;

/**
 * Draws what evenness costs: the judder of Freestep over the age of its picture, for several allowed latenesses, if a
 * step is slow every two seconds. The same display and seed give the same text on every machine. Stateless.
 */
final class DelayCurve {
    private static final int MOST_MILLIS = 36;
    private static final int EVERY_MILLIS = 3;

    private static final int HEIGHT = 300;
    private static final int TOP = 50;
    private static final int BOTTOM = HEIGHT - 44;
    private static final int X = 76;
    private static final double MOST_AGE = 80;
    private static final double MOST_JUDDER = 25;

    private DelayCurve() {}

    static String svg(int fps, long seed) {
        PlaySettings setting = new PlaySettings(fps, StepLoad.SPIKES, seed, 0, CompareCommand.LOOP_SECONDS);
        StringBuilder svg = new StringBuilder(MotionDrawing.head(
                "Judder by allowed lateness, if one step in 200 takes 35 ms. 100 Hz on a " + fps
                        + " Hz display, simulated.",
                HEIGHT));
        for (int judder = 0; judder <= MOST_JUDDER; judder += 5) {
            svg.append(MotionDrawing.line("track", X, MotionDrawing.WIDTH - MotionDrawing.LEFT, (int) y(judder)))
                    .append(MotionDrawing.text(MotionDrawing.LEFT, judder + " %", (int) y(judder) + 5));
        }
        for (int age = 0; age <= MOST_AGE; age += 10) {
            svg.append(MotionDrawing.text((int) x(age) - 8, age + "", BOTTOM + 20));
        }
        svg.append(MotionDrawing.text(MotionDrawing.LEFT, "judder", TOP - 10))
                .append(MotionDrawing.text(MotionDrawing.WIDTH / 2, "age of the picture in ms", HEIGHT - 6));
        StringBuilder curve = new StringBuilder();
        for (int millis = 0; millis <= MOST_MILLIS; millis += EVERY_MILLIS) {
            MotionFigures figures =
                    MotionFigures.of(LoopPlayer.scripted(Duration.ofMillis(millis), setting), setting.settledNanos());
            curve.append(curve.length() == 0 ? "M" : "L").append(place(figures));
            svg.append(dot("freestep", 3, figures));
            if (millis % (4 * EVERY_MILLIS) == 0) {
                svg.append(label(figures, "allowed: " + millis + " ms", 8));
            }
        }
        svg.append("<path class=\"even\" fill=\"none\" d=\"" + curve + "\"/>\n");
        MotionFigures adapts = figures(LoopKind.FREESTEP, setting);
        MotionFigures usual = figures(LoopKind.INTERPOLATED, setting);
        return svg.append(dot("freestep", 6, adapts))
                .append(label(adapts, "Freestep by default", 26))
                .append(dot("raw", 6, usual))
                .append(label(usual, "the usual interpolated loop", 8))
                .append("</svg>\n")
                .toString();
    }

    private static MotionFigures figures(LoopKind kind, PlaySettings setting) {
        return MotionFigures.of(LoopPlayer.scripted(kind, setting), setting.settledNanos());
    }

    private static String dot(String css, int radius, MotionFigures figures) {
        return "<circle class=\"" + css + "\" cx=\"" + MotionDrawing.tenths(ageX(figures)) + "\" cy=\""
                + MotionDrawing.tenths(judderY(figures)) + "\" r=\"" + radius + "\"/>\n";
    }

    private static String label(MotionFigures figures, String text, int above) {
        return MotionDrawing.text((int) ageX(figures) + 10, text, (int) judderY(figures) - above);
    }

    private static String place(MotionFigures figures) {
        return MotionDrawing.tenths(ageX(figures)) + "," + MotionDrawing.tenths(judderY(figures));
    }

    private static double ageX(MotionFigures figures) {
        return x(figures.latencyNanos() / 1e6);
    }

    private static double judderY(MotionFigures figures) {
        return y(figures.judder() * 100);
    }

    private static double x(double ageMillis) {
        return X + ageMillis / MOST_AGE * (MotionDrawing.WIDTH - MotionDrawing.LEFT - X - 20);
    }

    private static double y(double judderPercent) {
        return BOTTOM - judderPercent / MOST_JUDDER * (BOTTOM - TOP);
    }
}
