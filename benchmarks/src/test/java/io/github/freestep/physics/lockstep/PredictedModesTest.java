package io.github.freestep.physics.lockstep;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.physics.CommandReader;
import io.github.freestep.physics.PhysicsContext;
import io.github.freestep.physics.SavableSimulation;
import io.github.freestep.physics.Tick;
import io.github.freestep.physics.lockstep.SimulatedNetwork.Conditions;
import io.github.freestep.render.Frame;
import io.github.freestep.render.FrameMode;
import io.github.freestep.render.FrameSampler;
import io.github.freestep.state.StateBuffer;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StateReader;
import io.github.freestep.state.StateWriter;
import io.github.freestep.testing.Seeds;
import java.io.DataInput;
import java.io.DataOutput;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/**
 * What each {@link FrameMode} shows of corrected states, 60 frames a second. The only body is where the other player's
 * axis is. So each change of that axis is a correction by the whole change, and all that moves is the error's decay.
 */
class PredictedModesTest {
    private static final int STEPS_PER_FRAME = 16;
    private static final long STEP_NANOS = Math.round(1e9 / 60 / STEPS_PER_FRAME);
    private static final long TICK_NANOS = 10_000_000;
    private static final long SECOND = 1_000_000_000;
    private static final double HALF_LIFE_SECONDS = 0.18;
    private static final int JUMPS = 100;
    private static final double ROUNDING = 1e-5f;

    /** How much of an error decays in a second at its steepest, as package prediction says. */
    private static final double STEEPEST = 0.782 / HALF_LIFE_SECONDS;

    /** An error may overshoot by less than this share, and then comes back. */
    private static final double OVERSHOOT = 0.01;

    private static final class AxisWorld implements SavableSimulation {
        private static final StateLayout LAYOUT = StateLayout.of(1);
        private float x;

        @Override
        public StateLayout layout() {
            return LAYOUT;
        }

        @Override
        public void setUp(PhysicsContext context) {
            context.bodies().spawn(0);
        }

        @Override
        public void step(Tick tick) {
            x = tick.input().axis(1);
        }

        @Override
        public void write(StateWriter state) {
            state.position(0, x, 0, 0);
            state.orientation(0, 0, 0, 0, 1);
        }

        @Override
        public boolean restoresExactly() {
            return true;
        }

        @Override
        public void save(DataOutput out) {}

        @Override
        public void restore(DataInput in) {}
    }

    private record Shown(float x, long nanos) {}

    /** What a sampler shows, from the newest change of the axis on. */
    private static final class Drawn {
        private final FrameSampler sampler;
        private final FrameMode mode;
        private final List<Shown> frames = new ArrayList<>();

        private Drawn(StateBuffer states, FrameMode mode) {
            this.mode = mode;
            sampler = FrameSampler.builder(states).mode(mode).open();
        }

        private void draw() {
            Frame frame = sampler.sample();
            frames.add(new Shown(frame.x()[0], frame.simulationNanos()));
        }

        /**
         * Returns the longest way of a frame towards a place, as a share of the whole way. Frames move away from it
         * only where the error overshoots.
         */
        private double longestWay(float from, float to) {
            double whole = to - from;
            double longest = 0;
            for (int i = 1; i < frames.size(); i++) {
                float before = frames.get(i - 1).x();
                float now = frames.get(i).x();
                double way = (now - before) / whole;
                double left = (to - now) / whole;
                String what = mode + " moves from " + before + " to " + now + " on the way from " + from + " to " + to;
                assertTrue(way > -ROUNDING || Math.abs(left) < OVERSHOOT, what);
                assertTrue(left > -OVERSHOOT, what);
                longest = Math.max(longest, way);
            }
            assertEquals(from, frames.get(0).x(), ROUNDING);
            assertEquals(to, frames.get(frames.size() - 1).x(), ROUNDING);
            return longest;
        }
    }

    private final MatchSettings settings =
            MatchSettings.of("axis", AxisWorld.LAYOUT, 2).rate(100).axes(1);
    private final SimulatedNetwork network = new SimulatedNetwork(1, settings, STEP_NANOS);
    private final PredictingPlayer<AxisWorld> player = player(0);
    private final PredictingPlayer<AxisWorld> other = player(1);

    private PredictingPlayer<AxisWorld> player(int number) {
        Conditions conditions = new Conditions().delay(40_000_000, 0);
        return new PredictingPlayer<>(network, settings, number, conditions, new AxisWorld(), CommandReader.NONE);
    }

    @Test
    void noModeShowsACorrectionFasterThanItsErrorDecays() {
        network.runUntil(() -> player.tick() > 0 && other.tick() > 0, 20 * SECOND);
        network.run(5 * SECOND);
        player.predict(new AxisWorld(), options -> options.ticks(30));
        network.run(SECOND);
        StateBuffer states = player.ahead.states();
        Drawn interpolated = new Drawn(states, FrameMode.INTERPOLATE);
        Drawn extrapolated = new Drawn(states, FrameMode.EXTRAPOLATE);
        Drawn latest = new Drawn(states, FrameMode.LATEST);
        StateReader newest = states.reader();
        player.onFrame(STEPS_PER_FRAME, () -> {
            interpolated.draw();
            extrapolated.draw();
            latest.draw();
            newest.acquire();
            assertEquals(newest.state(0).x()[0], last(latest).x());
            assertEquals(newest.state(0).simulationNanos(), last(latest).nanos());
        });
        network.run(SECOND);
        long corrections = player.ahead.corrections();
        SplittableRandom random = Seeds.splittable(1);
        float from = 0;
        double[] most = new double[3];
        for (int i = 0; i < JUMPS; i++) {
            float to = from + (random.nextBoolean() ? 1 : -1) * (0.1f + random.nextFloat());
            List<Drawn> all = List.of(interpolated, extrapolated, latest);
            all.forEach(each -> each.frames.clear());
            network.run(random.nextLong(SECOND / 10));
            other.session.axis(0, to);
            // Errors end after 10 half-lives.
            network.run(3 * SECOND);
            for (int mode = 0; mode < most.length; mode++) {
                most[mode] = Math.max(most[mode], all.get(mode).longestWay(from, to));
            }
            assertEquals(Math.abs(to - from), player.ahead.correctionDistance(), ROUNDING);
            from = to;
        }
        assertTrue(player.ahead.corrections() >= corrections + JUMPS);
        double frame = STEEPEST * STEPS_PER_FRAME * STEP_NANOS / SECOND;
        double twoTicks = STEEPEST * 2 * TICK_NANOS / SECOND;
        String what = String.format(
                "of an error, a frame shows at most %.4f interpolated, %.4f extrapolated, %.4f of the newest state; a"
                        + " frame's decay is %.4f",
                most[0], most[1], most[2], frame);
        assertTrue(most[0] <= frame * 1.01, what);
        assertTrue(most[1] <= frame * 1.02, what);
        assertTrue(most[2] <= twoTicks * 1.01, what);
    }

    private static Shown last(Drawn of) {
        return of.frames.get(of.frames.size() - 1);
    }
}
