package io.github.freestep.render;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.net.body.PoseGrid;
import io.github.freestep.net.wire.StateEncoder;
import io.github.freestep.net.wire.StateFollower;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StateReader;
import io.github.freestep.testing.Seeds;
import io.github.freestep.testing.Thorough;
import io.github.freestep.time.TimeAnchor;
import io.github.freestep.time.VirtualClock;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Comparator;
import java.util.Locale;
import java.util.PriorityQueue;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Measures motion over a link of 20 +- 5 ms that loses, repeats and reorders datagrams. The first 11 s are for the
 * remote clock and the sampler to settle.
 */
class RemoteMotionTest {
    private static final long MILLI = 1_000_000;
    private static final long SECOND = 1_000 * MILLI;
    private static final long SETTLED = 11 * SECOND;
    private static final long END = 18 * SECOND;
    private static final long GAP = 10 * MILLI;
    private static final long LONGEST_WAY = 25 * MILLI;
    private static final int SEEDS = Thorough.of(5, 20);

    private record Datagram(long arrivesNanos, byte[] bytes) {}

    private record Result(
            double judder, long faults, long backward, double meanDelay, double mostDelay, double pieces) {}

    /** One server, one link and one sampler. */
    private static final class Run implements StateEncoder.Output {
        private final Random random;
        private final double loss;
        private final VirtualClock local = new VirtualClock(77 * SECOND);
        private long startNanos = local.nanoTime();
        private final int bodies;
        private SimulatedPhysics physics;
        private StateReader reader;
        private StateEncoder encoder;
        private final StateFollower follower;
        private final PriorityQueue<Datagram> flying =
                new PriorityQueue<>(Comparator.comparingLong(Datagram::arrivesNanos));
        private long baselineNanos;
        private long pieces;
        private long states;

        Run(long seed, double loss, int bodies) {
            this.loss = loss;
            random = Seeds.random(seed);
            this.bodies = bodies;
            follower = StateFollower.of(StateLayout.of(bodies), StateFollower.DEFAULT_WINDOW, local);
            serve(seed, bodies);
        }

        /** Starts a server, which has a clock of its own. If there is one, it ends. */
        private void serve(long run, int alive) {
            startNanos = local.nanoTime();
            StateLayout layout = StateLayout.of(bodies);
            physics = new SimulatedPhysics(layout, StateFollower.DEFAULT_WINDOW, (state, nanos) -> {
                for (int slot = 0; slot < alive; slot++) {
                    double angle = nanos * 1e-9 + slot;
                    state.position(slot, 5 * Math.cos(angle), slot, 5 * Math.sin(angle));
                    state.orientation(slot, 0, (float) Math.sin(angle), 0, (float) Math.cos(angle));
                }
            });
            physics.ticksCost(MILLI / 2);
            for (int slot = 0; slot < alive; slot++) {
                physics.publisher.bodies().spawn();
            }
            reader = physics.publisher.states().reader();
            encoder = StateEncoder.of(layout, PoseGrid.EXACT, run);
        }

        @Override
        public void baseline(ByteBuffer datagram) {
            long arrives = local.nanoTime() + delay();
            while (random.nextDouble() < loss) {
                arrives += 2 * delay();
            }
            baselineNanos = Math.max(baselineNanos, arrives);
            fly(datagram, baselineNanos);
        }

        @Override
        public void piece(ByteBuffer datagram) {
            pieces++;
            for (int copies = random.nextInt(50) == 0 ? 2 : 1; copies > 0; copies--) {
                long arrives = local.nanoTime() + delay();
                if (random.nextDouble() >= loss) {
                    fly(datagram, arrives);
                }
            }
        }

        private long delay() {
            return 20 * MILLI + Math.round((2 * random.nextDouble() - 1) * 5 * MILLI);
        }

        private void fly(ByteBuffer datagram, long arrivesNanos) {
            byte[] bytes = new byte[datagram.remaining()];
            datagram.get(datagram.position(), bytes);
            flying.add(new Datagram(arrivesNanos, bytes));
        }

        /** Lets both sides and the link run. The sender's clock is 50 ppm fast. */
        private void runTo(long nanos) {
            while (local.nanoTime() < nanos) {
                local.advance(Math.min(MILLI, nanos - local.nanoTime()));
                long sender = sender();
                physics.runTo(sender);
                if (reader.acquire()) {
                    states++;
                    encoder.encode(reader.state(0), sender, this);
                }
                while (!flying.isEmpty() && flying.peek().arrivesNanos <= local.nanoTime()) {
                    Datagram datagram = flying.remove();
                    follower.receive(ByteBuffer.wrap(datagram.bytes), datagram.arrivesNanos);
                    follower.poll(datagram.arrivesNanos);
                }
                follower.poll(local.nanoTime());
            }
        }

        private long sender() {
            long run = local.nanoTime() - startNanos;
            return run + run / 20_000;
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
            double sum = 0;
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
                    double delay = sender() - frame.simulationNanos();
                    sum += delay;
                    most = Math.max(most, delay);
                }
            }
            return new Result(
                    100 * meter.judder(),
                    meter.frozen() + meter.jumping(),
                    meter.backward(),
                    sum / meter.frames() / MILLI,
                    most / MILLI,
                    (double) pieces / states);
        }
    }

    /**
     * If all datagrams of two states in a row are lost, the picture stands still for a moment. With two datagrams for
     * each state and 5 % loss, that is one run in 230. So judder is checked as the mean of 20 seeds, which was at most
     * 0.025 % in 1,600 runs, and the worst of them 2 %.
     */
    @Execution(ExecutionMode.CONCURRENT)
    @ParameterizedTest
    @CsvSource({
        "0, 0.05, 150", "0.01, 0.1, 150", "0.05, 0.5, 150",
        "0, 0.05, 1", "0.01, 0.1, 1", "0.05, 0.5, 1"
    })
    void motionIsEven(double loss, double most, int bodies) {
        double worst = 0;
        double judder = 0;
        long faults = 0;
        double meanDelay = 0;
        double mostDelay = 0;
        double pieces = 0;
        for (long seed = 1; seed <= SEEDS; seed++) {
            Result result = new Run(seed, loss, bodies).show(seed % 2 == 0 ? 60 : 144);
            String context = "seed " + seed + ": " + result;
            assertEquals(0, result.backward, context);
            assertTrue(loss > 0 || result.faults == 0, context);
            // The sender polls once a millisecond, and looks at a state half a millisecond after it is due.
            double usual = (LONGEST_WAY + GAP) / MILLI + 5;
            assertTrue(result.mostDelay <= (loss > 0 ? 2 * usual : usual), context);
            worst = Math.max(worst, result.judder);
            judder += result.judder / SEEDS;
            faults += result.faults;
            meanDelay += result.meanDelay / SEEDS;
            mostDelay = Math.max(mostDelay, result.mostDelay);
            pieces = result.pieces;
        }
        assertTrue(judder <= most && faults <= SEEDS / 2, "judder " + judder + ", " + faults + " faults");
        System.out.printf(
                Locale.ROOT,
                "loss %.0f %%, %.1f datagrams per state: worst judder %.3f %%, delay mean %.1f ms, most %.1f ms%n",
                100 * loss,
                pieces,
                worst,
                meanDelay,
                mostDelay);
    }

    @Test
    void aRestartedServerIsShownWithinASecondAndWithoutAStreak() {
        for (long seed = 1; seed <= SEEDS; seed++) {
            Run run = new Run(seed, 0.01, 20);
            MotionMeter meter = new MotionMeter();
            long backward;
            try (FrameSampler frames = FrameSampler.open(run.follower.states())) {
                run.show(frames, meter, 3 * SECOND, 20);
                run.serve(-seed, 10);
                run.show(frames, meter, SECOND, 0);
                backward = meter.backward();
                meter.reset();
                run.show(frames, meter, 2 * SECOND, 10);
            }
            String context = "seed " + seed + ": judder " + meter.judder();
            assertEquals(0, backward + meter.backward(), context);
            assertTrue(meter.judder() < 0.05, context);
        }
    }

    /** At the same simulation time, a remote frame has the same bits as a local one. */
    @Test
    void exactFramesEqualLocalOnes() {
        Run run = new Run(1, 0, 20);
        Duration allowed = Duration.ofMillis(30);
        try (FrameSampler near = FrameSampler.builder(run.physics.publisher.states())
                        .allowedLateness(allowed)
                        .open();
                FrameSampler far = FrameSampler.builder(run.follower.states())
                        .allowedLateness(allowed)
                        .open()) {
            for (int i = 0; i < 1_000; i++) {
                run.runTo(run.startNanos + 2 * SECOND + i * 7 * MILLI + i);
                long nanos = run.follower.states().clock().nanoTime();
                Frame remote = far.sample(nanos);
                Frame local = near.sample(nanos - base(run));
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
