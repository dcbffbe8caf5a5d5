package io.github.freestep.physics.lockstep;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.physics.InlineStepper;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.physics.lockstep.SimulatedNetwork.Conditions;
import io.github.freestep.physics.saves.CommandReader;
import io.github.freestep.render.FrameSampler;
import io.github.freestep.testing.Seeds;
import io.github.freestep.testing.Thorough;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/**
 * How long a key press takes until the picture shows it, at 80 ms to the sequencer, compared with a world without a
 * match. Both are stepped and drawn in the same frames, 60 a second.
 */
class PredictedInputTest {
    private static final int STEPS_PER_FRAME = 16;
    private static final long STEP_NANOS = Math.round(1e9 / 60 / STEPS_PER_FRAME);
    private static final long TICK_NANOS = 10_000_000;
    private static final long SECOND = 1_000_000_000;
    private static final int PRESSES = Thorough.of(6, 80);

    /** Far less than the way of the first tick after a press, and more than what moves at rest. */
    private static final double SEEN = 1e-5;

    private final MatchSettings settings = MatchSettings.of("push", PushWorld.LAYOUT, PushWorld.PLAYERS)
            .rate(100)
            .axes(2);
    private final SimulatedNetwork network = new SimulatedNetwork(1, settings, STEP_NANOS);
    private final PredictingPlayer<PushWorld> player = player(0);
    private final PredictingPlayer<PushWorld> other = player(1);
    private final InlineStepper local =
            PhysicsService.builder(new PushWorld()).rate(100).axes(4).inline();
    private float xLocal;
    private float xPredicted;
    private float xDelayed;

    private PredictingPlayer<PushWorld> player(int number) {
        Conditions conditions = new Conditions().delay(80_000_000, 0);
        return new PredictingPlayer<>(network, settings, number, conditions, new PushWorld(), CommandReader.NONE);
    }

    @Test
    void theOwnInputIsShownATickAndAFrameLaterThanInALocalWorldAtMost() {
        network.runUntil(() -> player.tick() > 0 && other.tick() > 0, 20 * SECOND);
        network.run(5 * SECOND);
        player.predict(new PushWorld(), options -> options.ticks(30));
        network.run(SECOND);
        FrameSampler alone = FrameSampler.open(local.states());
        FrameSampler ahead = FrameSampler.open(player.ahead.states());
        FrameSampler delayed = FrameSampler.open(player.stepper.states());
        player.onFrame(STEPS_PER_FRAME, () -> {
            local.advance(STEPS_PER_FRAME * STEP_NANOS);
            xLocal = alone.sample().x()[0];
            xPredicted = ahead.sample().x()[0];
            xDelayed = delayed.sample().x()[0];
        });
        SplittableRandom random = Seeds.splittable(1);
        long[] most = new long[3];
        long[] sum = new long[3];
        long mostMore = 0;
        for (int i = 0; i < PRESSES; i++) {
            // All worlds come to rest. After 5 s they still moved by more than what counts as seen.
            press(0);
            network.run(12 * SECOND + random.nextLong(SECOND));
            long[] took = shownAfter();
            for (int picture = 0; picture < took.length; picture++) {
                most[picture] = Math.max(most[picture], took[picture]);
                sum[picture] += took[picture];
            }
            mostMore = Math.max(mostMore, took[1] - took[0]);
        }
        String what = String.format(
                "local: mean %.1f ms, longest %.1f ms; predicted: %.1f, %.1f; without a prediction: %.1f, %.1f; at most"
                        + " %.1f ms more than local",
                sum[0] / 1e6 / PRESSES,
                most[0] / 1e6,
                sum[1] / 1e6 / PRESSES,
                most[1] / 1e6,
                sum[2] / 1e6 / PRESSES,
                most[2] / 1e6,
                mostMore / 1e6);
        assertTrue(mostMore <= TICK_NANOS + STEPS_PER_FRAME * STEP_NANOS, what);
        // Frames come each 16.7 ms, so the mean of six presses is off by up to 5 ms.
        long chance = Thorough.of(5_000_000, 0);
        assertTrue(sum[1] - sum[0] <= PRESSES * (TICK_NANOS + chance), what);
        assertTrue(sum[2] > sum[1] + PRESSES * 150_000_000L, what);
    }

    private void press(float value) {
        player.session.axis(0, value);
        local.input().axis(0, value);
    }

    /** Presses a key, and returns the times until the pictures show that: local, predicted and delayed. */
    private long[] shownAfter() {
        float[] before = {xLocal, xPredicted, xDelayed};
        long pressed = network.clock().nanoTime();
        press(1);
        long[] took = new long[before.length];
        assertTrue(
                network.runUntil(() -> noteShown(before, took, network.clock().nanoTime() - pressed), SECOND));
        return took;
    }

    /** Notes which pictures have moved by now. Returns whether all have. */
    private boolean noteShown(float[] before, long[] took, long since) {
        float[] now = {xLocal, xPredicted, xDelayed};
        boolean all = true;
        for (int picture = 0; picture < now.length; picture++) {
            boolean moves = now[picture] - before[picture] > SEEN;
            took[picture] = moves && took[picture] == 0 ? since : took[picture];
            all &= moves;
        }
        return all;
    }
}
