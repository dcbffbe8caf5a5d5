package io.github.freestep.benchmarks.app.compare.loops;

import java.util.function.IntToDoubleFunction;

/**
 * The speed of a picture on the screen, and how even it is.
 *
 * @param judder the RMS deviation of the speed on screen from its mean, as a share of the mean
 * @param pace the mean speed: shown time per real time
 */
public record ScreenSpeed(double judder, double pace) {
    /**
     * Measures frames {@code first + 1} to {@code last}, each against the frame before it.
     *
     * @param displayed when a frame came on the screen
     * @param shown which simulation time it showed, in the same unit
     */
    public static ScreenSpeed of(int first, int last, IntToDoubleFunction displayed, IntToDoubleFunction shown) {
        double pace = (shown.applyAsDouble(last) - shown.applyAsDouble(first))
                / (displayed.applyAsDouble(last) - displayed.applyAsDouble(first));
        double squares = 0;
        for (int frame = first + 1; frame <= last; frame++) {
            double moved = shown.applyAsDouble(frame) - shown.applyAsDouble(frame - 1);
            double off = moved / (displayed.applyAsDouble(frame) - displayed.applyAsDouble(frame - 1)) / pace - 1;
            squares += off * off;
        }
        return new ScreenSpeed(Math.sqrt(squares / (last - first)), pace);
    }
}
