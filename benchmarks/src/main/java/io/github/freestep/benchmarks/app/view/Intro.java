package io.github.freestep.benchmarks.app.view;

import io.github.freestep.render.FrameMode;

/** Explains the picture to a user who sees it for the first time, until the first key or click, or for 30 s. */
final class Intro {
    private static final long NANOS = 30_000_000_000L;
    private static final int TITLE = 0xFF_D8_66_FF;

    private final Panel panel = new Panel();
    private boolean begun;
    private boolean over;
    private long beganNanos;

    /** Makes the text; {@code turning} means that the scene has a drum, {@code local} that keys control the time. */
    Intro(FrameMode mode, boolean turning, boolean local) {
        panel.line(TITLE, "THE SAME PHYSICS, SHOWN TWICE")
                .line(Panel.PLAIN, "Left:  each frame shows the newest state as it is.")
                .line(Panel.PLAIN, "Right: " + right(mode))
                .line(Panel.PLAIN, "Below: how fast each picture moves. 1 is even; 0 stands still.");
        if (turning) {
            panel.line(Panel.PLAIN, "Watch the rim of the drum: it turns evenly.");
        }
        if (local) {
            panel.line(Panel.PLAIN, "Press Left for fewer ticks, and Right for more.");
        }
        panel.line(Panel.FAINT, "Any key or a click closes this, and shows the keys. H hides them.");
    }

    private static String right(FrameMode mode) {
        return switch (mode) {
            case INTERPOLATE -> "Freestep blends two states for the time of the frame.";
            case EXTRAPOLATE -> "Freestep continues the motion beyond the newest state.";
            case LATEST -> "the same. Press 1 to interpolate.";
        };
    }

    void close() {
        over = true;
    }

    boolean isOpen(long nowNanos) {
        if (!begun) {
            begun = true;
            beganNanos = nowNanos;
        }
        return !over && nowNanos - beganNanos < NANOS;
    }

    /** Draws in the middle of an area that is counted from the top left. */
    void draw(Sheet sheet, int width, int height, long nowNanos) {
        if (isOpen(nowNanos)) {
            panel.draw(sheet, (width - panel.width(sheet)) / 2, (height - panel.height(sheet)) / 2);
        }
    }
}
