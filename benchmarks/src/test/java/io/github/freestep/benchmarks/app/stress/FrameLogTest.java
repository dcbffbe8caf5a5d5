package io.github.freestep.benchmarks.app.stress;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.benchmarks.scenes.Scenes;
import io.github.freestep.benchmarks.scenes.StepCost;
import io.github.freestep.physics.InlineStepper;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.render.FrameSampler;
import io.github.freestep.testing.Seeds;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Records the frames of a stepper, one every 5 ms. */
class FrameLogTest {
    private static final long FRAME_NANOS = 5_000_000;

    private final InlineStepper stepper = PhysicsService.builder(Scenes.of("swarm", 3, Seeds.of(1), StepCost.NONE))
            .inline();
    private final FrameSampler frames = FrameSampler.builder(stepper.states())
            .clock(stepper.clock())
            .allowedLateness(Duration.ZERO)
            .open();
    private final FrameLog log = new FrameLog(
            new RunClock(stepper.clock().nanoTime()), 15, 1, new NewestState(stepper.metrics()::tick, 2 * FRAME_NANOS));

    @Test
    void countsFrames() {
        log.joins();
        frames(400);
        log.leaves();
        FrameLog.Totals totals = log.totals(List.of());
        assertEquals(400, totals.motion().frames());
        assertEquals(0, totals.motion().backward());
        assertEquals(8, totals.series().judderPercent().values().length, "full quarters of two seconds");
        assertEquals(0, log.newestJudder(), 0.1);
        // A tick is two frames long, so the newest state stands still in one frame and moves two in the next.
        assertEquals(100, totals.undisturbed().newestStateJudderPercent(), 0.1);
        assertEquals(100, totals.series().newestStateJudderPercent().values()[3], 0.1);
    }

    /** With a frame every 5 ms, a quarter has 50 frames. The stall begins at 2.1 s. */
    @Test
    void countsOnlyQuartersWithoutAFaultAsUndisturbed() {
        log.joins();
        frames(420);
        stall();
        frames(380);
        log.leaves();
        assertTrue(log.totals(List.of()).motion().judderPercent() > 1, () -> "" + log.totals(List.of()));
        assertTrue(log.totals(List.of()).undisturbed().judderPercent() > 1, "without a fault, the stall counts");
        FaultDirector.Strike strike = new FaultDirector.Strike(FaultKind.GC, 2.11, 2.2);
        assertEquals(0, log.totals(List.of(strike)).undisturbed().judderPercent(), 0.1);
        assertEquals(
                (6 + 5) * 50L + 24,
                log.totals(List.of(strike)).undisturbed().frames(),
                "6 quarters after the start, 5 after the time that the fault affects, and the last frames");
    }

    @Test
    void findsAStallOfTheSimulation() {
        log.joins();
        frames(450);
        long stalledNanos = stepper.clock().nanoTime();
        for (int i = 1; i <= 50; i++) {
            log.add(frames.sample(stalledNanos + i * FRAME_NANOS));
        }
        stepper.advance(50 * FRAME_NANOS);
        frames(650);
        log.leaves();
        List<Quarters.Stall> stalls = log.stalls(List.of());
        assertEquals(1, stalls.size(), stalls::toString);
        assertEquals(2, stalls.get(0).beginSeconds(), "a quarter before 2.25 s");
        // The newest state stands still in 50 of the frames, and then moves 51 times as far as it should.
        assertTrue(stalls.get(0).newestStateJudderPercent() > 200, stalls::toString);
        assertTrue(stalls.get(0).judderPercent() > 30, stalls::toString);
        assertEquals(1, log.totals(List.of()).stalls());
    }

    private void frames(int count) {
        for (int i = 0; i < count; i++) {
            stepper.advance(FRAME_NANOS);
            log.add(frames.sample());
        }
    }

    /** Samples frames while nothing is stepped: the picture freezes, and then jumps. */
    private void stall() {
        stepper.advance(20 * FRAME_NANOS);
        log.add(frames.sample());
        stepper.pause();
        frames(3);
        stepper.resume();
    }
}
