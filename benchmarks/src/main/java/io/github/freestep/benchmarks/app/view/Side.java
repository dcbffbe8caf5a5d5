package io.github.freestep.benchmarks.app.view;

import io.github.freestep.benchmarks.examples.LwjglBoxes.Shapes;
import io.github.freestep.render.display.MotionMeter;
import java.util.Locale;

/** What one half of the window shows: toys, and figures of the last two seconds. */
final class Side {
    private static final long WINDOW_NANOS = 2_000_000_000;

    final String name;

    /** What is drawn; set by the thread that draws. */
    Shapes shapes;

    /** Whether the world stands still. */
    boolean isPaused;

    private MotionMeter meter = new MotionMeter();
    private String figures = "";
    private boolean begun;
    private long sinceNanos;
    private long ageNanos;
    private long lastShownNanos;
    private long lastKeyNanos;
    private double keyMillis;

    Side(String name) {
        this.name = name;
    }

    /**
     * Takes note of a refresh: when it is, what its frame shows, how old that is, and the newest key in it.
     */
    void shown(long refreshNanos, long simulationNanos, long age, long keyNanos) {
        if (!begun || simulationNanos < lastShownNanos) { // the first one of a world
            meter = new MotionMeter();
            sinceNanos = refreshNanos;
            ageNanos = 0;
            lastKeyNanos = 0;
        }
        begun = true;
        lastShownNanos = simulationNanos;
        meter.add(refreshNanos, simulationNanos, refreshNanos, isPaused);
        ageNanos += age;
        if (keyNanos != lastKeyNanos && keyNanos != 0) {
            lastKeyNanos = keyNanos;
            keyMillis = (refreshNanos - keyNanos) / 1e6;
        }
        if (refreshNanos - sinceNanos >= WINDOW_NANOS) {
            figures = String.format(
                    Locale.ROOT,
                    lastKeyNanos == 0
                            ? "judder %.1f %%, %.0f ms old"
                            : "judder %.1f %%, %.0f ms old, key seen after %.0f ms",
                    100 * meter.judder(),
                    ageNanos / 1e6 / Math.max(1, meter.frames()),
                    keyMillis);
            sinceNanos = refreshNanos;
            ageNanos = 0;
            meter.reset();
        }
    }

    /** Returns judder and age in the last two full seconds, and how long the last key took to be seen. */
    String figures() {
        return figures;
    }
}
