package io.github.freestep.benchmarks.app.compare;

import io.github.freestep.benchmarks.app.compare.loops.Film;
import io.github.freestep.benchmarks.app.compare.loops.WalkingBody;
import io.github.freestep.benchmarks.report.Page;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;

/** Packs recorded frames for the script of a page, which plays them in its figures. Not thread-safe. */
final class PageFilms {
    private static final double LONGEST_SECONDS = 2;
    private static final double SHORTEST_SECONDS = 0.3;

    /** How far the drawing reaches beyond the walls. */
    private static final int STRAY_MILLIMETRES = 40;

    /** The range of all strips of errors, so that they can be compared. */
    private static final double ERROR_MILLIMETRES = 10;

    private static final int RADIX = 36;

    private final List<Load> loads;
    private final long fromNanos;
    private final double seconds;
    private final List<Object> loops = new ArrayList<>();

    /**
     * Begins without films.
     *
     * @param loads what the user can choose
     * @param fromNanos where the films begin to play
     * @param recordedSeconds how long they are from there on
     */
    PageFilms(List<Load> loads, long fromNanos, double recordedSeconds) {
        this.loads = loads;
        this.fromNanos = fromNanos;
        seconds = Math.max(SHORTEST_SECONDS, Math.min(LONGEST_SECONDS, recordedSeconds));
    }

    /** A load, and the displays on which it was played. */
    record Load(String key, String text, List<Integer> fps) {}

    /** The films of a loop, which play in the figure of this id. */
    final class Loop {
        private final Map<String, Object> packed = new LinkedHashMap<>();

        Loop(String name, String figure, boolean ours) {
            loops.add(Map.of("name", name, "figure", figure, "ours", ours, "films", packed));
        }

        /** Adds what a display showed with a load. The text is what the caption says of it. */
        void add(Load load, int fps, Film film, String text) {
            add(load, fps, film, text, fromNanos);
        }

        /** Adds the same, but begins to play at another time. */
        void add(Load load, int fps, Film film, String text, long from) {
            if (film.frames() >= 2) {
                packed.put(load.key + " " + fps, pack(film, text, from));
            }
        }
    }

    /** Adds the frames and the script that plays them. The display of this rate is shown first. */
    void addTo(Page page, int fps) {
        Map<String, Object> films = new LinkedHashMap<>();
        films.put("seconds", seconds);
        films.put("legMillis", WalkingBody.LEG_NANOS / 1e6);
        films.put("strayMillimetres", STRAY_MILLIMETRES);
        films.put("errorMillimetres", ERROR_MILLIMETRES);
        films.put("fps", fps);
        films.put("loads", loads);
        films.put("loops", loops);
        page.data("films", films).script(PageFilms.class, "player.js");
    }

    private Map<String, Object> pack(Film film, String text, long from) {
        Excerpt excerpt = new Excerpt(film, from, seconds);
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
