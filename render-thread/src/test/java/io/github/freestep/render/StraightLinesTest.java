package io.github.freestep.render;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.freestep.state.StateLayout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What bodies that swing lose because they move on straight lines between two states. */
class StraightLinesTest {
    private static final double TURNS = 2;

    private static double swing(long simulationNanos) {
        return Math.sin(2 * Math.PI * TURNS * simulationNanos * 1e-9);
    }

    /** The figures of the page. They are those of the lines alone, at times that are even. */
    @ParameterizedTest
    @CsvSource({"20, 16", "30, 9.8", "60, 3.6", "100, 1.1"})
    void aSpringIsAsEvenAsLinesBetweenTheTicksLetIt(int ticks, double percent) {
        SimulatedPhysics physics = new SimulatedPhysics(
                ticks, StateLayout.of(1), 6, (state, nanos) -> state.position(0, (float) swing(nanos), 0, 0));
        physics.publisher.bodies().spawn(0);
        double wrong = 0;
        double all = 0;
        try (FrameSampler frames = FrameSampler.open(physics.publisher.states())) {
            double shown = 0;
            double right = 0;
            for (int i = 0; i < 20 * 144; i++) {
                physics.runTo(i * 1_000_000_000L / 144);
                Frame frame = frames.sample(i * 1_000_000_000L / 144);
                double step = frame.x()[0] - shown;
                double rightStep = swing(frame.simulationNanos()) - right;
                shown += step;
                right += rightStep;
                if (i > 10 * 144) { // The delay has settled.
                    wrong += (step - rightStep) * (step - rightStep);
                    all += rightStep * rightStep;
                }
            }
        }
        assertEquals(percent, 100 * Math.sqrt(wrong / all), 0.05 * percent);
    }
}
