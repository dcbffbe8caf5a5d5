package io.github.freestep.benchmarks.app.view;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.render.FrameMode;
import io.github.freestep.time.Ratio;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class ViewSettingsTest {
    @Test
    void aWindowWithoutALimitIsEndless() {
        ViewSettings settings = settings(ViewSettings.ENDLESS, null, false);
        assertTrue(settings.goesOn(0) && settings.goesOn(1_000_000));
        assertTrue(settings.visible());
    }

    @Test
    void aRunEndsAfterItsFrames() {
        ViewSettings settings = settings(3, null, false);
        assertTrue(settings.goesOn(0) && settings.goesOn(2));
        assertFalse(settings.goesOn(3));
    }

    @Test
    void screenshotsAndHeadlessRunsAreInvisible() {
        assertFalse(settings(3, Path.of("x.png"), false).visible());
        assertFalse(settings(3, null, true).visible());
    }

    private static ViewSettings settings(int frames, Path screenshot, boolean headless) {
        return new ViewSettings(
                "swarm", 1, Ratio.of(100), Ratio.ONE, 1, FrameMode.INTERPOLATE, frames, screenshot, headless);
    }
}
