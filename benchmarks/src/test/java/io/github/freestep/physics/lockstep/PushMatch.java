package io.github.freestep.physics.lockstep;

import io.github.freestep.physics.lockstep.SimulatedNetwork.Conditions;
import io.github.freestep.physics.saves.CommandReader;
import io.github.freestep.render.Frame;
import io.github.freestep.render.FrameSampler;
import io.github.freestep.state.StateBuffer;
import io.github.freestep.testing.Seeds;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.UnaryOperator;

/**
 * A match of two players who push each other, with keys that they press for a third of a second, and what the first of
 * them sees in 30 s. Round trips take 80 to 120 ms, one packet of 20 is lost, and pictures are drawn 60 times a second.
 */
final class PushMatch {
    static final int FPS = 60;

    private static final int STEPS_PER_FRAME = 16;
    private static final long STEP_NANOS = Math.round(1e9 / FPS / STEPS_PER_FRAME);
    private static final long MILLI = 1_000_000;
    private static final long SECOND = 1_000_000_000;
    private static final double NEAR = 0.3;

    private final SimulatedNetwork network;
    final DrawnMotion shown = new DrawnMotion(PushWorld.BODIES);
    final DrawnMotion corrected = new DrawnMotion(PushWorld.BODIES);
    final DrawnMotion delayed = new DrawnMotion(PushWorld.BODIES);

    PushMatch(long seed, UnaryOperator<Prediction.Builder> options) {
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
        Conditions conditions = new Conditions().delay(40 * MILLI, 20 * MILLI).faults(0.05, 0, 0);
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
        return () -> {
            Frame frame = sampler.sample();
            into.add(positions(frame), frame.simulationNanos());
        };
    }

    private static float[] positions(Frame frame) {
        float[] positions = new float[2 * PushWorld.BODIES];
        System.arraycopy(frame.x(), 0, positions, 0, PushWorld.BODIES);
        System.arraycopy(frame.y(), 0, positions, PushWorld.BODIES, PushWorld.BODIES);
        return positions;
    }
}
