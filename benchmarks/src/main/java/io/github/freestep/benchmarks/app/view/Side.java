package io.github.freestep.benchmarks.app.view;

import io.github.freestep.benchmarks.examples.LwjglBoxes.Shapes;
import io.github.freestep.render.display.MotionMeter;
import java.util.Arrays;
import java.util.Locale;

/** What one half of the window shows: toys, a graph of frame times, and figures of the last two seconds. */
final class Side {
    static final int GRAPH_REFRESHES = 200;

    private static final int GAP = 6;
    private static final long WINDOW_NANOS = 2_000_000_000;

    final String name;

    /** What is drawn; set by the thread that draws. */
    Shapes shapes;

    /**
     * How long the frame of each refresh was shown, in milliseconds. A gap of NaN divides the newest from the oldest.
     */
    final float[] frameMillis = new float[GRAPH_REFRESHES];

    /** How far the world moved from that frame to the next, in milliseconds of its time. */
    final float[] movedMillis = new float[GRAPH_REFRESHES];

    private MotionMeter meter = new MotionMeter();
    private String figures = "";
    private int refreshes;
    private int frame; // the refresh at which the newest frame was shown first
    private long frameNanos;
    private long sinceNanos;
    private long ageNanos;
    private long lastShownNanos;
    private long lastKeyNanos;
    private double keyMillis;

    Side(String name) {
        this.name = name;
        Arrays.fill(frameMillis, Float.NaN);
    }

    /**
     * Takes note of a refresh: when it is, whether its frame is a new one, what that shows, how old that is, and the
     * newest key in it.
     */
    void shown(long refreshNanos, boolean isNew, long simulationNanos, long age, long keyNanos) {
        for (int refresh = frame; refresh < refreshes; refresh++) {
            frameMillis[refresh % GRAPH_REFRESHES] = (refreshNanos - frameNanos) / 1e6f;
            movedMillis[refresh % GRAPH_REFRESHES] = (simulationNanos - lastShownNanos) / 1e6f;
        }
        frameMillis[(refreshes + GAP) % GRAPH_REFRESHES] = Float.NaN;
        if (isNew || refreshes == 0) {
            frame = refreshes;
            frameNanos = refreshNanos;
        }
        if (refreshes == 0 || simulationNanos < lastShownNanos) { // the first one of a world
            meter = new MotionMeter();
            sinceNanos = refreshNanos;
            ageNanos = 0;
            lastKeyNanos = 0;
        }
        refreshes++;
        lastShownNanos = simulationNanos;
        meter.add(refreshNanos, simulationNanos, refreshNanos, false);
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
