package io.github.freestep.benchmarks.app.compare;

import io.github.freestep.benchmarks.app.compare.loops.Display;
import io.github.freestep.benchmarks.app.compare.loops.FrameHistory;
import io.github.freestep.benchmarks.app.compare.loops.LoopKind;
import io.github.freestep.benchmarks.app.compare.loops.LoopPlayer;
import io.github.freestep.benchmarks.app.compare.loops.PlaySettings;
import io.github.freestep.benchmarks.app.compare.loops.StepLoad;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Plays all loops under the same settings.
 *
 * @param fps the refresh rates of the displays
 * @param seed the seed of all random numbers
 * @param seconds how long each loop is played on each display
 * @param real whether to play on the real clock, without the stalls, the hitch, the other displays and the comparison
 *     of end states
 */
record Comparison(List<Integer> fps, long seed, double seconds, boolean real) {
    static final int OVERLOAD_FPS = 144;
    static final int STALL_FPS = 60;
    private static final int FILM_FPS = 144;
    private static final long SHORT_STALL_NANOS = 10_000_000_000L;
    private static final long LONG_STALL_NANOS = 600_000_000_000L;

    /** Plays the loops one by one and passes each result on. */
    void rows(Consumer<LoopResult> results) {
        rows(() -> {}, results);
    }

    /** Does the same, and calls {@code played} after each of the {@link #plays}. */
    void rows(Runnable played, Consumer<LoopResult> results) {
        for (LoopKind kind : LoopKind.values()) {
            results.accept(row(kind, played));
        }
    }

    /** Returns the number of plays on the real clock: two loads on every display, the overload on one, no stalls. */
    int plays() {
        return LoopKind.values().length * (2 * fps.size() + 1);
    }

    LoopResult row(LoopKind way) {
        return row(way, () -> {});
    }

    private LoopResult row(LoopKind way, Runnable played) {
        Map<StepLoad, List<MotionFigures>> motions = new EnumMap<>(StepLoad.class);
        Map<StepLoad, List<MotionFigures>> first = new EnumMap<>(StepLoad.class);
        Map<StepLoad, List<FrameHistory>> films = new EnumMap<>(StepLoad.class);
        List<Danger> dangers = new ArrayList<>();
        for (StepLoad load : List.of(StepLoad.LIGHT, StepLoad.HEAVY)) {
            List<FrameHistory> filmsOfLoad = new ArrayList<>();
            for (int rate : fps) {
                filmsOfLoad.add(play(way, setting(rate, load, 0)));
                played.run();
            }
            long settledNanos = setting(filmFps(), load, 0).settledNanos();
            motions.put(load, motions(filmsOfLoad, film -> MotionFigures.of(film, settledNanos)));
            first.put(load, motions(filmsOfLoad, MotionFigures::ofFirstSeconds));
            films.put(load, filmsOfLoad);
        }
        PlaySettings strain = setting(OVERLOAD_FPS, StepLoad.OVERLOAD, 0);
        FrameHistory strained = play(way, strain);
        played.run();
        for (int i = 0; i < fps.size(); i++) {
            dangers.add(Danger.of(films.get(StepLoad.HEAVY).get(i), setting(fps.get(i), StepLoad.HEAVY, 0)));
        }
        Boolean sameBits = real || fps.stream().distinct().count() < 2
                ? null
                : sameBits(films.values().stream().flatMap(List::stream).toList());
        films.put(StepLoad.OVERLOAD, List.of(strained));
        HitchFigures hitch = null;
        if (!real) {
            PlaySettings setting = setting(STALL_FPS, StepLoad.HITCH, 0);
            FrameHistory film = play(way, setting);
            films.put(StepLoad.HITCH, List.of(film));
            hitch = HitchFigures.of(film, setting);
        }
        return new LoopResult(
                way,
                motions,
                first,
                OverloadFigures.of(strained, strain),
                stall(way, SHORT_STALL_NANOS, dangers::add),
                stall(way, LONG_STALL_NANOS, danger -> {}),
                sameBits,
                dangers,
                films,
                displays(way),
                hitch);
    }

    private Map<Display, MotionFigures> displays(LoopKind way) {
        Map<Display, MotionFigures> figures = new EnumMap<>(Display.class);
        for (Display display : real ? EnumSet.noneOf(Display.class) : EnumSet.complementOf(EnumSet.of(Display.EVEN))) {
            PlaySettings setting = new PlaySettings(Display.FPS, StepLoad.HEAVY, seed, 0, seconds, display);
            figures.put(display, MotionFigures.of(play(way, setting), setting.settledNanos()));
        }
        return figures;
    }

    private static List<MotionFigures> motions(List<FrameHistory> films, Function<FrameHistory, MotionFigures> motion) {
        return films.stream().map(motion).toList();
    }

    /** Returns the refresh rate of the drawings. */
    int filmFps() {
        return fps.contains(FILM_FPS) ? FILM_FPS : fps.get(fps.size() - 1);
    }

    private Stall stall(LoopKind way, long nanos, Consumer<Danger> dangers) {
        if (real) {
            return null;
        }
        PlaySettings setting = setting(STALL_FPS, StepLoad.LIGHT, nanos);
        FrameHistory film = play(way, setting);
        dangers.accept(Danger.of(film, setting));
        return Stall.of(film, setting);
    }

    PlaySettings setting(int rate, StepLoad load, long stallNanos) {
        return new PlaySettings(rate, load, seed, stallNanos, seconds);
    }

    FrameHistory play(LoopKind way, PlaySettings setting) {
        return real ? LoopPlayer.real(way, setting) : LoopPlayer.scripted(way, setting);
    }

    /** Compares end states bit for bit. A loop that did not reach the end on some display has no end state there. */
    private static boolean sameBits(List<FrameHistory> films) {
        String first = films.get(0).ending();
        return first != null && films.stream().allMatch(film -> Objects.equals(first, film.ending()));
    }
}
