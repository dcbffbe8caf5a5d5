package io.github.freestep.benchmarks.app.stress;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class ViolationsTest {
    private final Violations violations = new Violations(7, new RunClock());

    @Test
    void keepsTheFirstFewOfEachPromiseAndCountsAll() {
        for (int i = 0; i < 100; i++) {
            violations.add(Promise.FRAME, (long) i, 2L * i, "off");
        }
        violations.add(Promise.THREAD, "left");
        assertEquals(6, violations.kept().size());
        assertEquals(100, violations.count(Promise.FRAME));
        assertEquals(1, violations.count(Promise.THREAD));
        assertEquals(0, violations.count(Promise.INPUT));
        assertEquals(101, violations.total());
        assertEquals(4, violations.kept().get(4).tick(), "the first ones");
    }

    @Test
    void namesTickFrameAndSeed() {
        violations.add(Promise.FRAME, 12L, 34L, "off");
        violations.add(Promise.THREAD, "left");
        assertTrue(violations
                .kept()
                .get(0)
                .toString()
                .matches("frame: off \\(at [0-9.]+ s, tick 12, frame 34, seed 7\\)"));
        assertTrue(violations.kept().get(1).toString().matches("thread: left \\(at [0-9.]+ s, seed 7\\)"));
    }

    @Test
    void reportsCountsThatDiffer() {
        violations.requireEqual(Promise.EVENT, 90, 90, "%d were raised, %d reported");
        assertEquals(0, violations.total());
        violations.requireEqual(Promise.EVENT, 91, 90, "%d were raised, %d reported");
        violations.requireEqual(Promise.EVENT, 90, 91, "%d were raised, %d reported");
        assertEquals(2, violations.count(Promise.EVENT));
        assertEquals("91 were raised, 90 reported", violations.kept().get(0).text());
    }
}
