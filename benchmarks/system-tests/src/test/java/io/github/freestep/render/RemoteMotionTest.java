package io.github.freestep.render;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.net.body.PoseGrid;
import io.github.freestep.render.display.MotionMeter;
import io.github.freestep.render.server.past.StateHistory;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StateReader;
import io.github.freestep.testing.Rows;
import io.github.freestep.testing.Thorough;
import io.github.freestep.time.TimeAnchor;
import java.time.Duration;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Measures motion over a link of 20 +- 5 ms that loses, repeats and reorders datagrams. The first 11 s are for the
 * remote clock and the sampler to settle.
 */
class RemoteMotionTest {
    private static final long MILLI = RemoteRig.MILLI;
    private static final long SECOND = RemoteRig.SECOND;
    private static final long SETTLED = 11 * SECOND;
    private static final long END = 18 * SECOND;
    private static final long GAP = 10 * MILLI;
    private static final long LONGEST_WAY = 25 * MILLI;
    private static final int SEEDS = Thorough.of(2, 6);

    private record Result(double judder, long faults, long backward, double mostDelay) {}

    /** One server and one link. */
    private static final class Run extends RemoteRig {
        private final int bodies;

        Run(long seed, double loss, int bodies) {
            this(seed, loss, PoseGrid.EXACT, StateLayout.of(bodies));
        }

        Run(long seed, double loss, PoseGrid grid, StateLayout layout) {
            super(
                    seed,
                    layout,
                    grid,
                    DoubleStream.generate(() -> 1).limit(layout.capacity()).toArray());
            bodies = layout.capacity();
            way.loss = loss;
            way.duplicates = 0.02;
            way.delayNanos = 15 * MILLI;
            way.jitterNanos = 10 * MILLI;
        }

        private void runTo(long nanos) {
            runTo(nanos, MILLI);
        }

        /** Shows frames, which must have a number of bodies at the end, all of them on their orbits. */
        private void show(FrameSampler frames, MotionMeter meter, long nanos, int alive) {
            long end = local.nanoTime() + nanos;
            while (local.nanoTime() < end) {
                runTo(local.nanoTime() + 7 * MILLI);
                Frame frame = frames.sample();
                meter.add(frame);
                for (int slot = 0; slot < frame.slots(); slot++) {
                    double radius = Math.hypot(frame.x()[slot], frame.z()[slot]);
                    assertTrue(!frame.isAlive(slot) || Math.abs(radius - 5) < 0.01, () -> "a streak: " + radius);
                }
            }
            Frame frame = frames.sample();
            for (int slot = 0; slot < bodies && alive > 0; slot++) {
                assertEquals(slot < alive, frame.isAlive(slot));
            }
        }

        Result show(double fps) {
            MotionMeter meter = new MotionMeter();
            double most = 0;
            try (FrameSampler frames = FrameSampler.open(follower.states())) {
                double now = startNanos;
                while (now < startNanos + END) {
                    now += Math.exp(random.nextGaussian() * 0.02) * SECOND / fps;
                    runTo((long) now);
                    Frame frame = frames.sample();
                    meter.add(frame);
                    if (now - startNanos < SETTLED) {
                        meter.reset();
                        continue;
                    }
                    most = Math.max(most, sender() - frame.simulationNanos());
                }
            }
            return new Result(100 * meter.judder(), meter.frozen() + meter.jumping(), meter.backward(), most / MILLI);
        }
    }

    /**
     * If all datagrams of two states in a row are lost, the picture stands still for a moment. With two datagrams for
     * each state, as 60 bodies need, and 5 % loss, that happens in one run of 230, which then has 2.1 % of judder. So
     * the test checks the mean of all other runs. That of 20 seeds was at most 0.025 % in 1,600 runs.
     */
    @Execution(ExecutionMode.CONCURRENT)
    @ParameterizedTest
    @Rows(
            usually = 2,
            value = {
                "0.05, 0.5, 60", "0, 0.05, 1", "0, 0.05, 60",
                "0.01, 0.1, 60", "0.01, 0.1, 1", "0.05, 0.5, 1"
            })
    void motionIsEven(double loss, double most, int bodies) {
        double judder = 0;
        double worst = 0;
        long faults = 0;
        for (long seed = 1; seed <= SEEDS; seed++) {
            Result result = new Run(seed, loss, bodies).show(seed % 2 == 0 ? 60 : 144);
            String context = "seed " + seed + ": " + result;
            assertEquals(0, result.backward, context);
            assertTrue(loss > 0 || result.faults == 0, context);
            // The sender polls once a millisecond, and looks at a state half a millisecond after it is due.
            double usual = (LONGEST_WAY + GAP) / MILLI + 5;
            assertTrue(result.mostDelay <= (loss > 0 ? 2 * usual : usual), context);
            judder += result.judder;
            worst = Math.max(worst, result.judder);
            faults += result.faults;
        }
        double others = (judder - worst) / (SEEDS - 1);
        assertTrue(
                others <= most && worst <= (loss > 0 ? 3 : most) && faults <= SEEDS / 2,
                "judder " + others + ", worst " + worst + ", " + faults + " faults");
    }

    @Test
    void aRestartedServerIsShownWithinASecondAndWithoutAStreak() {
        for (long seed = 1; seed <= SEEDS; seed++) {
            Run run = new Run(seed, 0.01, 20);
            MotionMeter meter = new MotionMeter();
            long backward;
            try (FrameSampler frames = FrameSampler.open(run.follower.states());
                    StateHistory history = StateHistory.builder(run.follower.states())
                            .last(Duration.ofSeconds(8))
                            .open()) {
                run.afterPoll = history::update;
                run.show(frames, meter, 3 * SECOND, 20);
                run.serve(-seed, 10);
                run.show(frames, meter, SECOND, 0);
                backward = meter.backward();
                meter.reset();
                run.show(frames, meter, 2 * SECOND, 10);
                for (long ago = 0; ago < 5 * SECOND; ago += SECOND / 4) {
                    Frame frame = history.at(history.newestNanos() - ago);
                    assertTrue(frame.isAlive(0) && frame.life(0) == 1, "each run has its own lives, also in the past");
                }
            }
            String context = "seed " + seed + ": judder " + meter.judder();
            assertEquals(0, backward + meter.backward(), context);
            assertTrue(meter.judder() < 0.05, context);
        }
    }

    /**
     * Time stands still until the receivers know all bodies from the next sender. The picture stands as long, and moves
     * evenly before and after.
     */
    @ParameterizedTest
    @ValueSource(doubles = {0, 0.02})
    void aServiceThatIsHandedOverIsShownEvenlyAndWithItsTicks(double loss) {
        for (long seed = 1; seed <= SEEDS; seed++) {
            Run run = new Run(seed, loss, 20);
            MotionMeter meter = new MotionMeter();
            try (FrameSampler frames = FrameSampler.open(run.follower.states())) {
                run.show(frames, meter, SETTLED, 20);
                meter.reset();
                run.show(frames, meter, SECOND / 2, 20);
                // A lost pause is sent again only after 100 ms. Until then the picture waits for more states.
                run.way.loss = 0;
                run.physics.pause(run.sender());
                run.show(frames, meter, SECOND / 5, 20);
                run.way.loss = loss;
                long reached = frames.sample().reachedTick();
                run.handOver(-seed);
                run.show(frames, meter, SECOND, 20);
                assertTrue(run.follower.takesInput(-seed));
                run.physics.resume(run.sender());
                long stands = frames.sample().simulationNanos();
                long since = run.local.nanoTime();
                Frame first = frames.sample();
                while (first.simulationNanos() == stands) {
                    run.runTo(run.local.nanoTime() + MILLI);
                    first = frames.sample();
                }
                assertTrue(first.simulationNanos() - stands <= 2 * MILLI, "the picture must not jump");
                long late = (run.local.nanoTime() - since) / MILLI;
                assertTrue(late < 60, "late by " + late);
                run.show(frames, meter, SECOND / 2, 20);
                String context = "seed " + seed + ": judder " + 100 * meter.judder() + ", frozen " + meter.frozen();
                assertTrue(meter.judder() < 0.01 && meter.frozen() + meter.jumping() + meter.backward() == 0, context);
                assertTrue(frames.sample().reachedTick() > reached + 40, context);
                assertEquals(reached, run.follower.senderTick(reached));
            }
        }
    }

    /** At the same simulation time, a remote frame has the same bits as a local one. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void exactFramesEqualLocalOnes(boolean doubles) {
        StateLayout layout = doubles ? StateLayout.of(20).doublePositions() : StateLayout.of(20);
        Run run = new Run(1, 0, PoseGrid.EXACT, layout);
        for (int rider = 10; rider < 20; rider++) {
            run.physics.publisher.bodies().attach(rider, rider - (rider < 15 ? 10 : 5));
        }
        Duration allowed = Duration.ofMillis(30);
        try (FrameSampler near = FrameSampler.builder(run.physics.publisher.states())
                        .allowedLateness(allowed)
                        .open();
                FrameSampler far = FrameSampler.builder(run.follower.states())
                        .allowedLateness(allowed)
                        .open()) {
            if (doubles) {
                near.origin(run.origin, 0, run.origin);
                far.origin(run.origin, 0, run.origin);
            }
            for (int i = 0; i < 1_000; i++) {
                run.runTo(run.startNanos + 2 * SECOND + i * 7 * MILLI + i);
                long nanos = run.follower.states().clock().nanoTime();
                Frame remote = far.sample(nanos);
                // As if the sender's clock read what the receiver's estimate of it reads: no lead.
                Frame local = near.sampleAt(nanos - base(run), nanos - base(run));
                if (i > 100) {
                    assertSame(local, remote);
                }
            }
        }
    }

    /** The difference between the two clocks: both sides have the same anchor. */
    private static long base(Run run) {
        TimeAnchor sent = new TimeAnchor();
        TimeAnchor received = new TimeAnchor();
        run.reader.state(0).anchor(sent);
        try (StateReader reader = run.follower.states().reader()) {
            if (reader.acquire()) {
                reader.state(0).anchor(received);
            }
        }
        return received.wallNanos() - sent.wallNanos();
    }

    private static void assertSame(Frame local, Frame remote) {
        assertEquals(local.simulationNanos(), remote.simulationNanos());
        assertEquals(local.alpha(), remote.alpha());
        float[][] expected = {local.x(), local.y(), local.z(), local.qx(), local.qy(), local.qz(), local.qw()};
        float[][] actual = {remote.x(), remote.y(), remote.z(), remote.qx(), remote.qy(), remote.qz(), remote.qw()};
        for (int i = 0; i < expected.length; i++) {
            assertArrayEquals(expected[i], actual[i]);
        }
    }
}
