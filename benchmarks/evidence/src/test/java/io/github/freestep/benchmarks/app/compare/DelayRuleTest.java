package io.github.freestep.benchmarks.app.compare;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.freestep.benchmarks.app.compare.loops.DelayRule;
import io.github.freestep.benchmarks.app.compare.loops.Loop;
import org.junit.jupiter.api.Test;

/** The rules that were rebuilt, by the figures that their sources name. */
class DelayRuleTest {
    private static final double TICK = Loop.TICK_NANOS;

    /**
     * Returns the delay in ticks after ten seconds of states of which each n-th is late. Until it comes, no other does.
     */
    private static double delay(DelayRule rule, int fps, int lateEach, double lateTicks) {
        long newest = 0;
        long published = 0;
        long now = 0;
        for (int frame = 1; frame <= 10 * fps; frame++) {
            now = Math.round(frame * 1e9 / fps);
            while (published <= now) {
                if (newest > 0) {
                    rule.received(newest, published);
                }
                newest += Loop.TICK_NANOS;
                boolean isLate = newest / Loop.TICK_NANOS % lateEach == 0;
                published = Math.max(published, newest + (isLate ? Math.round(lateTicks * TICK) : 0));
            }
            rule.shownNanos(now, newest - Loop.TICK_NANOS);
        }
        return (now - rule.shownNanos(now, newest - Loop.TICK_NANOS)) / TICK;
    }

    @Test
    void unityStaysTwoTicksBehindOrWhatFramesMeasure() {
        // Frames see states after one refresh or two, so their mean is not steady.
        assertEquals(2, delay(DelayRule.unity(), 144, 1, 0), 0.05);
        // Each frame brings states. A sixtieth of a second is 1.67 ticks, which it rounds up by 0.999.
        assertEquals(1e9 / 60 / TICK + 0.999, delay(DelayRule.unity(), 60, 1, 0), 0.01);
    }

    /** Of six ticks, five come at once. So frames see 5 and 1 ticks in turn, and the mean of 3 follows each of them. */
    @Test
    void unityStaysBehindByTheDeviationOfTicks() {
        assertEquals(3 + 1.25 * 1.6, delay(DelayRule.unity(), 144, 6, 4), 0.2);
    }

    @Test
    void velthoricStaysBehindByIntervalsAndTheirDeviations() {
        assertEquals(1.5, delay(DelayRule.velthoric(), 144, 1, 0), 0.01);
        // Intervals of 15 and 5 ms in turn deviate by 5 ms from their mean.
        assertEquals(1.5 + 2 * 0.5, delay(DelayRule.velthoric(), 144, 2, 0.5), 0.15);
    }

    @Test
    void sableStaysOneAndAHalfTicksBehind() {
        assertEquals(1.5, delay(DelayRule.sable(), 60, 3, 0.5), 1e-6);
    }

    @Test
    void missingStatesAreExtrapolatedForAsLongAsTheRuleSays() {
        long second = 1_000_000_000;
        assertEquals(200, DelayRule.unity().shownNanos(second, 0) / 1e6, 1e-6);
        assertEquals(10, DelayRule.sable().shownNanos(second, 0) / 1e6, 1e-6);
        // It begins with a delay of 30 ms. Half of half a second counts half.
        assertEquals(125, DelayRule.velthoric().shownNanos(280_000_000, 0) / 1e6, 1e-6);
        assertEquals(0, DelayRule.velthoric().shownNanos(second, 0));
    }
}
