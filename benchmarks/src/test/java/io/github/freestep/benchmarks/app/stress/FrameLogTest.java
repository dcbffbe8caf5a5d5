package io.github.freestep.benchmarks.app.stress;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.benchmarks.scenes.Scenes;
import io.github.freestep.benchmarks.scenes.StepCost;
import io.github.freestep.physics.InlineStepper;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.render.FrameSampler;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Of the frames of a stepper, every 5 ms. */
class FrameLogTest {
    private static final long FRAME_NANOS = 5_000_000;

    private final InlineStepper stepper =
            PhysicsService.builder(Scenes.of("swarm", 3, 1, StepCost.NONE)).inline();
    private final FrameSampler frames = FrameSampler.builder(stepper.states())
            .clock(stepper.clock())
            .allowedLateness(Duration.ZERO)
            .open();
    private final FrameLog log = new FrameLog(new RunClock(stepper.clock().nanoTime()), 15);

    @Test
    void framesAreCountedAndTimed() {
        log.joins();
        frames(400);
        log.leaves();
        Map<String, Object> json = log.json(List.of());
        assertEquals(1L, json.get("visits"));
        assertEquals(400L, json.get("frames"));
        assertEquals(0L, json.get("backward"));
        assertEquals(399, log.frameTimes.count());
        assertEquals(FRAME_NANOS, log.frameTimes.nanosAt(50), 1e-3 * FRAME_NANOS);
        assertEquals(7, log.judder.values().length, "full quarters of two seconds");
        assertEquals(0, log.newestJudder(), 0.1);
    }

    /** Frames every 5 ms, so that a quarter ends with its 51st: the stall is in the one from 2.045 s to 2.3 s. */
    @Test
    void onlyQuartersWithoutAFaultCountAsUndisturbed() {
        log.joins();
        frames(420);
        stall();
        frames(380);
        log.leaves();
        assertTrue((double) log.json(List.of()).get("judderPercent") > 1, () -> "" + log.json(List.of()));
        assertTrue(log.undisturbed(List.of()).judderPercent() > 1, "without a fault, there is nothing to excuse it");
        FaultDirector.Strike strike = new FaultDirector.Strike(FaultKind.GC, 2.11);
        strike.end(2.2);
        assertEquals(0, log.undisturbed(List.of(strike)).judderPercent(), 0.1);
        assertEquals(9 * 51L, log.json(List.of(strike)).get("undisturbedFrames"), "4 quarters before, and 5 after");
    }

    @Test
    void visitsAddUp() {
        log.joins();
        frames(100);
        log.leaves();
        log.joins();
        frames(50);
        log.leaves();
        assertEquals(2L, log.json(List.of()).get("visits"));
        assertEquals(150L, log.json(List.of()).get("frames"));
        assertEquals(148, log.frameTimes.count(), "none between the visits");
    }

    @Test
    @SuppressWarnings("unchecked")
    void theFirstSecondsOfEachVisitAreCountedByThemselves() {
        log.joins();
        frames(100);
        stall();
        frames(800);
        log.leaves();
        double stalled = (double) log.firstSeconds().get("judderPercent");
        assertTrue(stalled > (double) log.json(List.of()).get("judderPercent"), "of fewer frames");
        log.joins();
        frames(50);
        log.leaves();
        Map<String, Object> first = (Map<String, Object>) log.json(List.of()).get("firstSeconds");
        assertEquals(2L, first.get("visits"));
        assertEquals(600 - 19 + 50L, (long) first.get("frames"), 1);
    }

    private void frames(int count) {
        for (int i = 0; i < count; i++) {
            stepper.advance(FRAME_NANOS);
            log.add(frames.sample());
        }
    }

    /** Frames during which nothing is stepped: the picture stands, and then jumps. */
    private void stall() {
        stepper.advance(20 * FRAME_NANOS);
        log.add(frames.sample());
        stepper.pause();
        frames(3);
        stepper.resume();
    }
}
