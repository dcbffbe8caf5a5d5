package io.github.freestep.benchmarks.app.compare.loops;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.physics.InlineStepper;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.render.FrameSampler;
import io.github.freestep.testing.Seeds;
import io.github.freestep.time.VirtualClock;
import org.junit.jupiter.api.Test;

class FreestepReaderTest {
    private static final long MILLI = 1_000_000;

    /** On the real clock it takes a moment to set the service up. */
    @Test
    void simulationTimeMayBeginLater() {
        InlineStepper stepper = PhysicsService.builder(new WalkSimulation(dt -> {}))
                .clock(new VirtualClock(5_000 * MILLI))
                .inline();
        try (FrameSampler frames = FrameSampler.open(stepper.states())) {
            FreestepReader reader = new FreestepReader(frames, () -> 7);
            ShownFrame picture = null;
            for (int i = 0; i < 50; i++) {
                stepper.advance(7 * MILLI);
                picture = reader.frame(stepper.clock().nanoTime());
                assertEquals(5_000 * MILLI, picture.beganNanos());
            }
            assertEquals(340 * MILLI, picture.shownNanos());
            assertEquals(WalkingBody.at(340 * MILLI), picture.position(), 1e-6);
            assertEquals(7, reader.backlogNanos(0));
            PlaySettings setting = new PlaySettings(100, StepLoad.LIGHT, Seeds.of(1), 0, 10);
            SpringWorld world = new SpringWorld();
            FrameHistory film = new FrameHistory(world, new CountedSteps(new ScriptedStage(setting), world, setting));
            film.add(5_360 * MILLI, picture, 0);
            assertEquals(360 * MILLI, film.displayedNanos(0));
            assertTrue(film.endNanos() == 5_360 * MILLI, "the end is the stage's");
        }
    }
}
