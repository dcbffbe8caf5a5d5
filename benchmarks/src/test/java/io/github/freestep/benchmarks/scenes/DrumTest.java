package io.github.freestep.benchmarks.scenes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.physics.InlineStepper;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.state.State;
import io.github.freestep.state.StateReader;
import io.github.freestep.testing.Seeds;
import io.github.freestep.time.VirtualClock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DrumTest {
    private static final int BOXES = 40;

    @Test
    void noPictureOfARandomRunHasAFlaw() {
        int bridged = 0;
        int bursts = 0;
        for (long seed = 0; seed < 2 || seed < 20 && (bridged == 0 || bursts == 0); seed++) {
            SceneRun run = new SceneRun("drum", seed, 10);
            run.run(100);
            bridged += run.bridged();
            bursts += run.bursts();
        }
        assertTrue(bridged > 0 && bursts > 0, bridged + " frames bridged, " + bursts + " bursts");
    }

    /** At 5 ticks a second, a box falls by more than its size in a step, so it may sink into the rim for a while. */
    @ParameterizedTest
    @CsvSource({"drum, 100, 4", "drum, 5, 20", "dyn4j, 100, 4"})
    void itsBoxesKeepMovingAndStayInside(String engine, int rate, int seconds) {
        Drum drum = engine.equals("drum") ? Drum.inSpace(BOXES) : Drum.inThePlane(BOXES);
        Scene scene = engine.equals("drum")
                ? Scenes.of("drum", BOXES, Seeds.of(1), StepCost.NONE)
                : Scenes.flatDrum(BOXES, 1, StepCost.NONE, null);
        try (InlineStepper stepper = PhysicsService.builder(scene)
                .rate(rate)
                .clock(new VirtualClock(0))
                .inline()) {
            StateReader window = stepper.states().reader();
            float[] before = new float[BOXES];
            for (int second = 0; second < seconds; second++) {
                for (int tick = 0; tick < rate; tick++) {
                    stepper.advanceTick();
                }
                window.acquire();
                State state = window.state(0);
                assertEquals(BOXES + drum.parts(), state.slots());
                int moved = 0;
                for (int box = 0; box < BOXES; box++) {
                    double away = Math.hypot(state.x()[box], state.y()[box] - drum.height);
                    String at = "box " + box + " is " + away + " from the axis, z " + state.z()[box];
                    assertTrue(away < drum.radius + 2 && Math.abs(state.z()[box]) < drum.depth / 2.0, at);
                    moved += Math.abs(state.x()[box] - before[box]) > 0.1 ? 1 : 0;
                    before[box] = state.x()[box];
                }
                assertTrue(moved > BOXES / 2, moved + " boxes moved in second " + second);
                for (int part = 0; part < drum.parts(); part++) {
                    double now = (double) state.tick() / rate;
                    assertEquals(drum.x(part, now), state.x()[BOXES + part], 0.05, "part " + part);
                    assertEquals(drum.y(part, now), state.y()[BOXES + part], 0.05, "part " + part);
                }
            }
        }
    }
}
