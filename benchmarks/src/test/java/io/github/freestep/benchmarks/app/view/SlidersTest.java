package io.github.freestep.benchmarks.app.view;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Drags sliders in windows that are not shown: each has a quarter of the width, and the rate has the third. */
class SlidersTest {
    private final Sliders sliders = new Sliders();

    @ParameterizedTest
    @CsvSource({"640, 360", "1280, 720", "2560, 1440", "900, 1000"})
    void aSliderFollowsTheMouseUntilItIsLetGo(int wide, int high) {
        sliders.press(0.501 * wide, high - 4, wide, high);
        assertEquals(20, sliders.rate.value());
        sliders.drag(0.625 * wide, wide, high);
        assertEquals(60, sliders.rate.value());
        assertEquals("60 Hz", sliders.rate.text());
        sliders.drag(2 * wide, wide, high);
        assertEquals(200, sliders.rate.value());
        assertTrue(sliders.isDragging());
        sliders.release();
        assertFalse(sliders.isDragging());
        sliders.drag(0.501 * wide, wide, high);
        assertEquals(200, sliders.rate.value());

        assertEquals(1, sliders.stepMillis.value());
        assertEquals(35, sliders.spikeMillis.value());
        assertEquals("default", sliders.latenessMillis.text());
    }

    @Test
    void eachSliderEndsAtItsLeastAndItsMost() {
        Sliders.Slider[] inOrder = {sliders.stepMillis, sliders.spikeMillis, sliders.rate, sliders.latenessMillis};
        String[][] ends = {{"0 ms", "20 ms"}, {"0 ms", "100 ms"}, {"20 Hz", "200 Hz"}, {"default", "40 ms"}};
        for (int i = 0; i < inOrder.length; i++) {
            sliders.press((i + 0.5) * 320, 660, 1280, 720);
            sliders.drag(-1, 1280, 720);
            assertEquals(ends[i][0], inOrder[i].text());
            sliders.drag(1281, 1280, 720);
            assertEquals(ends[i][1], inOrder[i].text());
        }
    }

    @ParameterizedTest
    @CsvSource({"700, 659", "-1, 700", "1280, 700", "700, 720"})
    void aPressBesideTheSlidersTakesNone(int x, int y) {
        sliders.press(x, y, 1280, 720);
        assertFalse(sliders.isDragging());
        assertEquals(100, sliders.rate.value());
    }
}
