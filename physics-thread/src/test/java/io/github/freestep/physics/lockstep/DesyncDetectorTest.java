package io.github.freestep.physics.lockstep;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.physics.Allocations;
import io.github.freestep.physics.EventReader;
import io.github.freestep.physics.InlineStepper;
import io.github.freestep.physics.PhysicsEvent.Kind;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.physics.SlowConsumerPolicy;
import io.github.freestep.physics.lockstep.DesyncDetector.Verdict;
import io.github.freestep.testing.Seeds;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DesyncDetectorTest {
    private static final int LEAD = 32;

    private final List<Long> sent = new ArrayList<>();
    private final DesyncDetector detector = new DesyncDetector(4, (tick, hash) -> sent.add(tick));
    private long round;

    private void assertEnded(Verdict verdict, long agreedTick, long endTick, String inWords) {
        assertEquals(verdict, detector.verdict());
        assertEquals(agreedTick, detector.agreedTick());
        assertEquals(endTick, detector.firstDifferentTick());
        assertTrue(detector.toString().contains(inWords), detector::toString);
    }

    @Test
    void aTickIsComparedWhenItsSecondHashArrives() {
        assertEnded(Verdict.AGREE, -1, -1, "nothing compared yet");
        detector.ownHash(0, 10);
        detector.ownHash(1, 11);
        assertEnded(Verdict.AGREE, -1, -1, "2 hashes wait for the peer's");
        detector.peerHash(0, 10);
        assertEnded(Verdict.AGREE, 0, -1, "the same up to tick 0");
        detector.peerHash(1, 11);
        detector.peerHash(2, 12);
        assertEnded(Verdict.AGREE, 1, -1, "1 hashes wait for this side's");
        detector.ownHash(2, 12);
        assertEnded(Verdict.AGREE, 2, -1, "the same up to tick 2");
    }

    @Test
    void thePeersHashRevealsTheFirstDifferenceIfItArrivesSecond() {
        detector.ownHash(0, 10);
        detector.ownHash(1, 11);
        detector.ownHash(2, 12);
        detector.peerHash(0, 10);
        detector.peerHash(1, -11);
        detector.peerHash(2, -12);
        assertEnded(Verdict.DIFFER, 0, 1, "the states of tick 1 differ");
    }

    @Test
    void theOwnHashRevealsTheFirstDifferenceIfItArrivesSecond() {
        detector.peerHash(0, 10);
        detector.peerHash(1, 11);
        detector.peerHash(2, 12);
        detector.ownHash(0, 10);
        detector.ownHash(1, -11);
        detector.ownHash(2, 12);
        assertEnded(Verdict.DIFFER, 0, 1, "the states of tick 1 differ");
    }

    @Test
    void ownHashesAreSentToThePeerEvenAfterADifference() {
        detector.peerHash(1, 11);
        for (long tick = 1; tick < 9; tick++) {
            detector.ownHash(tick, 0);
        }
        assertEnded(Verdict.DIFFER, -1, 1, "differ");
        assertEquals(List.of(1L, 2L, 3L, 4L, 5L, 6L, 7L, 8L), sent);
    }

    @Test
    void aTickThatThePeerSkipsIsReported() {
        detector.ownHash(10, 1);
        detector.peerHash(10, 1);
        detector.ownHash(11, 2);
        detector.peerHash(20, 3);
        assertEnded(Verdict.UNMATCHED, 10, 11, "only this side has a hash of tick 11");
    }

    @Test
    void aTickThatThisSideSkipsIsReported() {
        detector.ownHash(20, 3);
        detector.peerHash(11, 2);
        assertEnded(Verdict.UNMATCHED, -1, 11, "only the peer has a hash of tick 11");
    }

    @Test
    void aTickThatThisSideSkipsIsReportedEvenIfThePeerIsAhead() {
        detector.peerHash(11, 2);
        detector.ownHash(20, 3);
        assertEnded(Verdict.UNMATCHED, -1, 11, "only the peer has a hash of tick 11");
    }

    @Test
    void oneSideCanBeAheadByTheCapacityButNotByMore() {
        for (long tick = 0; tick < 4; tick++) {
            detector.ownHash(tick, tick);
        }
        detector.peerHash(0, 0);
        detector.ownHash(4, 4);
        assertEnded(Verdict.AGREE, 0, -1, "4 hashes wait");
        detector.ownHash(5, 5);
        assertEnded(Verdict.TOO_FAR_APART, 0, 5, "this side is already at tick 5, and 4 of its hashes wait");
        detector.peerHash(1, 1);
        detector.peerHash(2, -2);
        assertEnded(Verdict.TOO_FAR_APART, 0, 5, "raise the capacity");
    }

    @Test
    void aPeerThatIsTooFarAheadIsReported() {
        for (long tick = 0; tick < 5; tick++) {
            detector.peerHash(tick, tick);
        }
        assertEnded(Verdict.TOO_FAR_APART, -1, 4, "the peer is already at tick 4");
    }

    @Test
    void peerHashesOutOfOrderAreRefused() {
        detector.peerHash(7, 1);
        assertThrows(IllegalArgumentException.class, () -> detector.peerHash(7, 1));
        assertThrows(IllegalArgumentException.class, () -> detector.peerHash(6, 1));
        detector.ownHash(7, 1);
        assertEnded(Verdict.AGREE, 7, -1, "");
    }

    @Test
    void capacitiesOutOfRangeAreRefused() {
        assertThrows(IllegalArgumentException.class, () -> new DesyncDetector(0, (tick, hash) -> {}));
        assertThrows(IllegalArgumentException.class, () -> new DesyncDetector((1 << 20) + 1, (tick, hash) -> {}));
    }

    @Test
    void hashEventsAreComparedAndOtherEventsIgnored() {
        try (InlineStepper stepper = stepper(1);
                EventReader reader = stepper.events()
                        .with(Kind.values())
                        .capacity(64)
                        .onSlow(SlowConsumerPolicy.end())
                        .open()) {
            stepper.tick();
            long hash = stepper.hash();
            reader.poll(detector);
            assertEquals(List.of(1L), sent);
            detector.peerHash(1, hash);
            assertEnded(Verdict.AGREE, 1, -1, "");
        }
    }

    @Test
    void lostEventsEndTheComparison() {
        try (InlineStepper stepper = stepper(1);
                EventReader reader = stepper.events()
                        .with(Kind.HASH)
                        .capacity(2)
                        .onSlow(SlowConsumerPolicy.end())
                        .open()) {
            for (int tick = 0; tick < 4; tick++) {
                stepper.tick();
            }
            reader.poll(detector);
            assertEnded(Verdict.MISSED, -1, 3, "lost its hashes from tick 3");
        }
    }

    @Test
    void aDifferentHashEveryIsReported() {
        DesyncDetector other = new DesyncDetector(4, detector::peerHash);
        hash(3, other);
        hash(2, detector);
        assertEnded(Verdict.UNMATCHED, -1, 2, "the same hashEvery");
    }

    private static void hash(int every, DesyncDetector into) {
        try (InlineStepper stepper = stepper(every);
                EventReader reader = stepper.events()
                        .with(Kind.HASH)
                        .capacity(16)
                        .onSlow(SlowConsumerPolicy.end())
                        .open()) {
            for (int tick = 0; tick < 6; tick++) {
                stepper.tick();
            }
            reader.poll(into);
        }
    }

    private static InlineStepper stepper(int hashEvery) {
        return PhysicsService.builder(new LockstepWorld().simulation())
                .axes(16)
                .hashEvery(hashEvery)
                .inline();
    }

    @Test
    void comparingAllocatesNothing() {
        DesyncDetector busy = new DesyncDetector(8, (tick, hash) -> {});
        assertEquals(0, Allocations.of(() -> {
            for (int i = 0; i < 4; i++) {
                busy.ownHash(round + i, round);
            }
            for (int i = 0; i < 4; i++) {
                busy.peerHash(round + i, round);
            }
            round += 4;
        }));
        assertEquals(Verdict.AGREE, busy.verdict());
        assertEquals(round - 1, busy.agreedTick());
    }

    /**
     * Two threads bring hashes, and neither gets far ahead, so that they collide all the time. A
     * third reads the verdict.
     */
    @ParameterizedTest
    @ValueSource(longs = {21, 22, 23})
    void twoThreadsFindTheSameTick(long seed) throws InterruptedException {
        int ticks = 50_000;
        int differs = ticks / 2 + Seeds.random(seed).nextInt(ticks / 2);
        DesyncDetector shared = new DesyncDetector(2 * LEAD, (tick, hash) -> {});
        AtomicLong ownTick = new AtomicLong();
        AtomicLong peerTick = new AtomicLong();
        Thread own = new Thread(() -> bring(ticks, ownTick, peerTick, tick -> shared.ownHash(tick, tick)));
        Thread peer = new Thread(() ->
                bring(ticks, peerTick, ownTick, tick -> shared.peerHash(tick, tick < differs ? tick : -1)));
        own.start();
        peer.start();
        long before = -1;
        while (peer.isAlive() || own.isAlive()) {
            assertTrue(
                    shared.verdict() == Verdict.AGREE || shared.firstDifferentTick() == differs,
                    () -> "seed " + seed + ": " + shared);
            long agreed = shared.agreedTick();
            assertTrue(agreed >= before, () -> "seed " + seed + ": " + shared);
            before = agreed;
            Thread.yield();
        }
        assertEquals(Verdict.DIFFER, shared.verdict(), () -> "seed " + seed + ": " + shared);
        assertEquals(differs, shared.firstDifferentTick(), () -> "seed " + seed + ": " + shared);
        assertEquals(differs - 1, shared.agreedTick(), () -> "seed " + seed + ": " + shared);
    }

    /** Brings the hashes of all ticks, but stays at most {@code LEAD} ticks ahead of the other thread. */
    private static void bring(int ticks, AtomicLong mine, AtomicLong others, LongConsumer detector) {
        try {
            for (int tick = 0; tick < ticks; tick++) {
                for (int spins = 0; tick > others.get() + LEAD; spins++) {
                    // Mostly spins, because only calls at the same time can go wrong.
                    if (spins % 10_000 < 9_999) {
                        Thread.onSpinWait();
                    } else {
                        Thread.yield();
                    }
                }
                mine.set(tick);
                detector.accept(tick);
            }
        } finally {
            mine.set(ticks);
        }
    }
}
