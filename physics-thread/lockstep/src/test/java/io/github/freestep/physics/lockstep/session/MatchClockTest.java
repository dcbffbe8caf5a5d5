package io.github.freestep.physics.lockstep.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.physics.lockstep.MatchSettings;
import io.github.freestep.physics.lockstep.Rules;
import io.github.freestep.state.StateLayout;
import io.github.freestep.testing.Seeds;
import io.github.freestep.time.VirtualClock;
import java.util.ArrayDeque;
import java.util.DoubleSummaryStatistics;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The clock of a peer behind a network, on virtual time. A frame each 10 ms. */
class MatchClockTest {
    private static final long MILLI = 1_000_000;
    private static final long SECOND = 1_000_000_000;
    private static final long TICK = 10 * MILLI;

    private final MatchSettings settings =
            MatchSettings.of("clock", StateLayout.of(1), 2).rate(100);
    private Peer peer;

    static LongStream seeds() {
        return LongStream.range(0, 20);
    }

    /** A message of the sequencer: a frame, or with tick 0 only a new speed. */
    private record Sent(long tick, long stamp, double speed, long arrivalNanos) {}

    /** A sequencer, a link in order with a random delay, and a peer that reads its clock each millisecond. */
    private final class Peer {
        final VirtualClock local = new VirtualClock(77 * SECOND);
        final MatchClock clock = new MatchClock(Rules.of(settings), local, 0);
        final Random random;
        final double drift;
        final ArrayDeque<Sent> link = new ArrayDeque<>();
        long delayNanos = 20 * MILLI;
        long jitterNanos;

        // The sequencer.
        double realNanos;
        double matchNanos;
        double speed = 1;
        long sentTick;
        boolean waits;
        long lastArrival = Long.MIN_VALUE;

        // The peer.
        long newest;
        long read;
        long lateTicks;
        long ticks;
        DoubleSummaryStatistics speeds;
        double squares;

        Peer(long seed, double drift) {
            random = Seeds.random(seed);
            this.drift = drift;
            clock.begin();
        }

        void reset() {
            lateTicks = 0;
            ticks = 0;
            speeds = new DoubleSummaryStatistics();
            squares = 0;
        }

        void run(double seconds) {
            reset();
            for (int i = 0; i < seconds * 1_000; i++) {
                milli();
            }
        }

        private void milli() {
            realNanos += MILLI;
            local.advance((long) (MILLI * (1 + drift)));
            sequence();
            while (!link.isEmpty() && link.peek().arrivalNanos() <= realNanos) {
                Sent sent = link.poll();
                if (sent.tick() == 0) {
                    clock.rate(sent.stamp(), sent.speed(), local.nanoTime());
                } else {
                    newest = sent.tick();
                    clock.frame(newest, sent.stamp(), sent.speed(), local.nanoTime(), false);
                }
            }
            long before = read;
            read = clock.nanoTime();
            assertTrue(read >= before, "backward");
            long due = read / TICK;
            if (due > before / TICK) {
                ticks++;
                lateTicks += due > newest ? 1 : 0;
            }
            double rate = (double) (read - before) / MILLI;
            speeds.accept(rate);
            squares += rate * rate;
        }

        /** Sends what is due. While it waits, match time continues for 250 ms. */
        private void sequence() {
            double most = (sentTick + 1) * TICK + 250.0 * MILLI;
            matchNanos = Math.min(most, matchNanos + MILLI * speed);
            boolean isLate = matchNanos > (sentTick + 2) * TICK;
            // In a catch-up, a frame each 5 ms.
            boolean goes = !waits && (!isLate || (long) (realNanos / MILLI) % 5 == 0);
            if (goes && matchNanos >= (sentTick + 1) * TICK) {
                sentTick++;
                send(sentTick);
            }
        }

        void speed(double newSpeed) {
            speed = newSpeed;
            send(0);
        }

        private void send(long tick) {
            double jitter = Math.min(5, -Math.log(1 - random.nextDouble())) * jitterNanos;
            lastArrival = Math.max(lastArrival, (long) (realNanos + delayNanos + jitter));
            link.add(new Sent(tick, (long) matchNanos, speed, lastArrival));
        }

        double unevenness() {
            return Math.sqrt(Math.max(0, squares / speeds.getCount() / Math.pow(speeds.getAverage(), 2) - 1));
        }

        double lagMillis() {
            return (matchNanos - read) / MILLI;
        }

        @Override
        public String toString() {
            return String.format(
                    "%s, uneven %.4f, late %d of %d, lag %.1f ms", speeds, unevenness(), lateTicks, ticks, lagMillis());
        }
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void runsEvenlyThroughJitter(long seed) {
        peer = new Peer(seed, 0);
        peer.jitterNanos = 6 * MILLI;
        peer.run(10);
        peer.run(20);
        String what = "seed " + seed + ": " + peer;
        assertTrue(peer.unevenness() <= 0.005, what);
        assertTrue(peer.lateTicks <= 0.02 * peer.ticks, what);
        assertTrue(peer.lagMillis() > 20 && peer.lagMillis() < 65, what);
    }

    @ParameterizedTest
    @ValueSource(doubles = {-100e-6, 0, 100e-6})
    void followsASequencerWhoseClockDrifts(double drift) {
        peer = new Peer(1, drift);
        peer.jitterNanos = MILLI;
        peer.run(10);
        for (int minute = 0; minute < 10; minute++) {
            peer.run(60);
            assertTrue(peer.speeds.getMin() >= 0.99 && peer.speeds.getMax() <= 1.01, peer.toString());
            assertTrue(peer.lateTicks <= 0.02 * peer.ticks, peer.toString());
            assertTrue(peer.lagMillis() > 20 && peer.lagMillis() < 32, peer.toString());
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {20, 200, 1_000})
    void aLongerWayMakesTheClockLateOnce(long delayMillis) {
        peer = new Peer(1, 0);
        peer.run(5);
        peer.delayNanos = delayMillis * MILLI;
        peer.run(10);
        assertTrue(peer.speeds.getMax() <= 1.05, peer.toString());
        peer.run(10);
        assertTrue(peer.unevenness() <= 0.005, peer.toString());
        assertEquals(0, peer.lateTicks, peer.toString());
        assertEquals(delayMillis, peer.lagMillis(), 5, peer.toString());
    }

    @ParameterizedTest
    @ValueSource(longs = {100, 300, 3_000, 60_000})
    void standsWhileTheSequencerWaitsAndCatchesUpAtABoundedSpeed(long millis) {
        peer = new Peer(1, 0);
        peer.jitterNanos = 2 * MILLI;
        peer.run(10);
        peer.waits = true;
        peer.run(millis / 1e3);
        if (millis > 500) {
            long stands = (peer.newest + 1) * TICK + 250 * MILLI;
            assertEquals(stands, peer.read, "250 ms after the next tick was due");
        }
        peer.waits = false;
        peer.run(1);
        assertTrue(peer.speeds.getMax() <= 2.01, peer.toString());
        peer.run(2);
        assertTrue(peer.speeds.getMax() <= 2.01, peer.toString());
        assertTrue(peer.lateTicks <= 0.1 * peer.ticks, peer.toString());
        peer.run(3);
        assertTrue(peer.unevenness() <= 0.01, peer.toString());
        assertTrue(peer.lateTicks <= 0.03 * peer.ticks, peer.toString());
        assertTrue(peer.lagMillis() < 45, peer.toString());
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void takesOverTheSpeedOfTheMatch(long seed) {
        peer = new Peer(seed, 0);
        peer.jitterNanos = 4 * MILLI;
        peer.run(10);
        for (double speed : new double[] {0.6, 1, 0.1, 3, 1}) {
            peer.speed(speed);
            peer.run(3);
            peer.run(5);
            String what = "seed " + seed + ", speed " + speed + ": " + peer;
            assertEquals(speed, peer.speeds.getAverage(), 0.01 * speed, what);
            assertTrue(peer.unevenness() <= 0.01, what);
            // At a speed of 0.1, there are only 50.
            assertTrue(peer.lateTicks <= Math.max(4, 0.03 * peer.ticks + 1), what);
        }
    }

    @Test
    void allPeersStandAtTheSameMomentInAPause() {
        long[] stood = new long[2];
        for (int i = 0; i < 2; i++) {
            peer = new Peer(1, 0);
            peer.jitterNanos = 3 * MILLI;
            peer.delayNanos = i == 0 ? 1 : 120 * MILLI;
            peer.run(5.003 + 3);
            peer.speed(0);
            peer.run(1);
            stood[i] = peer.read;
            peer.run(60);
            assertEquals(0, peer.speeds.getSum());
            peer.speed(1);
            peer.run(0.5);
            assertTrue(peer.speeds.getMax() <= 2.01, peer.toString());
            peer.run(4);
            assertTrue(peer.unevenness() <= 0.02, peer.toString());
            assertTrue(peer.lagMillis() < (i == 0 ? 30 : 150), peer.toString());
        }
        assertEquals(TICK / 2, stood[0] % TICK, "in the middle between two ticks");
        assertEquals(stood[0], stood[1]);
    }

    /** As in a pause. A frame loop counts on the length of its parks. */
    @Test
    void aParkOfAStandingClockLastsUntilTheClockRunsOrTheThreadIsUnparked() {
        int[] parks = {0};
        MatchClock[] clock = {null};
        long[] early = {0};
        int[] changes = {0};
        VirtualClock local = new VirtualClock(0, () -> {
            if (++parks[0] == changes[0]) {
                clock[0].hold(0);
            }
            return parks[0] == 3 ? -early[0] : 0;
        });
        clock[0] = new MatchClock(Rules.of(settings), local, 0);
        clock[0].park(102 * MILLI);
        assertEquals(102 * MILLI, local.nanoTime());
        for (int unparked = 0; unparked < 2; unparked++) {
            long since = local.nanoTime();
            parks[0] = 0;
            early[0] = unparked * MILLI;
            changes[0] = 3 - unparked * 4;
            clock[0].park(102 * MILLI);
            assertEquals(15 * MILLI - early[0], local.nanoTime() - since);
        }
    }
}
