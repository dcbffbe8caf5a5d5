package io.github.freestep.benchmarks.app.view;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.freestep.benchmarks.scenes.Scenes;
import io.github.freestep.benchmarks.scenes.StepCost;
import io.github.freestep.physics.InlineStepper;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.render.Frame;
import io.github.freestep.render.FrameSampler;
import io.github.freestep.testing.Seeds;
import org.junit.jupiter.api.Test;

class FrameMarkerTest {
    private static final int RUN = -7;

    @Test
    void aReaderGetsNumberAndSimulationTimeOfEachFrame() throws Exception {
        FrameMarker marker = new FrameMarker(RUN);
        try (InlineStepper stepper = PhysicsService.builder(Scenes.of("orbit", 3, Seeds.of(1), StepCost.NONE))
                        .inline();
                FrameSampler frames = FrameSampler.open(stepper.states())) {
            for (int number = 1; number <= 200; number++) {
                if (number == 150) {
                    stepper.pause();
                }
                stepper.advance(7_000_000);
                Frame frame = frames.sample();
                MarkerReader read = MarkerReader.in(marker.encode(frame));
                assertEquals(new MarkerReader(RUN, number, frame.isPaused(), frame.simulationNanos()), read);
                assertEquals(number >= 150, read.isStatic(), "frame " + number);
            }
        }
    }
}
