package io.github.freestep.benchmarks.gallery;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Plays all ways under the same settings.
 *
 * @param fps the displays
 * @param seed of all that is random
 * @param seconds how long each is played
 * @param real on the real clock, which leaves out the stalls and the end state
 */
record Comparison(List<Integer> fps, long seed, double seconds, boolean real) {
    static final int STRAIN_FPS = 144;
    static final int STALL_FPS = 60;
    private static final int FILM_FPS = 144;
    private static final long SHORT_STALL_NANOS = 10_000_000_000L;
    private static final long LONG_STALL_NANOS = 600_000_000_000L;

    List<Row> rows(Consumer<Row> progress) {
        List<Row> rows = new ArrayList<>();
        for (Way way : Way.values()) {
            Row row = row(way);
            rows.add(row);
            progress.accept(row);
        }
        return rows;
    }

    /** Without the stalls, which are not for the real clock: every load on every display, and one that is too much. */
    double playedSeconds() {
        return Way.values().length * (2 * fps.size() + 1) * seconds;
    }

    Row row(Way way) {
        Map<Load, List<Motion>> motions = new EnumMap<>(Load.class);
        Map<Load, List<Motion>> first = new EnumMap<>(Load.class);
        List<Film> films = new ArrayList<>();
        Film shown = null;
        for (Load load : List.of(Load.LIGHT, Load.HEAVY)) {
            List<Film> filmsOfLoad = new ArrayList<>();
            for (int rate : fps) {
                Film film = play(way, setting(rate, load, 0));
                filmsOfLoad.add(film);
                shown = rate == filmFps() ? film : shown;
            }
            long settledNanos = setting(filmFps(), load, 0).settledNanos();
            motions.put(load, motions(filmsOfLoad, film -> Motion.of(film, settledNanos)));
            first.put(load, motions(filmsOfLoad, Motion::ofFirstSeconds));
            films.addAll(filmsOfLoad);
        }
        Setting strain = setting(STRAIN_FPS, Load.OVERLOAD, 0);
        return new Row(
                way,
                motions,
                first,
                Strain.of(play(way, strain), strain),
                stall(way, SHORT_STALL_NANOS),
                stall(way, LONG_STALL_NANOS),
                real || fps.stream().distinct().count() < 2 ? null : sameBits(films),
                shown);
    }

    private static List<Motion> motions(List<Film> films, Function<Film, Motion> motion) {
        return films.stream().map(motion).toList();
    }

    /** The rate that the pictures are of. */
    int filmFps() {
        return fps.contains(FILM_FPS) ? FILM_FPS : fps.get(fps.size() - 1);
    }

    private Stall stall(Way way, long nanos) {
        Setting setting = setting(STALL_FPS, Load.LIGHT, nanos);
        return real ? null : Stall.of(play(way, setting), setting);
    }

    private Setting setting(int rate, Load load, long stallNanos) {
        return new Setting(rate, load, seed, stallNanos, seconds);
    }

    private Film play(Way way, Setting setting) {
        return real ? Player.real(way, setting) : Player.scripted(way, setting);
    }

    /** A loop that has not come to the end on some display has no state there to be the same. */
    private static boolean sameBits(List<Film> films) {
        String first = films.get(0).ending();
        return first != null && films.stream().allMatch(film -> Objects.equals(first, film.ending()));
    }
}
