package io.github.freestep.physics.lockstep;

import io.github.freestep.physics.lockstep.SimulatedNetwork.Conditions;
import io.github.freestep.physics.saves.CommandReader;
import io.github.freestep.render.Frame;
import io.github.freestep.render.FrameMode;
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
    private static final long TICK_NANOS = 10_000_000;
    private static final double EASED_SECONDS = 0.06;
    private static final long MILLI = 1_000_000;
    private static final long SECOND = 1_000_000_000;
    private static final double NEAR = 0.3;

    private final int wayMillis;
    private final SimulatedNetwork network;
    private final TrueMotion truth = new TrueMotion(PushWorld.BODIES, TICK_NANOS);
    final DrawnMotion shown = new DrawnMotion(PushWorld.BODIES, truth);
    final DrawnMotion extrapolated = new DrawnMotion(PushWorld.BODIES, truth);
    final DrawnMotion corrected = new DrawnMotion(PushWorld.BODIES, truth);
    final DrawnMotion eased = new DrawnMotion(PushWorld.BODIES, truth);
    final DrawnMotion delayed = new DrawnMotion(PushWorld.BODIES, truth);

    PushMatch(long seed, UnaryOperator<Prediction.Builder> options) {
        this(seed, 40, options);
    }

    /** Plays with a time that a packet takes at least, in place of 40 ms. */
    PushMatch(long seed, int wayMillis, UnaryOperator<Prediction.Builder> options) {
        this.wayMillis = wayMillis;
        MatchSettings settings = MatchSettings.of("push", PushWorld.LAYOUT, PushWorld.PLAYERS)
                .rate(100)
                .axes(2);
        network = new SimulatedNetwork(seed, settings, STEP_NANOS);
        List<PredictingPlayer<PushWorld>> players = List.of(player(settings, 0), player(settings, 1));
        record(players.get(0).world);
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

    private void record(PushWorld world) {
        PushWorld begin = new PushWorld();
        begin.place();
        truth.add(begin.x, begin.y);
        world.stepped = () -> truth.add(world.x, world.y);
    }

    private PredictingPlayer<PushWorld> player(MatchSettings settings, int number) {
        Conditions conditions =
                new Conditions().delay(wayMillis * MILLI, 20 * MILLI).faults(0.05, 0, 0);
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
        Runnable smooth = draws(player.ahead.states(), FrameMode.INTERPOLATE, shown);
        Runnable continuing = draws(player.ahead.states(), FrameMode.EXTRAPOLATE, extrapolated);
        Runnable jumping = draws(player.ahead.physics().states(), FrameMode.INTERPOLATE, corrected);
        Runnable easing = eases(player.ahead);
        Runnable late = draws(player.stepper.states(), FrameMode.INTERPOLATE, delayed);
        return () -> {
            smooth.run();
            continuing.run();
            jumping.run();
            easing.run();
            late.run();
        };
    }

    private static Runnable draws(StateBuffer states, FrameMode mode, DrawnMotion into) {
        FrameSampler sampler = FrameSampler.builder(states).mode(mode).open();
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

    /** Draws what many games do: an exponential decay of the error of the position alone. */
    private Runnable eases(Prediction ahead) {
        FrameSampler sampler = FrameSampler.open(ahead.physics().states());
        float left = (float) Math.pow(0.5, 1e-9 * STEPS_PER_FRAME * STEP_NANOS / EASED_SECONDS);
        float[] error = new float[2 * PushWorld.BODIES];
        float[] last = new float[2 * PushWorld.BODIES];
        float[] older = new float[2 * PushWorld.BODIES];
        long[] corrections = {0};
        return () -> {
            Frame frame = sampler.sample();
            float[] now = positions(frame);
            for (int i = 0; i < now.length; i++) {
                float expected = 2 * last[i] - older[i];
                error[i] = ahead.corrections() > corrections[0] ? expected - now[i] : error[i] * left;
                now[i] += error[i];
            }
            corrections[0] = ahead.corrections();
            System.arraycopy(last, 0, older, 0, last.length);
            System.arraycopy(now, 0, last, 0, last.length);
            eased.add(now, frame.simulationNanos());
        };
    }
}
