package io.github.freestep.benchmarks.app.compare;

import io.github.freestep.benchmarks.app.compare.loops.LoopKind;
import io.github.freestep.benchmarks.app.compare.loops.StepLoad;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The results of one loop.
 *
 * @param way the loop
 * @param motions figures with light and heavy ticks, for each display, after the loop has settled
 * @param overload the figures under overload
 * @param catchUp the most steps in a frame after a stall of ten minutes; of a thread, the most without a wait
 * @param sameBits whether the end state is bit-identical on every display
 * @param longestStepNanos the time that the longest step has simulated
 * @param hitch figures of a single step that takes a quarter of a second
 */
record LoopResult(
        LoopKind way,
        Map<StepLoad, List<MotionFigures>> motions,
        OverloadFigures overload,
        int catchUp,
        boolean sameBits,
        long longestStepNanos,
        HitchFigures hitch) {
    Stream<MotionFigures> allMotions() {
        return motions.values().stream().flatMap(List::stream);
    }

    double strayMetres() {
        return allMotions().mapToDouble(MotionFigures::strayMetres).max().orElseThrow();
    }
}
