package io.github.freestep.benchmarks.app.stress;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.benchmarks.app.stress.FaultDirector.Strike;
import java.util.AbstractList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class UndisturbedMotionTest {
    private final UndisturbedMotion motion = new UndisturbedMotion(3);

    @Test
    void omitsAStretchThatAFaultAffects() {
        motion.add(2, 2.25, 10, 0.5);
        assertEquals(10, apartFrom(strike(1, 1.59)), "affected until 1.99");
        assertEquals(0, apartFrom(strike(1, 1.61)), "affected until 2.01");
        assertEquals(0, apartFrom(strike(2.24, 2.26)), "begun in its last hundredth");
        assertEquals(0, apartFrom(strike(2.1, 2.11)), "within");
        assertEquals(0, apartFrom(strike(1, Double.POSITIVE_INFINITY)), "never ended");
        assertEquals(10, apartFrom(strike(2.26, 9)));
        assertEquals(0, apartFrom(strike(1, 2.1), strike(1.1, 1.2)), "the longer one began first");
        assertEquals(0, apartFrom(strike(1, 1.1), strike(2.1, 2.2), strike(8, 9)));
    }

    @Test
    void omitsTheStart() {
        motion.add(0.7, 0.95, 10, 0.5);
        assertEquals(0, apartFrom());
        motion.add(0.81, 1.06, 10, 0.5);
        assertEquals(10, apartFrom());
    }

    @Test
    void averagesTheRemainingStretches() {
        motion.add(2, 2.25, 30, 0.01);
        motion.add(2.25, 2.5, 10, 0.03);
        motion.add(2.5, 2.75, 100, 9);
        motion.add(2.75, 3, 100, 9);
        UndisturbedMotion.Result result = motion.apartFrom(List.of(strike(2.6, 2.7)));
        assertEquals(40, result.frames());
        assertEquals(100 * Math.sqrt((30 * 0.01 * 0.01 + 10 * 0.03 * 0.03) / 40), result.judderPercent(), 1e-9);
        assertTrue(Double.isNaN(motion.apartFrom(List.of(strike(0, 9))).judderPercent()));
    }

    /** Otherwise the end of a run of a day would take minutes, and an interrupt would not wait for the report. */
    @Test
    void goesThroughTheFaultsOnce() {
        UndisturbedMotion day = new UndisturbedMotion(1000);
        for (int i = 0; i < 1000; i++) {
            day.add(i, i + 1, 10, 0);
        }
        AtomicInteger looks = new AtomicInteger();
        List<Strike> strikes = new AbstractList<>() {
            @Override
            public Strike get(int index) {
                looks.incrementAndGet();
                return strike(10 * index + 0.5, 10 * index + 1.5);
            }

            @Override
            public int size() {
                return 100;
            }
        };
        // Each fault affects two of ten stretches: the one in which it begins and the one in which it ends.
        assertEquals(10 * 800, day.apartFrom(strikes).frames());
        assertTrue(looks.get() <= 1000 + 2 * 100, looks + " looks at 100 faults in 1000 stretches");
    }

    private long apartFrom(Strike... strikes) {
        return motion.apartFrom(List.of(strikes)).frames();
    }

    private static Strike strike(double beginSeconds, double endSeconds) {
        return new Strike(FaultKind.GC, beginSeconds, endSeconds);
    }
}
