package io.github.freestep.benchmarks.app.view;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class SideTest {
    private static final long MILLI = 1_000_000;

    private final Side side = new Side("A SIDE");

    private void shown(long atMillis, boolean isNew, long simulationMillis) {
        side.shown((1_000 + atMillis) * MILLI, isNew, simulationMillis * MILLI, 0, 0);
    }

    private void assertBars(float[] bars, float... expected) {
        for (int bar = 0; bar < expected.length; bar++) {
            assertEquals(expected[bar], bars[bar], "bar " + bar);
        }
    }

    @Test
    void aFrameThatStaysHasABarOfItsWholeTimeForEachOfItsRefreshes() {
        shown(0, false, 5); // the first that is seen, though it was made before
        shown(10, true, 15);
        shown(20, false, 15);
        shown(30, false, 15);
        shown(40, true, 22);
        assertBars(side.frameMillis, 10, 30, 30, 30, Float.NaN);
        assertBars(side.movedMillis, 10, 7, 7, 7);
    }

    @Test
    void aRefreshThatTheWindowMissesMakesTheBarHigher() {
        shown(0, true, 0);
        shown(10, true, 10);
        shown(30, true, 30);
        shown(40, true, 40);
        assertBars(side.frameMillis, 10, 20, 10, Float.NaN);
    }

    @Test
    void aKeyHasAFigureOnceItIsSeen() {
        for (int at = 0; at <= 2_000; at += 10) {
            side.shown(at * MILLI, true, at * MILLI, 30 * MILLI, 0);
        }
        assertEquals("judder 0.0 %, 30 ms old", side.figures());
        for (int at = 2_010; at <= 4_000; at += 10) {
            side.shown(at * MILLI, true, at * MILLI, 30 * MILLI, at < 2_050 ? 0 : 2_001 * MILLI);
        }
        assertEquals("judder 0.0 %, 30 ms old, key seen after 49 ms", side.figures());
    }

    @Test
    void theOldestBarsMakeRoomForTheNewest() {
        for (int refresh = 0; refresh <= Side.GRAPH_REFRESHES; refresh++) {
            shown(10 * refresh, true, 10 * refresh);
        }
        shown(10 * Side.GRAPH_REFRESHES + 25, true, 0);
        assertBars(side.frameMillis, 25, Float.NaN, Float.NaN);
        assertEquals(10, side.frameMillis[Side.GRAPH_REFRESHES - 1]);
    }
}
