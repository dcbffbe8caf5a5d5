package io.github.freestep.benchmarks.app.compare;

import io.github.freestep.benchmarks.app.compare.loops.Display;
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
 * @param shortStall the effect of a stall of ten seconds
 * @param longStall the effect of a stall of ten minutes
 * @param sameBits whether the end state is bit-identical on every display; null if not compared
 * @param dangers what the steps did to thin walls and stiff springs: with heavy ticks on each display, and in the stall
 *     of ten seconds
 * @param displays figures with heavy ticks on displays that are not even or with drawing that takes time
 * @param hitch figures of a single step that takes a quarter of a second
 */
record LoopResult(
        LoopKind way,
        Map<StepLoad, List<MotionFigures>> motions,
        OverloadFigures overload,
        Stall shortStall,
        Stall longStall,
        Boolean sameBits,
        List<Danger> dangers,
        Map<Display, MotionFigures> displays,
        HitchFigures hitch) {
    /** Returns the first cell of the row. */
    String name() {
        return way.toString();
    }

    Stream<MotionFigures> allMotions() {
        return motions.values().stream().flatMap(List::stream);
    }

    double leastSpeed() {
        return allMotions().mapToDouble(MotionFigures::speed).min().orElseThrow();
    }

    double mostSpeed() {
        return allMotions().mapToDouble(MotionFigures::speed).max().orElseThrow();
    }

    double strayMetres() {
        return allMotions().mapToDouble(MotionFigures::strayMetres).max().orElseThrow();
    }
}
