package io.github.freestep.benchmarks.app.compare;

import io.github.freestep.benchmarks.app.compare.loops.FrameHistory;
import io.github.freestep.benchmarks.app.compare.loops.LoopKind;
import io.github.freestep.benchmarks.app.compare.loops.LoopPlayer;
import io.github.freestep.benchmarks.app.compare.loops.PlaySettings;
import io.github.freestep.benchmarks.app.compare.loops.StepLoad;
import io.github.freestep.tools.report.Lane;
import io.github.freestep.tools.report.MotionDrawing;
import io.github.freestep.tools.report.MotionLane;
import java.util.List;
import java.util.stream.IntStream;

/** Draws a ball as loops of the gallery show it. Stateless. */
final class LoopDrawing {
    private static final int LEG_FRAMES = MotionDrawing.FRAMES / 2;

    /** As long as {@code compare} plays a loop, so that both have the same figures. */
    private static final double PLAYED_SECONDS = CompareCommand.LOOP_SECONDS;

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
}
