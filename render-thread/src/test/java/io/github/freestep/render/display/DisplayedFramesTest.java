package io.github.freestep.render.display;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.render.Frame;
import io.github.freestep.render.FrameListener;
import io.github.freestep.render.FrameSampler;
import io.github.freestep.render.SimulatedPhysics;
import io.github.freestep.render.display.DisplayMeter.Cause;
import io.github.freestep.testing.Seeds;
import io.github.freestep.time.Ratio;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A host reports when its frames were on the screen. */
class DisplayedFramesTest {
    private static final long MILLI = 1_000_000;
    private static final long REFRESH = 1_000_000_000 / 60;
    private static final int REPORTED_AFTER = 3;

    private final SimulatedPhysics physics = new SimulatedPhysics();
    private final MotionMeter motion = new MotionMeter();
    private final DisplayMeter display = new DisplayMeter();
    private final FrameSampler frames = open(DisplayTimes.listener(display));
    private final List<Long> displayed = new ArrayList<>();
    private Frame frame;
    private long now;

    private FrameSampler open(FrameListener listener) {
        return FrameSampler.builder(physics.publisher.states())
                .listener(listener)
                .open();
    }

    /** Makes frames that are displayed two refreshes later, which the host learns after three frames. */
    private void run(int count) {
        for (int i = 0; i < count; i++) {
            frame(2 * REFRESH);
        }
    }

    private void runWithoutReports(int count) {
        for (int i = 0; i < count; i++) {
            now += REFRESH;
            physics.runTo(now);
            frame = frames.sample(now);
        }
    }

    private void frame(long later) {
        runWithoutReports(1);
        motion.add(frame);
        displayed.add(now + later);
        assertEquals(displayed.size(), frame.number());
        int reported = displayed.size() - REPORTED_AFTER;
        if (reported > 0) {
            assertTrue(frames.displayed(reported, displayed.get(reported - 1)));
        }
    }

    @Test
    void aSteadyDisplayHasNoErrorAndTheLatencyOfDelayAndQueue() {
        run(1_000);
        display.reset();
        run(600);
        assertEquals(600, display.displayed());
        assertEquals(600, display.frames());
        assertEquals(0, display.notDisplayed());
        assertTrue(display.errorMillis(1) < 0.1, display.toString());
        assertEquals(REFRESH, display.periodNanos(), 2);
        assertEquals(0, display.missedRefreshes() + display.repeatedRefreshes());
        assertEquals(frame.delayNanos() + 2 * REFRESH, display.latencyNanos(), MILLI / 10);
    }

    @Test
    void aMissedRefreshIsTwoErrorsOfTheDisplay() {
        run(500);
        motion.reset();
        display.reset();
        frame(3 * REFRESH);
        run(10);
        assertEquals(1, display.missedRefreshes());
        assertEquals(1, display.repeatedRefreshes());
        assertEquals(2, display.wrong(Cause.REFRESH), "the late frame, and the next one at the same refresh");
        assertEquals(0, display.wrong(Cause.FRAME) + display.wrong(Cause.SIMULATION_TIME));
        assertEquals(REFRESH / 1e6, display.errorMillis(1), 0.2);
        assertEquals(0, motion.judder(), 0.01, "the frames were made evenly");
        assertEquals(2.0 / display.frames(), display.above4Millis());
    }

    /** In slow motion, simulation time is measured in wall time. */
    @ParameterizedTest
    @CsvSource({"1, 2", "1, 4", "2, 1", "3, 2"})
    void aTimeScaleIsNoError(int numerator, int denominator) {
        run(300);
        physics.scale(now, Ratio.of(numerator, denominator));
        run(900);
        display.reset();
        run(300);
        assertEquals(300, display.frames());
        assertTrue(display.errorMillis(1) < 0.2, display.toString());
        long wall = Math.round(
                (frame.currentSimulationNanos() - frame.simulationNanos()) * (double) denominator / numerator);
        assertEquals(wall + 2 * REFRESH, display.latencyNanos(), MILLI / 5);
    }

    /** As for judder, a frame and the one before must both be outside of the pause. */
    @Test
    void framesInAPauseHaveNoError() {
        run(500);
        display.reset();
        run(REPORTED_AFTER);
        long before = display.frames();
        physics.pause(now);
        run(200 + REPORTED_AFTER);
        // The frames before the pause are reported in it. The first frame of the pause may be sampled before it is
        // known.
        long late = display.frames() - before - REPORTED_AFTER;
        assertTrue(late == 0 || late == 1, () -> late + " frames");
        assertEquals(206, display.displayed());
        long latency = display.latencyNanos();
        physics.resume(now);
        run(300);
        assertTrue(display.frames() >= 290 + before, display.toString());
        assertTrue(display.errorMillis(0.95) < 0.2, display.toString());
        assertTrue(display.latencyNanos() < latency + 20 * MILLI, "the pause is no latency");
    }

    @Test
    void reportsInAnyOrderMeasureTheSame() {
        Random random = Seeds.random(1);
        DisplayMeter ordered = new DisplayMeter();
        FrameSampler other = open(DisplayTimes.listener(ordered));
        List<Long> waiting = new ArrayList<>();
        for (int i = 1; i <= 500; i++) {
            now += REFRESH + random.nextInt((int) MILLI);
            physics.runTo(now);
            frames.sample(now);
            other.sample(now);
            long shown = now + (random.nextInt(10) == 0 ? 2 : 1) * REFRESH;
            displayed.add(shown);
            assertTrue(other.displayed(i, shown));
            waiting.add((long) i);
            if (waiting.size() == 10) {
                Collections.shuffle(waiting, random);
                for (long number : waiting) {
                    assertTrue(frames.displayed(number, displayed.get((int) number - 1)));
                }
                waiting.clear();
            }
        }
        assertEquals(ordered.toString(), display.toString());
        assertEquals(500, display.displayed());
        assertEquals(ordered.errorMillis(), display.errorMillis());
        other.close();
    }

    @Test
    void framesWithoutATimeAreNotDisplayedOnceMuchNewerOnesAre() {
        run(100);
        display.reset();
        long first = displayed.size() + 1;
        runWithoutReports(40);
        assertTrue(frames.displayed(first, now));
        assertTrue(frames.displayed(first + 2, now + 2 * REFRESH));
        assertTrue(frames.displayed(first + 16, now + 16 * REFRESH));
        assertEquals(1, display.displayed(), "the time of the second may still come");
        assertEquals(REPORTED_AFTER, display.notDisplayed(), "those of the last frames before have not come");
        assertTrue(frames.displayed(first + 17, now + 17 * REFRESH));
        assertEquals(2, display.displayed());
        assertEquals(REPORTED_AFTER + 1, display.notDisplayed());
    }

    @Test
    void framesThatAreNeverReportedAreCounted() {
        run(100);
        display.reset();
        long before = display.displayed() + display.notDisplayed();
        runWithoutReports(300);
        assertEquals(0, before);
        assertEquals(0, display.displayed());
        // 303 frames were waiting for their reports. Those of 256 may still come.
        assertEquals(47, display.notReported());
        assertTrue(frames.displayed(400, now));
        assertEquals(47, display.notReported());
        assertEquals(240, display.notDisplayed());
        assertTrue(frames.displayed(385, now - 15 * REFRESH));
        assertEquals(1, display.displayed());
    }

    /** A meter measures one sampler at a time, and perhaps the next one is on another display. */
    @Test
    void anotherSamplerSetsTheCountsToZero() {
        run(100);
        assertEquals(97, display.displayed());
        FrameListener listener = DisplayTimes.listener(display);
        try (FrameSampler other = open(listener)) {
            assertEquals(0, display.displayed() + display.frames());
            assertEquals(0, display.periodNanos());
            other.sample(now);
            assertTrue(other.displayed(1, now));
            assertEquals(1, display.displayed());
            IllegalStateException e = assertThrows(IllegalStateException.class, () -> open(listener));
            assertEquals("this listener already has a sampler; create one for each sampler", e.getMessage());
            assertEquals(1, display.displayed());
        }
    }
}
