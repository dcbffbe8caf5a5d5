package io.github.freestep.benchmarks.app.stress;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.benchmarks.app.stress.FaultDirector.Strike;
import java.util.AbstractList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class UndisturbedTimeTest {
    private final UndisturbedTime time = new UndisturbedTime(3);

    @Test
    void omitsAStretchThatAFaultAffects() {
        time.add(2, 2.25, 10, 0.5);
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
        time.add(0.7, 0.95, 10, 0.5);
        assertEquals(0, apartFrom());
        time.add(0.81, 1.06, 10, 0.5);
        assertEquals(10, apartFrom());
    }

    @Test
    void averagesTheRemainingStretches() {
        time.add(2, 2.25, 30, 30 * 0.01 * 0.01);
        time.add(2.25, 2.5, 10, 10 * 0.03 * 0.03);
        time.add(2.5, 2.75, 100, 9);
        time.add(2.75, 3, 100, 9);
        UndisturbedTime.Sum sum = time.apartFrom(List.of(strike(2.6, 2.7)));
        assertEquals(0.5, sum.seconds(), 1e-9);
        assertEquals(1, sum.spans());
        FrameLog.Undisturbed motion = FrameLog.Undisturbed.of(sum, sum);
        assertEquals(40, motion.frames());
        assertEquals(100 * Math.sqrt((30 * 0.01 * 0.01 + 10 * 0.03 * 0.03) / 40), motion.judderPercent(), 1e-9);
        assertEquals(motion.judderPercent(), motion.newestStateJudderPercent());
        UndisturbedTime.Sum none = time.apartFrom(List.of(strike(0, 9)));
        assertTrue(Double.isNaN(FrameLog.Undisturbed.of(none, none).judderPercent()));
    }

    /** Otherwise the end of a run of a day would take minutes, and an interrupt would not wait for the report. */
    @Test
    void goesThroughTheFaultsOnce() {
        UndisturbedTime day = new UndisturbedTime(1000);
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
        assertEquals(10 * 800, day.apartFrom(strikes).count());
        assertTrue(looks.get() <= 1000 + 2 * 100, looks + " looks at 100 faults in 1000 stretches");
    }

    private long apartFrom(Strike... strikes) {
        return time.apartFrom(List.of(strikes)).count();
    }

    private static Strike strike(double beginSeconds, double endSeconds) {
        return new Strike(FaultKind.GC, beginSeconds, endSeconds);
    }
}
