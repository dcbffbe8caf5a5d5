package io.github.freestep.benchmarks.app.compare;

import io.github.freestep.benchmarks.app.compare.loops.FrameHistory;
import io.github.freestep.benchmarks.app.compare.loops.LoopKind;
import io.github.freestep.benchmarks.app.compare.loops.StepLoad;
import io.github.freestep.benchmarks.app.compare.loops.WalkingBody;
import io.github.freestep.benchmarks.report.Page;
import io.github.freestep.benchmarks.report.Units;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;

/** Packs the recorded frames of all loops for the script of the page, which plays them. */
final class PageFilms {
    private static final double LONGEST_SECONDS = 2;
    private static final double SHORTEST_SECONDS = 0.3;

    /** How far the drawing reaches beyond the walls. */
    private static final int STRAY_MILLIMETRES = 40;

    private static final int RADIX = 36;

    private final Comparison comparison;
    private final long fromNanos;
    private final double seconds;

    PageFilms(Comparison comparison, long fromNanos) {
        this.comparison = comparison;
        this.fromNanos = fromNanos;
        double left = comparison.seconds() - fromNanos / 1e9;
        seconds = Math.max(SHORTEST_SECONDS, Math.min(LONGEST_SECONDS, left));
    }

    /** Adds the frames and the script that plays them in the figures of these ids, one for each row. */
    void addTo(Page page, List<LoopResult> rows, List<String> figures, double errorMillimetres) {
        Map<String, Object> films = new LinkedHashMap<>();
        films.put("seconds", seconds);
        films.put("legMillis", WalkingBody.LEG_NANOS / 1e6);
        films.put("strayMillimetres", STRAY_MILLIMETRES);
        films.put("errorMillimetres", errorMillimetres);
        films.put("fps", comparison.filmFps());
        films.put("loads", loads());
        List<Object> loops = new ArrayList<>();
        for (int i = 0; i < rows.size(); i++) {
            loops.add(loop(rows.get(i), figures.get(i)));
        }
        films.put("loops", loops);
        page.data("films", films).script(PageFilms.class, "player.js");
    }

    private List<Object> loads() {
        return List.of(
                load(StepLoad.LIGHT, "light", comparison.fps()),
                load(StepLoad.HEAVY, "heavy, one in 20 slow", comparison.fps()),
                load(StepLoad.OVERLOAD, "too heavy", List.of(Comparison.OVERLOAD_FPS)));
    }

    private static Map<String, Object> load(StepLoad load, String text, List<Integer> fps) {
        return Map.of(
                "key", key(load), "text", text, "fps", fps.stream().distinct().toList());
    }

    private static String key(StepLoad load) {
        return load.name().toLowerCase(Locale.ROOT);
    }

    private Map<String, Object> loop(LoopResult row, String figure) {
        Map<String, Object> packed = new LinkedHashMap<>();
        row.films().forEach((load, films) -> {
            for (int i = 0; i < films.size(); i++) {
                boolean overload = load == StepLoad.OVERLOAD;
                int fps = overload ? Comparison.OVERLOAD_FPS : comparison.fps().get(i);
                String text = overload
                        ? row.overload().verdict()
                        : text(row.motions().get(load).get(i));
                if (films.get(i).frames() >= 2) {
                    packed.put(key(load) + " " + fps, film(films.get(i), text));
                }
            }
        });
        return Map.of(
                "name",
                row.way().toString(),
                "figure",
                figure,
                "ours",
                row.way() == LoopKind.FREESTEP,
                "films",
                packed);
    }

    /** Says how smooth and how late a loop is, in a few words. */
    static String text(MotionFigures motion) {
        String late = Double.isNaN(motion.latencyNanos())
                ? "drifts from real time"
                : Units.text("%.1f ms late", motion.latencyNanos() / 1e6);
        return "judder " + LoopTable.percent(motion) + " %, " + late;
    }

    private Map<String, Object> film(FrameHistory film, String text) {
        Excerpt excerpt = new Excerpt(film, fromNanos, seconds);
        double[] hundredths = DoubleStream.of(excerpt.millis())
                .map(millis -> Math.rint(100 * millis))
                .toArray();
        return Map.of(
                "text", text,
                "even", excerpt.evenMillis(),
                "pace", excerpt.pace(),
                "d", numbers(differences(hundredths), value -> value),
                "p", numbers(excerpt.shownMillimetres(), millimetres -> 10 * millimetres));
    }

    private static double[] differences(double[] values) {
        double[] differences = values.clone();
        for (int i = values.length - 1; i > 0; i--) {
            differences[i] -= differences[i - 1];
        }
        return differences;
    }

    /** Writes whole numbers with as few characters as is simple. */
    private static String numbers(double[] values, DoubleUnaryOperator scale) {
        return DoubleStream.of(values)
                .map(scale)
                .mapToObj(value -> Long.toString(Math.round(value), RADIX))
                .collect(Collectors.joining(" "));
    }
}
