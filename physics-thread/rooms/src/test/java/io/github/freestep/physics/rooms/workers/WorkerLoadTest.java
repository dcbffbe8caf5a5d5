package io.github.freestep.physics.rooms.workers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Checks the decisions on numbers alone. A tick is 10 ms. */
class WorkerLoadTest {
    private static final long MILLI = 1_000_000;
    private static final long WINDOW = 500 * MILLI;
    private static final long TICK = 10 * MILLI;

    private final WorkerLoad load = new WorkerLoad();
    private long now = -3 * WINDOW / 2;

    WorkerLoadTest() {
        load.start(now);
    }

    /** Returns the cost of a run whose ticks take a time. */
    private static RunCost cost(double millis) {
        RunCost cost = new RunCost();
        cost.add((long) (millis * MILLI), 1);
        cost.endWindow(TICK);
        return cost;
    }

    /** Measures a window in which the thread idled for a part. Time was dropped by a run whose ticks take 1 ms. */
    private double overload(double idle, double slowable, double fixed) {
        load.pass(cost(1), MILLI, 1, true);
        return window(idle, slowable, fixed);
    }

    private double window(double idle, double slowable, double fixed) {
        load.idle((long) (idle * WINDOW));
        now += WINDOW - 1;
        assertFalse(load.isOver(now));
        now++;
        assertTrue(load.isOver(now));
        load.endWindow(now, slowable, fixed, 3);
        assertFalse(load.isOver(now));
        return load.share;
    }

    @ParameterizedTest
    @CsvSource({
        "2, 0, 0.475",
        "1.9, 0, 0.5",
        "1, 0.2, 0.75",
        "0.5, 0.6, 0.95",
        "1, 0.8, 0.475",
        "5_000, 0, 0.001",
        "0.95, 0, 1"
    })
    void runsThatNeedTooMuchGetTheSameShareOfWhatThoseThatNeverSlipLeave(
            String slowable, double fixed, double expected) {
        double needed = Double.parseDouble(slowable.replace("_", ""));
        assertEquals(expected, overload(0, needed, fixed), 1e-9);
    }

    /** Such a run has a share of its own. */
    @Test
    void aRunThatIsTooSlowByItselfSlowsNoOther() {
        load.pass(cost(11), 11 * MILLI, 1, true);
        assertEquals(1, window(0, 2, 0), "only that run has dropped time");
        load.pass(cost(11), 50 * MILLI, 5, true);
        assertEquals(0.95 * 0.9 / 2, overload(0, 2, 0), 1e-9, "a tenth of the time was its");
        for (int i = 0; i < 8; i++) {
            load.pass(cost(11), 50 * MILLI, 5, true);
        }
        assertEquals(0.95 * 0.8 / 3, overload(0, 3, 0), 1e-9, "others may use 80 % however much it takes");
        assertEquals(0.95 / 2, overload(0, 2, 0), 1e-9, "it takes nothing in this window");
    }

    @Test
    void aWorkerInPlaceOfAnotherBeginsWithItsLoad() {
        overload(0.04, 2, 0);
        WorkerLoad next = new WorkerLoad();
        next.copy(load);
        assertEquals(960, next.perMille);
        assertEquals(0.475, next.share, 1e-9);
        assertEquals(961 * 2, next.expected(7), 1e-9, "twice as many as the three that were measured, and it");
        next.noteSleep();
        assertEquals(0, next.perMille);
        assertEquals(1, next.share);
    }
}
