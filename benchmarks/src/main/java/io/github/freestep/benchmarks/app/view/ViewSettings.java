package io.github.freestep.benchmarks.app.view;

import io.github.freestep.render.FrameMode;
import io.github.freestep.time.Ratio;
import java.nio.file.Path;

/**
 * What is to be shown, every value within its limits.
 *
 * @param mode of the picture beside the newest state
 * @param frames how many; {@link #ENDLESS} for as long as the window is open
 * @param screenshot where the last frame goes; null for nowhere
 * @param headless with no display
 */
record ViewSettings(
        String simulation,
        int bodies,
        Ratio rate,
        long seed,
        FrameMode mode,
        int frames,
        Path screenshot,
        boolean headless,
        KeyScript keys) {
    static final int ENDLESS = 0;

    /** Whether there is another frame after so many. */
    boolean goesOn(int drawn) {
        return frames == ENDLESS || drawn < frames;
    }

    /** Whether there is a window that somebody can look at. */
    boolean visible() {
        return !headless && screenshot == null;
    }
}
