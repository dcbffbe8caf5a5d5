package io.github.freestep.physics.lockstep;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.physics.CommandReader;
import io.github.freestep.physics.lockstep.SimulatedNetwork.Conditions;
import io.github.freestep.render.FrameSampler;
import io.github.freestep.state.StateBuffer;
import io.github.freestep.testing.Seeds;
import io.github.freestep.testing.Thorough;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/**
 * How evenly a picture moves while guesses are corrected: two players push each other, with keys that they press for a
 * third of a second. Round trips take 80 to 120 ms, one packet of 20 is lost, and pictures are drawn 60 times a second.
 *
 * <p>The bounds are those of the default half-life. A correction changes the speed of a body by about as much as bodies
 * have here, within some frames, and no smoothing makes that even motion. A longer half-life is smoother, and shows
 * wrong places for longer.
 */
class PredictedMotionTest {
    private static final int SEEDS = Thorough.of(5, 20);
    private static final int STEPS_PER_FRAME = 16;
    private static final long STEP_NANOS = Math.round(1e9 / 60 / STEPS_PER_FRAME);
    private static final long MILLI = 1_000_000;
    private static final long SECOND = 1_000_000_000;

    /** A match of robots, and what the first of them sees. */
    private static final class Match {
        private static final double NEAR = 0.3;

        private final SimulatedNetwork network;
        private final DrawnMotion shown = new DrawnMotion(PushWorld.BODIES);
        private final DrawnMotion corrected = new DrawnMotion(PushWorld.BODIES);
        private final DrawnMotion delayed = new DrawnMotion(PushWorld.BODIES);

        private Match(long seed, UnaryOperator<Prediction.Builder> options) {
            MatchSettings settings = MatchSettings.of("push", PushWorld.LAYOUT, PushWorld.PLAYERS)
                    .rate(100)
                    .axes(2);
            network = new SimulatedNetwork(seed, settings, STEP_NANOS);
            List<PredictingPlayer<PushWorld>> players = List.of(player(settings, 0), player(settings, 1));
            network.runUntil(() -> players.stream().allMatch(each -> each.tick() > 0), 20 * SECOND);
            // The input delay settles.
            network.run(5 * SECOND);
            players.forEach(each -> each.predict(new PushWorld(), options));
            network.run(SECOND / 2);
            Runnable first = acts(players.get(0), 0, Seeds.splittable(2 * seed));
            players.get(1).onFrame(STEPS_PER_FRAME, acts(players.get(1), 1, Seeds.splittable(2 * seed + 1)));
            Runnable draws = draws(players.get(0));
            players.get(0).onFrame(STEPS_PER_FRAME, () -> {
                first.run();
                draws.run();
            });
            network.run(30 * SECOND);
        }

        private PredictingPlayer<PushWorld> player(MatchSettings settings, int number) {
            Conditions conditions =
                    new Conditions().delay(40 * MILLI, 20 * MILLI).faults(0.05, 0, 0);
            return new PredictingPlayer<>(network, settings, number, conditions, new PushWorld(), CommandReader.NONE);
        }

        /** Runs after the other player or after a box for some frames, as it sees them, and then chooses again. */
        private static Runnable acts(PredictingPlayer<PushWorld> player, int own, SplittableRandom random) {
            int[] left = {0};
            return () -> {
                if (left[0]-- > 0) {
                    return;
                }
                left[0] = random.nextInt(6, 40);
                int to = random.nextBoolean() ? 1 - own : random.nextInt(PushWorld.PLAYERS, PushWorld.BODIES);
                player.session.axis(0, key(player.world.x[to] - player.world.x[own]));
                player.session.axis(1, key(player.world.y[to] - player.world.y[own]));
            };
        }

        private static float key(double way) {
            return Math.abs(way) < NEAR ? 0 : (float) Math.signum(way);
        }

        private Runnable draws(PredictingPlayer<PushWorld> player) {
            Runnable smooth = draws(player.ahead.states(), shown);
            Runnable jumping = draws(player.ahead.physics().states(), corrected);
            Runnable late = draws(player.stepper.states(), delayed);
            return () -> {
                smooth.run();
                jumping.run();
                late.run();
            };
        }

        private static Runnable draws(StateBuffer states, DrawnMotion into) {
            FrameSampler sampler = FrameSampler.open(states);
            return () -> into.add(sampler.sample());
        }
    }

    private final DrawnMotion.Figures shown = new DrawnMotion.Figures();
    private final DrawnMotion.Figures corrected = new DrawnMotion.Figures();
    private final DrawnMotion.Figures delayed = new DrawnMotion.Figures();

    private String play(UnaryOperator<Prediction.Builder> options) {
        Seeds.first(SEEDS).forEach(seed -> {
            Match match = new Match(seed, options);
            shown.add(match.shown);
            corrected.add(match.corrected);
            delayed.add(match.delayed);
        });
        return "\nshown:     " + shown + "\ncorrected: " + corrected + "\ndelayed:   " + delayed;
    }

    @Test
    void correctionsMoveMuchMoreEvenlyThanJumps() {
        String what = play(options -> options.ticks(30));
        assertTrue(shown.mean() < 0.014, what);
        assertTrue(shown.percentile(0.99) < 0.3, what);
        assertTrue(shown.mean() < corrected.mean() / 4, what);
        assertTrue(shown.percentile(0.99) < corrected.percentile(0.99) / 8, what);
        assertTrue(shown.backward < corrected.backward / 5, what);
    }

    @Test
    void aLongerHalfLifeMovesAlmostAsEvenlyAsTheMatch() {
        String what = play(options -> options.ticks(30).halfLife(Duration.ofMillis(200)));
        assertTrue(shown.mean() < delayed.mean() * 1.5, what);
        assertTrue(shown.percentile(0.99) < delayed.percentile(0.99) * 2, what);
        assertTrue(shown.backward <= delayed.backward + shown.count() / 20_000, what);
    }
}
