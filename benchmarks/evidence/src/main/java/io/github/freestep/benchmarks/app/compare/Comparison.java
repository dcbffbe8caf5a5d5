package io.github.freestep.benchmarks.app.compare;

import io.github.freestep.benchmarks.app.compare.loops.FrameHistory;
import io.github.freestep.benchmarks.app.compare.loops.LoopKind;
import io.github.freestep.benchmarks.app.compare.loops.LoopPlayer;
import io.github.freestep.benchmarks.app.compare.loops.PlaySettings;
import io.github.freestep.benchmarks.app.compare.loops.StepLoad;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * Plays all loops under the same settings.
 *
 * @param fps the refresh rates of the displays
 * @param seed the seed of all random numbers
 * @param seconds how long each loop is played on each display
 */
record Comparison(List<Integer> fps, long seed, double seconds) {
    static final int OVERLOAD_FPS = 144;
    static final int STALL_FPS = 60;
    private static final long LONG_STALL_NANOS = 600_000_000_000L;

    List<LoopResult> rows() {
        return Stream.of(LoopKind.values()).map(this::row).toList();
    }

    LoopResult row(LoopKind way) {
        Map<StepLoad, List<MotionFigures>> motions = new EnumMap<>(StepLoad.class);
        List<FrameHistory> films = new ArrayList<>();
        for (StepLoad load : List.of(StepLoad.LIGHT, StepLoad.HEAVY)) {
            List<FrameHistory> filmsOfLoad = new ArrayList<>();
            for (int rate : fps) {
                filmsOfLoad.add(LoopPlayer.scripted(way, setting(rate, load, 0)));
            }
            long settledNanos = setting(fps.get(0), load, 0).settledNanos();
            motions.put(
                    load,
                    filmsOfLoad.stream()
                            .map(film -> MotionFigures.of(film, settledNanos))
                            .toList());
            films.addAll(filmsOfLoad);
        }
        PlaySettings strain = setting(OVERLOAD_FPS, StepLoad.OVERLOAD, 0);
        PlaySettings hitch = setting(STALL_FPS, StepLoad.HITCH, 0);
        return new LoopResult(
                way,
                motions,
                OverloadFigures.of(LoopPlayer.scripted(way, strain), strain),
                LoopPlayer.scripted(way, setting(STALL_FPS, StepLoad.LIGHT, LONG_STALL_NANOS))
                        .mostSteps(),
                sameBits(films),
                films.stream().mapToLong(FrameHistory::longestStepNanos).max().orElseThrow(),
                HitchFigures.of(LoopPlayer.scripted(way, hitch), hitch));
    }

    PlaySettings setting(int rate, StepLoad load, long stallNanos) {
        return new PlaySettings(rate, load, seed, stallNanos, seconds);
    }

    /** Compares end states bit for bit. A loop that did not reach the end on some display has no end state there. */
    private static boolean sameBits(List<FrameHistory> films) {
        String first = films.get(0).ending();
        return first != null && films.stream().allMatch(film -> Objects.equals(first, film.ending()));
    }
}
