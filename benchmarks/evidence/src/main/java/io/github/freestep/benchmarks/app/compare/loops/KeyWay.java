package io.github.freestep.benchmarks.app.compare.loops;

import java.util.List;

/**
 * A way from a key to the picture.
 *
 * @param label its name in the table
 * @param isService whether Freestep's service steps, instead of the interpolated accumulator
 * @param input when the game learns of a key
 * @param isLate whether frames begin as late as they can
 * @param rate ticks per second
 */
public record KeyWay(String label, boolean isService, Input input, boolean isLate, int rate) {
    /** When the game learns of a key. */
    enum Input {
        /** When the thread that draws wakes up at a refresh. */
        AT_REFRESH,
        /** When a frame begins, which may be later. */
        AT_FRAME,
        /** At once, by a callback. */
        AT_ONCE
    }

    public static final List<KeyWay> ALL = List.of(
            new KeyWay("7a accumulator, interpolated", false, Input.AT_FRAME, false, 100),
            new KeyWay("7a, beginning its frames late", false, Input.AT_FRAME, true, 100),
            new KeyWay("Freestep, polled and sampled at once", true, Input.AT_REFRESH, false, 100),
            new KeyWay("Freestep, polled before the wait, sampled late", true, Input.AT_REFRESH, true, 100),
            new KeyWay("Freestep, polled after the wait, sampled late", true, Input.AT_FRAME, true, 100),
            new KeyWay("Freestep, callbacks, sampled at once", true, Input.AT_ONCE, false, 100),
            new KeyWay("Freestep, callbacks, sampled late", true, Input.AT_ONCE, true, 100),
            new KeyWay("Freestep, callbacks, late, 200 Hz", true, Input.AT_ONCE, true, 200));
}
