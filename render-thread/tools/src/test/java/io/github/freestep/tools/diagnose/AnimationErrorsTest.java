package io.github.freestep.tools.diagnose;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.tools.diagnose.AnimationErrors.Cause;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AnimationErrorsTest {
    private static final long MILLI = 1_000_000;
    private static final long REFRESH = 16_666_667;

    private final AnimationErrors meter = new AnimationErrors();
    private long frame;
    private long display;

    /** Adds a frame that is made, shows motion and is displayed after the given times. */
    private void add(long made, long moved, long passed) {
        frame += made;
        display += passed;
        shown += moved;
        meter.add(shown, frame, display);
    }

    private long shown;

    @Test
    void theErrorIsTheAdvanceOfSimulationTimeLessThatOfDisplayTime() {
        meter.add(1_000 * MILLI, 0, 5_000 * MILLI);
        assertEquals(0, meter.frames(), "one frame has no error");
        meter.add(1_016 * MILLI, 0, 5_020 * MILLI);
        assertEquals(4, meter.errorMillis(1), "the picture falls behind");
        meter.add(1_036 * MILLI, 0, 5_030 * MILLI + 1);
        assertEquals(9.999999, meter.errorMillis(1), "it jumps ahead");
        assertEquals(2, meter.frames());
        assertEquals(3, meter.displayed());
        assertEquals(4, meter.errorMillis(0.5), 0.004);
        String said = meter.toString();
        assertTrue(said.contains("above 1 ms 100.00 %, above 4 ms 50.00 % of 2 frames"), "4 ms are not above 4 ms");
    }

    /**
     * Columns, in tenths of a refresh: frame interval, simulated time, display interval. They are those of the frame
     * after one that was shown late.
     */
    @ParameterizedTest
    @CsvSource({
        "2, 2, 10, FRAME",
        "14, 14, 10, FRAME",
        "20, 20, 10, REFRESH",
        "16, 16, 10, REFRESH",
        "12, 12, 5, REFRESH",
        "10, 10, 20, REFRESH",
        "13, 16, 10, SIMULATION_TIME",
        "13, 15, 10, FRAME"
    })
    void theLargestPartOfAnErrorIsToBlame(int made, int moved, int passed, Cause cause) {
        for (int i = 0; i < 64; i++) {
            add(REFRESH, REFRESH, REFRESH);
        }
        add(REFRESH, REFRESH, 2 * REFRESH);
        assertEquals(1, meter.wrong(Cause.REFRESH));
        long before = meter.wrong(cause);
        add(made * REFRESH / 10, moved * REFRESH / 10, passed * REFRESH / 10);
        assertEquals(before + 1, meter.wrong(cause));
    }

    @Test
    void aDisplayTimeBeforeTheLastOneBeginsANewComparison() {
        add(REFRESH, REFRESH, 100 * REFRESH);
        add(REFRESH, REFRESH, -50 * REFRESH);
        assertEquals(0, meter.frames());
        add(REFRESH, REFRESH, REFRESH + MILLI);
        assertEquals(1, meter.errorMillis(1));
    }
}
