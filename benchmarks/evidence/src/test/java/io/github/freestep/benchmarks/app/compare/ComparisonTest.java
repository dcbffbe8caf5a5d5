package io.github.freestep.benchmarks.app.compare;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.benchmarks.app.compare.loops.Loop;
import io.github.freestep.benchmarks.app.compare.loops.LoopKind;
import io.github.freestep.benchmarks.app.compare.loops.StepLoad;
import io.github.freestep.testing.Seeds;
import io.github.freestep.testing.Thorough;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What the figures of a whole run say beyond those of the page, which {@link GalleryPageTest} compares. */
class ComparisonTest {
    private static final List<Integer> FPS = Thorough.isOn() ? List.of(30, 60, 75, 144, 240) : List.of(60, 144);
    private static final Comparison COMPARISON = new Comparison(FPS, Seeds.of(1), 40);
    private static final Map<LoopKind, LoopResult> ROWS = new EnumMap<>(LoopKind.class);

    private static final Set<LoopKind> VARYING_STEPS = EnumSet.of(
            LoopKind.VARIABLE,
            LoopKind.SMOOTHED,
            LoopKind.WHOLE_REFRESHES,
            LoopKind.TWO_UPDATES,
            LoopKind.LOCK_OR_TEAR);

    @BeforeAll
    static void play() {
        COMPARISON.rows().forEach(row -> ROWS.put(row.way(), row));
    }

    private static MotionFigures heavy(LoopKind way, int fps) {
        return ROWS.get(way).motions().get(StepLoad.HEAVY).get(FPS.indexOf(fps));
    }

    private static MotionFigures light(LoopKind way, int fps) {
        return ROWS.get(way).motions().get(StepLoad.LIGHT).get(FPS.indexOf(fps));
    }

    @Test
    void freestepIsSmoothOnEveryDisplayAndTheSmoothestOnFastOnes() {
        for (int fps : FPS) {
            assertTrue(light(LoopKind.FREESTEP, fps).judder() <= 0.003, () -> fps + " fps, light");
            assertTrue(heavy(LoopKind.FREESTEP, fps).judder() <= 0.003, () -> fps + " fps, heavy");
        }
        for (int fps : FPS.subList(FPS.indexOf(144), FPS.size())) {
            for (LoopKind way : EnumSet.complementOf(EnumSet.of(LoopKind.FREESTEP))) {
                // A loop that shows 30 frames a second has time enough for any step.
                assertTrue(
                        heavy(way, fps).judder() > heavy(LoopKind.FREESTEP, fps).judder()
                                || way == LoopKind.LOCK_OR_TEAR
                                        && heavy(way, fps).fps() < 31,
                        () -> way + ", " + fps + " fps");
            }
        }
    }

    /** A ball at 8 m/s jumps through a wall of 10 cm in such a step. */
    @Test
    void onlyVaryingStepsAreLongEnoughToJumpThroughAThinWall() {
        for (LoopResult row : ROWS.values()) {
            boolean jumps = row.longestStepNanos() > 12_500_000;
            assertEquals(VARYING_STEPS.contains(row.way()), jumps, () -> row.way() + ": " + row.longestStepNanos());
            assertTrue(jumps || row.longestStepNanos() == Loop.TICK_NANOS, () -> "" + row.way());
        }
    }
}
