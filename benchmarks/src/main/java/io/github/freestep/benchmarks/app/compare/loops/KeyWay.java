package io.github.freestep.benchmarks.app.compare.loops;

import java.util.List;

/**
 * A way from a key to the picture.
 *
 * @param label its name in the table
 * @param isService whether Freestep's service steps, instead of the interpolated accumulator
 * @param hasOwnWay whether a callback posts each key at once. Otherwise, the service's host polls at the refresh, and
 *     the loop when its frame begins
 * @param isLate whether frames begin as late as they can
 * @param rate ticks per second
 */
public record KeyWay(String label, boolean isService, boolean hasOwnWay, boolean isLate, int rate) {
    public static final List<KeyWay> ALL = List.of(
            new KeyWay("7a accumulator, interpolated", false, false, false, 100),
            new KeyWay("7a, beginning its frames late", false, false, true, 100),
            new KeyWay("Freestep, polled and sampled at once", true, false, false, 100),
            new KeyWay("Freestep, polled, then sampled late", true, false, true, 100),
            new KeyWay("Freestep, input on its own way", true, true, false, 100),
            new KeyWay("Freestep, own way, sampled late", true, true, true, 100),
            new KeyWay("Freestep, own way, late, 200 Hz", true, true, true, 200));
}
