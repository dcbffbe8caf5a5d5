package io.github.freestep.benchmarks.gallery;

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
record Row(
        Way way,
        Map<Load, List<Motion>> motions,
        Map<Load, List<Motion>> first,
        Strain strain,
        Stall shortStall,
        Stall longStall,
        Boolean sameBits,
        Film film) {
    private static final String FIRST_SECONDS = "   first seconds";

    /** A row of its own: the loop's first seconds, in the same columns. */
    Row firstSeconds() {
        return new Row(way, first, null, null, null, null, null, null);
    }

    /** What its line begins with. */
    String name() {
        return first == null ? FIRST_SECONDS : way.toString();
    }

    Stream<Motion> allMotions() {
        return motions.values().stream().flatMap(List::stream);
    }

    double leastSpeed() {
        return allMotions().mapToDouble(Motion::speed).min().orElseThrow();
    }

    double mostSpeed() {
        return allMotions().mapToDouble(Motion::speed).max().orElseThrow();
    }

    double strayMetres() {
        return allMotions().mapToDouble(Motion::strayMetres).max().orElseThrow();
    }
}
