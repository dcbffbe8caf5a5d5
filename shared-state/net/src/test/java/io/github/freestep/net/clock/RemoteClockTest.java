package io.github.freestep.net.clock;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.testing.Seeds;
import io.github.freestep.testing.Thorough;
import io.github.freestep.time.VirtualClock;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class RemoteClockTest {
    private static final long MILLI = 1_000_000;
    private static final long SECOND = 1_000 * MILLI;
    private static final long WARM = 10 * SECOND;
    private static final long DELAY = 20 * MILLI;
    private static final long JITTER = 5 * MILLI;

    /**
     * The greatest error of a clock that has followed for 10 s; the worst seen in 45,000 runs is 0.93 ms. The least of
     * 380 delays is more than 1 ms above the least possible one in one of 10^17 seeds. In the 4 s of these delays, a
     * wrong drift of at most 300 ppm adds 1.2 ms, and the correction, which takes a second, lags by 0.3 ms. More than
     * that is left from the start in one of 10^12 seeds: 20 delays would have to be above the least by 7.5 ms, of which
     * 500 ppm correct 5 ms.
     */
    private static final long MOST_ERROR = 2_500_000;

    /** A datagram: when it was sent and arrived, both since the beginning of the test. */
    private record Datagram(long sent, long arrived) {}

    /** Datagrams every 10 ms over a link of 20 +- 5 ms, in the order of their arrival. */
    private static List<Datagram> link(long seed, double loss, long seconds) {
        Random random = Seeds.random(seed);
        List<Datagram> all = new ArrayList<>();
        for (long sent = 0; sent < seconds * SECOND; sent += 10 * MILLI) {
            long jitter = random.nextLong(-JITTER, JITTER);
            if (random.nextDouble() >= loss) {
                all.add(new Datagram(sent, sent + DELAY + jitter));
            }
        }
        all.sort(Comparator.comparing(Datagram::arrived));
        return all;
    }

    /** A clock that is fed, and checked at each reading. */
    private static final class Rig {
        final long startNanos;
        final long remoteOriginNanos;
        final double drift;
        final VirtualClock local;
        final RemoteClock clock;
        long stepNanos;

        /** By how much the clock may gain. */
        double fastest = 500e-6;

        long checkedLocal;
        long checkedRemote;

        Rig(long startNanos, long remoteOriginNanos, double drift) {
            this.startNanos = startNanos;
            this.remoteOriginNanos = remoteOriginNanos;
            this.drift = drift;
            local = new VirtualClock(startNanos);
            clock = new RemoteClock(local);
            checkedLocal = local.nanoTime();
            checkedRemote = clock.nanoTime();
        }

        long remote(long sinceStart) {
            return remoteOriginNanos + stepNanos + sinceStart + Math.round(sinceStart * drift);
        }

        void runTo(long sinceStart) {
            while (local.nanoTime() - startNanos < sinceStart) {
                local.advance(Math.min(MILLI, sinceStart - (local.nanoTime() - startNanos)));
                clock.update(local.nanoTime());
                check();
            }
        }

        void feed(Datagram datagram) {
            runTo(datagram.arrived());
            clock.sample(remote(datagram.sent()), local.nanoTime(), true);
            check();
        }

        private void check() {
            long run = local.nanoTime() - checkedLocal;
            checkedLocal = local.nanoTime();
            long gain = clock.nanoTime() - checkedRemote - run;
            checkedRemote = clock.nanoTime();
            assertTrue(run + gain >= 0, "runs backwards");
            assertTrue(
                    gain <= fastest * run + 1 && gain >= -500e-6 * run - 1,
                    () -> "gains " + gain + " ns in " + run + " at " + (local.nanoTime() - startNanos) / MILLI + " ms");
        }

        /** How far the clock is from the sender's, apart from the least delay. */
        long error() {
            long sinceStart = local.nanoTime() - startNanos;
            return clock.nanoTime() - (remote(sinceStart - DELAY + JITTER) + clock.base());
        }
    }

    /** A receiver that joins while the queue of its link is full takes the queue for a part of the way. */
    @Test
    void aQueueAtTheStartIsForgottenOnceItIsEmpty() {
        Rig rig = new Rig(77 * SECOND, -5 * SECOND, 0);
        rig.fastest = 0.0101;
        for (int i = 0; i < 1_000; i++) {
            long queue = Math.max(0, Math.min(150, 450 - i)) * MILLI;
            rig.feed(new Datagram(i * 10 * MILLI, i * 10 * MILLI + DELAY - JITTER + queue));
        }
        assertTrue(Math.abs(rig.error()) <= 40 * MILLI, () -> "error " + rig.error());
    }

    @Test
    void theLeastLatenessOfPiecesIsTakenOnce() {
        Rig rig = new Rig(77 * SECOND, -5 * SECOND, 0);
        assertEquals(-1, rig.clock.takeLateNanos(), "nothing has come");
        for (int i = 0; i < 400; i++) {
            rig.feed(new Datagram(i * 10 * MILLI, i * 10 * MILLI + DELAY + (i == 0 ? 4 * MILLI : 0)));
        }
        assertEquals(0, rig.clock.takeLateNanos());
        assertFalse(rig.clock.takeFaster(), "too few before");
        assertFalse(rig.clock.hasBecomeFaster(rig.local.nanoTime()));
        rig.feed(new Datagram(4 * SECOND, 4 * SECOND + DELAY + 30 * MILLI));
        rig.feed(new Datagram(4 * SECOND + 10 * MILLI, 4 * SECOND + DELAY + 35 * MILLI));
        assertEquals(25 * MILLI, rig.clock.takeLateNanos());
        assertEquals(-1, rig.clock.takeLateNanos());
        rig.feed(new Datagram(4 * SECOND + 20 * MILLI, 4 * SECOND + DELAY + 35 * MILLI));
        rig.feed(new Datagram(4 * SECOND + 50 * MILLI, 4 * SECOND + DELAY + 46 * MILLI));
        assertTrue(rig.clock.takeFaster(), "4 ms earlier than any before");
        assertFalse(rig.clock.takeFaster());
        long cameNanos = rig.local.nanoTime();
        assertTrue(rig.clock.hasBecomeFaster(cameNanos + 499 * MILLI));
        assertFalse(rig.clock.hasBecomeFaster(cameNanos + 500 * MILLI));
    }

    @Test
    void whatWasDueInAStallOfTheThreadIsNotLate() {
        Rig rig = new Rig(77 * SECOND, -5 * SECOND, 0);
        for (int i = 0; i < 100; i++) {
            rig.feed(new Datagram(i * 10 * MILLI, i * 10 * MILLI + DELAY));
        }
        rig.clock.takeLateNanos();
        long end = SECOND + DELAY + 60 * MILLI;
        long latest = rig.clock.latestNanos(0, rig.startNanos + end, false);
        rig.clock.stalled(rig.startNanos + end);
        rig.feed(new Datagram(SECOND, end));
        rig.feed(new Datagram(SECOND + 10 * MILLI, end + MILLI));
        assertEquals(-1, rig.clock.takeLateNanos());
        assertEquals(latest, rig.clock.latestNanos(0, rig.startNanos + end, false));
        rig.feed(new Datagram(SECOND + 60 * MILLI, end + 30 * MILLI));
        assertEquals(30 * MILLI, rig.clock.takeLateNanos());
        assertTrue(rig.clock.latestNanos(0, rig.startNanos + end, false) - latest > 29 * MILLI);
    }

    static Stream<Object[]> links() {
        return Stream.of(0, 100, -100).flatMap(ppm -> Stream.of(0.0, 0.01, 0.05).map(loss -> new Object[] {ppm, loss}));
    }

    /**
     * The error is that of the least of some random delays, so no bound holds for all seeds. In 45,000 runs like these,
     * 0.03 % of the readings were off by more than 0.2 ms, and of 20 runs at most 0.44 %. The worst one was off by 0.93
     * ms. A clock with drift and delay from one window of 4 s is often off by 0.6 ms.
     */
    @ParameterizedTest
    @MethodSource("links")
    void theErrorIsHardlyEverAboveAFifthOfAMillisecond(int ppm, double loss) {
        AtomicLong readings = new AtomicLong();
        AtomicLong off = new AtomicLong();
        Seeds.first(Thorough.of(6, 20)).forEach(seed -> {
            Rig rig = new Rig(Long.MAX_VALUE - 5 * SECOND, -7 * SECOND, ppm * 1e-6);
            for (Datagram datagram : link(seed, loss, 60)) {
                rig.feed(datagram);
                if (datagram.arrived() > WARM) {
                    long error = Math.abs(rig.error());
                    assertTrue(error <= MOST_ERROR, () -> "seed " + seed + " at " + datagram + ": error " + error);
                    readings.incrementAndGet();
                    off.addAndGet(error > 200_000 ? 1 : 0);
                }
            }
        });
        assertTrue(off.get() < 0.02 * readings.get(), () -> off + " of " + readings);
    }

    /**
     * A clock that did not keep its rate would be off by 6 ms. The drift is known so well that the error is 0.13 ms in
     * half of the runs and below 2.6 ms in 2,000, so the mean of 20 is below 1 ms.
     */
    @Test
    void aClockWithoutDatagramsKeepsItsRate() {
        double[] errors = Seeds.first(20)
                .mapToDouble(seed -> {
                    Rig rig = new Rig(0, 0, 100e-6);
                    link(seed, 0, 30).forEach(rig::feed);
                    rig.runTo(90 * SECOND);
                    return Math.abs(rig.error());
                })
                .toArray();
        double mean = Arrays.stream(errors).average().orElseThrow();
        assertTrue(mean < (errors.length > 1 ? MILLI : 4 * MILLI), () -> Arrays.toString(errors));
    }

    @Test
    void aBurstOfLateDatagramsCountsForNothing() {
        assertEquals(errorAfterAGap(false), errorAfterAGap(true));
    }

    /** The clock follows for 20 s. After a minute, one datagram comes in time, and perhaps all that were held up. */
    private static long errorAfterAGap(boolean burst) {
        Rig rig = new Rig(0, 0, 0);
        link(1, 0, 20).forEach(rig::feed);
        rig.runTo(80 * SECOND);
        // In a minute, a wrong estimate of the drift may have made it so late that it runs faster.
        rig.fastest = 0.0101;
        for (long sent = 20 * SECOND; burst && sent < 79 * SECOND; sent += 10 * MILLI) {
            rig.feed(new Datagram(sent, 80 * SECOND));
        }
        rig.feed(new Datagram(80 * SECOND, 80 * SECOND + DELAY - JITTER));
        rig.runTo(83 * SECOND);
        return rig.error();
    }

    @Test
    void aStepOfTheSendersClockChangesTheBaseAndNotTheClock() {
        for (long step : new long[] {-3_600 * SECOND, -SECOND / 5, SECOND / 5, 3_600 * SECOND}) {
            // A datagram that is early by much can't be delayed, so fewer of them are enough.
            long lasts = step > 0 ? 500 * MILLI : 4 * SECOND;
            Rig rig = new Rig(0, 0, 50e-6);
            List<Datagram> datagrams = link(2, 0.01, 40);
            for (Datagram datagram : datagrams) {
                rig.stepNanos = datagram.sent() > 15 * SECOND ? step : 0;
                long base = rig.clock.base();
                rig.feed(datagram);
                if (rig.stepNanos == 0 || datagram.arrived() < 15 * SECOND + lasts) {
                    assertTrue(base == rig.clock.base() || base == 0, () -> "new base at " + datagram);
                } else if (datagram.arrived() > 30 * SECOND) {
                    assertTrue(Math.abs(rig.error()) <= MOST_ERROR, () -> "step " + step + ": error " + rig.error());
                }
            }
        }
    }

    /** The clock is late then, and all datagrams seem to come before their time. */
    @Test
    void aShorterWayIsFollowedByLessThanOnePercent() {
        Rig rig = new Rig(0, 0, 50e-6);
        for (Datagram datagram : link(2, 0, 30)) {
            long way = datagram.sent() < 15 * SECOND ? 60 * MILLI : 0;
            rig.fastest = datagram.sent() == 15 * SECOND ? 0.0101 : rig.fastest;
            rig.feed(new Datagram(datagram.sent(), datagram.arrived() + way));
            if (datagram.sent() > 26 * SECOND) {
                rig.fastest = 500e-6;
            }
        }
        assertTrue(Math.abs(rig.error()) <= MOST_ERROR, () -> "error " + rig.error());
    }

    /** Greater jitter looks like a shorter way for a moment. */
    @Test
    void aFewEarlyDatagramsAreFollowedSlowly() {
        Rig rig = new Rig(0, 0, 0);
        for (Datagram datagram : link(2, 0, 30)) {
            boolean isEarly = datagram.sent() > 15 * SECOND && datagram.sent() % SECOND < 20 * MILLI;
            rig.feed(isEarly ? datagram : new Datagram(datagram.sent(), datagram.arrived() + 60 * MILLI));
        }
    }

    @Test
    void strayStampsChangeNothing() {
        Rig rig = new Rig(0, 0, 0);
        Random random = Seeds.random(5);
        for (Datagram datagram : link(3, 0, 20)) {
            rig.feed(datagram);
            if (datagram.arrived() > SECOND) {
                long base = rig.clock.base();
                rig.clock.sample(random.nextLong(), rig.local.nanoTime(), true);
                assertEquals(base, rig.clock.base());
            }
        }
        assertTrue(Math.abs(rig.error()) <= MOST_ERROR, () -> "error " + rig.error());
    }
}
