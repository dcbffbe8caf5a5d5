package io.github.freestep.benchmarks.app.view;

import io.github.freestep.time.Ratio;
import java.nio.file.Path;

/**
 * The checked options of the command.
 *
 * @param frames how many to draw; {@link #ENDLESS} until the user closes the window
 * @param screenshot where to save the last frame; null for nowhere
 * @param headless whether to draw without a display
 */
record ViewSettings(int bodies, Ratio rate, int frames, Path screenshot, boolean headless) {
    static final int ENDLESS = 0;

    /** Returns whether to draw another frame after {@code drawn} frames. */
    boolean goesOn(int drawn) {
        return frames == ENDLESS || drawn < frames;
    }

    /** Returns whether the window is shown. */
    boolean visible() {
        return !headless && screenshot == null;
    }
}
