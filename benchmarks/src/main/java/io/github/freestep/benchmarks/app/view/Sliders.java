package io.github.freestep.benchmarks.app.view;

import java.util.List;
import java.util.stream.IntStream;

/**
 * The sliders at the bottom of the window, each with its value beside its name. One thread moves them with the mouse,
 * and any thread may read or draw them. Places are pixels from the top left of the window.
 */
final class Sliders {
    private static final int KNOB_WIDTH = 6;
    private static final int KNOB_HEIGHT = 12;
    private static final int TRACK_TOP = 14;

    /** The height of all in pixels of the font. */
    static final int HEIGHT = TRACK_TOP + KNOB_HEIGHT + 4;

    final Slider stepMillis = new Slider("each step", " ms", 1, IntStream.rangeClosed(0, 20));
    final Slider spikeMillis =
            new Slider("longer every 2 s", " ms", 7, IntStream.iterate(0, millis -> millis <= 100, m -> m + 5));
    final Slider rate = new Slider("rate", " Hz", 3, IntStream.of(20, 30, 60, 100, 200));
    final Slider latenessMillis =
            new Slider("allowedLateness", " ms", 0, IntStream.of(Slider.DEFAULT, 0, 5, 10, 20, 30, 40));

    private final List<Slider> all = List.of(stepMillis, spikeMillis, rate, latenessMillis);

    /** What the mouse holds, or null. */
    private volatile Slider held;

    /** A value that the user chooses from some. */
    static final class Slider {
        /** The value that stands for the default of Freestep. */
        static final int DEFAULT = -1;

        private final String name;
        private final String unit;
        private final int[] values;
        private volatile int at;

        Slider(String name, String unit, int at, IntStream values) {
            this.name = name;
            this.unit = unit;
            this.at = at;
            this.values = values.toArray();
        }

        int value() {
            return values[at];
        }

        String text() {
            return value() == DEFAULT ? "default" : value() + unit;
        }
    }

    /** Takes the slider under the mouse, if there is one, and moves it there. */
    void press(double x, double y, int wide, int high) {
        int index = (int) Math.floor(x * all.size() / wide);
        boolean isInside = index >= 0 && index < all.size() && y < high;
        held = isInside && y >= high - HEIGHT * Canvas.scale(wide, high) ? all.get(index) : null;
        drag(x, wide, high);
    }

    /** Moves the slider that the mouse holds, if it holds one. */
    void drag(double x, int wide, int high) {
        if (held != null) {
            double track = track(wide, high);
            double along = (x - left(all.indexOf(held), wide, high)) / track;
            held.at = (int) Math.round(Math.max(0, Math.min(1, along)) * (held.values.length - 1));
        }
    }

    /** Lets go of the slider that the mouse holds. */
    void release() {
        held = null;
    }

    boolean isDragging() {
        return held != null;
    }

    /** Returns where the track of a slider begins. */
    private float left(int index, int wide, int high) {
        return (float) wide * index / all.size() + Canvas.EDGE * Canvas.scale(wide, high);
    }

    private float track(int wide, int high) {
        return (float) wide / all.size() - 2 * Canvas.EDGE * Canvas.scale(wide, high);
    }

    void draw(Canvas canvas, int wide, int high) {
        int scale = Canvas.scale(wide, high);
        float top = high - HEIGHT * scale;
        float track = track(wide, high);
        for (int i = 0; i < all.size(); i++) {
            Slider slider = all.get(i);
            float left = left(i, wide, high);
            String name = slider.name + ": ";
            canvas.text(left, top, scale, name, Canvas.GREY);
            canvas.text(left + Canvas.width(name, scale), top, scale, slider.text(), Canvas.WHITE);
            float knob = left + track * slider.at / (slider.values.length - 1);
            float middle = top + (TRACK_TOP + KNOB_HEIGHT / 2f - 1) * scale;
            canvas.area(left, middle, track, 2 * scale, Canvas.DIM);
            canvas.area(left, middle, knob - left, 2 * scale, Canvas.GREY);
            canvas.area(
                    knob - KNOB_WIDTH * scale / 2f,
                    top + TRACK_TOP * scale,
                    KNOB_WIDTH * scale,
                    KNOB_HEIGHT * scale,
                    slider == held ? Canvas.GREEN : Canvas.WHITE);
        }
    }
}
