package io.github.freestep.benchmarks.app.compare;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * All that is known of one way.
 *
 * @param way which
 * @param motions with light and heavy ticks, one for each rate, after the loop has settled
 * @param first the same of the first seconds; null where {@code motions} has those
 * @param strain with steps that cost too much; null if not measured
 * @param shortStall after ten seconds; null if not played, as on the real clock
 * @param longStall after ten minutes; null if not played
 * @param sameBits whether the end state is the same on every display, to the bit; null if not compared
 * @param film to be drawn
 */
record LoopResult(
        LoopKind way,
        Map<StepLoad, List<MotionFigures>> motions,
        Map<StepLoad, List<MotionFigures>> first,
        OverloadFigures strain,
        Stall shortStall,
        Stall longStall,
        Boolean sameBits,
        FrameHistory film) {
    private static final String FIRST_SECONDS = "   first seconds";

    /** A row of its own: the loop's first seconds, in the same columns. */
    LoopResult firstSeconds() {
        return new LoopResult(way, first, null, null, null, null, null, null);
    }

    /** What its line begins with. */
    String name() {
        return first == null ? FIRST_SECONDS : way.toString();
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
