package io.github.freestep.benchmarks.app.view;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

class MonitorTest {
    private static final List<Monitor> TWO =
            List.of(new Monitor(0, 0, 1920, 1080, 60), new Monitor(1920, -200, 2560, 1440, 144));

    @Test
    void theMonitorWithTheLargerPartOfTheWindowCounts() {
        assertEquals(60, rate(TWO, 100, 100));
        assertEquals(60, rate(TWO, 1920 - 700, 100));
        assertEquals(144, rate(TWO, 1920 - 600, 100));
        assertEquals(144, rate(TWO, 3000, -100));
    }

    @Test
    void thePrimaryMonitorCountsIfNoneShowsTheWindow() {
        assertEquals(60, rate(TWO, -5_000, 0));
        // A system that does not report where a window is.
        assertEquals(60, Monitor.refreshRate(TWO, 0, 0, 0, 0, 75));
    }

    @Test
    void anUnknownRateHasADefault() {
        assertEquals(75, rate(List.of(), 0, 0));
        assertEquals(75, rate(List.of(new Monitor(0, 0, 1920, 1080, 0)), 0, 0));
    }

    private static int rate(List<Monitor> monitors, int x, int y) {
        return Monitor.refreshRate(monitors, x, y, 1280, 720, 75);
    }
}
