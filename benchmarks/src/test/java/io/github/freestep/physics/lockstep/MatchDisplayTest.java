package io.github.freestep.physics.lockstep;

import io.github.freestep.benchmarks.motion.EvenDisplay;
import io.github.freestep.benchmarks.scenes.Scenes;
import io.github.freestep.benchmarks.scenes.StepCost;
import io.github.freestep.physics.CommandReader;
import io.github.freestep.physics.InlineStepper;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.physics.lockstep.SimulatedNetwork.Conditions;
import io.github.freestep.testing.Seeds;
import io.github.freestep.time.VirtualClock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Display times of states whose clock is not that of the display: a stepper's, a match's and a prediction's. */
class MatchDisplayTest {
    private static final int STEPS_PER_FRAME = 16;
    private static final long STEP_NANOS = EvenDisplay.REFRESH / STEPS_PER_FRAME;
    private static final long SECOND = 1_000_000_000;

    private final MatchSettings settings = MatchSettings.of("display", PushWorld.LAYOUT, PushWorld.PLAYERS)
            .rate(100)
            .axes(2);
    private final SimulatedNetwork network = new SimulatedNetwork(1, settings, STEP_NANOS);

    private PredictingPlayer<PushWorld> player(int number) {
        Conditions conditions = new Conditions().delay(40_000_000, 0);
        return new PredictingPlayer<>(network, settings, number, conditions, new PushWorld(), CommandReader.NONE);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void displayTimesOfAMatchAndOfItsPredictionAreMeasured(boolean predicts) {
        PredictingPlayer<PushWorld> player = player(0);
        PredictingPlayer<PushWorld> other = player(1);
        network.runUntil(() -> player.tick() > 0 && other.tick() > 0, 20 * SECOND);
        network.run(5 * SECOND);
        if (predicts) {
            player.predict(new PushWorld(), options -> options);
        }
        EvenDisplay display =
                new EvenDisplay(predicts ? player.ahead.states() : player.stepper.states(), network.clock());
        int[] drawn = {0};
        player.onFrame(STEPS_PER_FRAME, () -> {
            if (drawn[0]++ < EvenDisplay.FRAMES) {
                display.draw();
            }
        });
        network.runUntil(() -> drawn[0] >= EvenDisplay.FRAMES, 20 * SECOND);
        display.assertMeasured();
    }

    @Test
    void displayTimesOfAStepperAreMeasured() {
        VirtualClock host = new VirtualClock(123 * SECOND);
        InlineStepper stepper = PhysicsService.builder(Scenes.of("springs", 1, Seeds.of(1), StepCost.NONE))
                .rate(100)
                .inline();
        EvenDisplay display = new EvenDisplay(stepper.states(), host);
        for (int i = 0; i < EvenDisplay.FRAMES; i++) {
            host.advance(EvenDisplay.REFRESH);
            stepper.advance(EvenDisplay.REFRESH);
            display.draw();
        }
        display.assertMeasured();
        stepper.close();
    }
}
