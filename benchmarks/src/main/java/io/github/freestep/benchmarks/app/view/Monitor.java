package io.github.freestep.benchmarks.app.view;

import java.util.Comparator;
import java.util.List;

/**
 * A monitor.
 *
 * @param x its left edge on the desktop
 * @param y its top edge on the desktop
 * @param refreshRate in Hz; 0 if unknown
 */
record Monitor(int x, int y, int width, int height, int refreshRate) {
    /**
     * Returns the refresh rate of the monitor that shows the largest part of a window.
     *
     * @param monitors the primary one first; it counts if no monitor shows the window
     * @param otherwise the rate if that of the monitor is unknown, or there is none
     */
    static int refreshRate(List<Monitor> monitors, int x, int y, int width, int height, int otherwise) {
        return monitors.stream()
                .max(Comparator.comparingLong(monitor -> monitor.shown(x, y, width, height)))
                .filter(most -> most.shown(x, y, width, height) > 0)
                .or(() -> monitors.stream().findFirst())
                .map(Monitor::refreshRate)
                .filter(rate -> rate > 0)
                .orElse(otherwise);
    }

    private long shown(int left, int top, int wide, int high) {
        long across = Math.min(x + width, left + wide) - Math.max(x, left);
        long down = Math.min(y + height, top + high) - Math.max(y, top);
        return Math.max(0, across) * Math.max(0, down);
    }
}
