package io.github.freestep.benchmarks.app.view;

import io.github.freestep.benchmarks.examples.LwjglBoxes.Shapes;
import io.github.freestep.benchmarks.examples.Toys;
import io.github.freestep.render.MotionMeter;
import java.util.Locale;

/** What one half of the window shows: toys, how far they moved in each frame, and figures of the last two seconds. */
final class Side {
    static final int GRAPH_FRAMES = 200;

    private static final int GAP = 6;
    private static final long WINDOW_NANOS = 2_000_000_000;

    final String name;

    /** What is drawn; set by the thread that draws. */
    Shapes shapes;

    /** How much simulation time each frame moved on, in milliseconds. A gap divides the newest from the oldest. */
    final float[] movedMillis = new float[GRAPH_FRAMES];

    private MotionMeter meter = new MotionMeter();
    private String figures = "";
    private int frames;
    private long sinceNanos;
    private long ageNanos;
    private long lastShownNanos;
    private long lastKeyNanos;
    private double keyMillis;

    Side(String name) {
        this.name = name;
    }

    /** A copy of what a frame showed, for a film. */
    record Shot(float[] poses, float[] movedMillis, String figures) {}

    /** Takes note of a frame: when it is seen, what it shows, how old that is, and the newest key in it. */
    void shown(long refreshNanos, long simulationNanos, long age, long keyNanos) {
        if (frames == 0 || simulationNanos < lastShownNanos) { // the first one of a world
            meter = new MotionMeter();
            sinceNanos = refreshNanos;
            ageNanos = 0;
            lastKeyNanos = 0;
        }
        movedMillis[frames % GRAPH_FRAMES] = (simulationNanos - lastShownNanos) / 1e6f;
        movedMillis[(frames + GAP) % GRAPH_FRAMES] = Float.NaN;
        frames++;
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
                    "judder %.1f %%, %.0f ms old, key after %.0f ms",
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

    Shot shot() {
        float[] copy = new float[shapes.poses.capacity()];
        shapes.poses.clear().get(copy);
        return new Shot(copy, movedMillis.clone(), figures);
    }

    void show(Shot shot) {
        shapes.poses.clear().put(shot.poses);
        shapes.upload(0, Toys.BODIES);
        System.arraycopy(shot.movedMillis, 0, movedMillis, 0, GRAPH_FRAMES);
        figures = shot.figures;
    }
}
