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
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DesyncDetectorTest {
    private static final int LEAD = 32;

    private final List<Long> sent = new ArrayList<>();
    private final DesyncDetector exchange = new DesyncDetector(4, (tick, hash) -> sent.add(tick));
    private long round;

    private void assertEnded(Verdict verdict, long agreedTick, long endTick, String inWords) {
        assertEquals(verdict, exchange.verdict());
        assertEquals(agreedTick, exchange.agreedTick());
        assertEquals(endTick, exchange.firstDifferentTick());
        assertTrue(exchange.toString().contains(inWords), exchange::toString);
    }

    @Test
    void aTickIsComparedWhenTheLaterOfItsTwoHashesComes() {
        assertEnded(Verdict.AGREE, -1, -1, "nothing compared yet");
        exchange.own(0, 10);
        exchange.own(1, 11);
        assertEnded(Verdict.AGREE, -1, -1, "2 more wait for the peer's");
        exchange.peerHash(0, 10);
        assertEnded(Verdict.AGREE, 0, -1, "the same up to tick 0");
        exchange.peerHash(1, 11);
        exchange.peerHash(2, 12);
        assertEnded(Verdict.AGREE, 1, -1, "1 more wait for this side's");
        exchange.own(2, 12);
        assertEnded(Verdict.AGREE, 2, -1, "the same up to tick 2");
    }

    @Test
    void theFirstDifferenceIsNamedByThePeersHashIfThatIsLater() {
        exchange.own(0, 10);
        exchange.own(1, 11);
        exchange.own(2, 12);
        exchange.peerHash(0, 10);
        exchange.peerHash(1, -11);
        exchange.peerHash(2, -12);
        assertEnded(Verdict.DIFFER, 0, 1, "the states of tick 1 differ");
    }

    @Test
    void theFirstDifferenceIsNamedByOnesOwnIfThatIsLater() {
        exchange.peerHash(0, 10);
        exchange.peerHash(1, 11);
        exchange.peerHash(2, 12);
        exchange.own(0, 10);
        exchange.own(1, -11);
        exchange.own(2, 12);
        assertEnded(Verdict.DIFFER, 0, 1, "the states of tick 1 differ");
    }

    @Test
    void thePeerGetsOnesOwnHashesAlsoAfterTheEnd() {
        exchange.peerHash(1, 11);
        for (long tick = 1; tick < 9; tick++) {
            exchange.own(tick, 0);
        }
        assertEnded(Verdict.DIFFER, -1, 1, "differ");
        assertEquals(List.of(1L, 2L, 3L, 4L, 5L, 6L, 7L, 8L), sent);
    }

    @Test
    void aTickThatThePeerLeavesOutIsTold() {
        exchange.own(10, 1);
        exchange.peerHash(10, 1);
        exchange.own(11, 2);
        exchange.peerHash(20, 3);
        assertEnded(Verdict.UNMATCHED, 10, 11, "this side alone has a hash of tick 11");
    }

    @Test
    void aTickThatThisSideLeavesOutIsTold() {
        exchange.own(20, 3);
        exchange.peerHash(11, 2);
        assertEnded(Verdict.UNMATCHED, -1, 11, "the peer alone has a hash of tick 11");
    }

    @Test
    void aTickThatThisSideLeavesOutIsToldAlsoWhereThePeerIsAhead() {
        exchange.peerHash(11, 2);
        exchange.own(20, 3);
        assertEnded(Verdict.UNMATCHED, -1, 11, "the peer alone has a hash of tick 11");
    }

    @Test
    void oneSideCanBeAheadByTheCapacityAndNotByMore() {
        for (long tick = 0; tick < 4; tick++) {
            exchange.own(tick, tick);
        }
        exchange.peerHash(0, 0);
        exchange.own(4, 4);
        assertEnded(Verdict.AGREE, 0, -1, "4 more wait");
        exchange.own(5, 5);
        assertEnded(Verdict.TOO_FAR_APART, 0, 5, "this side is at tick 5 already, with 4 hashes before it");
        exchange.peerHash(1, 1);
        exchange.peerHash(2, -2);
        assertEnded(Verdict.TOO_FAR_APART, 0, 5, "make room for more");
    }

    @Test
    void thePeerCanBeTooFarAheadAsWell() {
        for (long tick = 0; tick < 5; tick++) {
            exchange.peerHash(tick, tick);
        }
        assertEnded(Verdict.TOO_FAR_APART, -1, 4, "the peer is at tick 4 already");
    }

    @Test
    void aHashThatComesOutOfOrderIsRefused() {
        exchange.peerHash(7, 1);
        assertThrows(IllegalArgumentException.class, () -> exchange.peerHash(7, 1));
        assertThrows(IllegalArgumentException.class, () -> exchange.peerHash(6, 1));
        exchange.own(7, 1);
        assertEnded(Verdict.AGREE, 7, -1, "");
    }

    @Test
    void roomIsLimited() {
        assertThrows(IllegalArgumentException.class, () -> new DesyncDetector(0, (tick, hash) -> {}));
        assertThrows(IllegalArgumentException.class, () -> new DesyncDetector((1 << 20) + 1, (tick, hash) -> {}));
    }

    @Test
    void hashesComeAsEventsAndOtherEventsPass() {
        try (InlineStepper stepper = stepper(1);
                EventReader reader = stepper.events()
                        .with(Kind.values())
                        .capacity(64)
                        .onSlow(SlowConsumerPolicy.end())
                        .open()) {
            stepper.tick();
            long hash = stepper.hash();
            reader.poll(exchange);
            assertEquals(List.of(1L), sent);
            exchange.peerHash(1, hash);
            assertEnded(Verdict.AGREE, 1, -1, "");
        }
    }

    @Test
    void eventsThatAreLostEndIt() {
        try (InlineStepper stepper = stepper(1);
                EventReader reader = stepper.events()
                        .with(Kind.HASH)
                        .capacity(2)
                        .onSlow(SlowConsumerPolicy.end())
                        .open()) {
            for (int tick = 0; tick < 4; tick++) {
                stepper.tick();
            }
            reader.poll(exchange);
            assertEnded(Verdict.MISSED, -1, 3, "has lost its hashes from tick 3");
        }
    }

    @Test
    void whoHashesMoreRarelyIsFoundOut() {
        DesyncDetector other = new DesyncDetector(4, exchange::peerHash);
        hash(3, other);
        hash(2, exchange);
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
        return PhysicsService.builder(new Rig()).axes(16).hashEvery(hashEvery).inline();
    }

    @Test
    void comparingAllocatesNothing() {
        DesyncDetector busy = new DesyncDetector(8, (tick, hash) -> {});
        assertEquals(0, Allocations.of(() -> {
            for (int i = 0; i < 4; i++) {
                busy.own(round + i, round);
            }
            for (int i = 0; i < 4; i++) {
                busy.peerHash(round + i, round);
            }
            round += 4;
        }));
        assertEquals(Verdict.AGREE, busy.verdict());
        assertEquals(round - 1, busy.agreedTick());
    }

    /** Two threads, neither of which gets far ahead, so that they meet all the time; a third asks. */
    @ParameterizedTest
    @ValueSource(longs = {21, 22, 23})
    void twoThreadsFindTheSameTick(long seed) throws InterruptedException {
        int ticks = 50_000;
        int differs = ticks / 2 + new Random(seed).nextInt(ticks / 2);
        DesyncDetector met = new DesyncDetector(2 * LEAD, (tick, hash) -> {});
        AtomicLong ownTick = new AtomicLong();
        AtomicLong peerTick = new AtomicLong();
        Thread own = new Thread(() -> tell(ticks, ownTick, peerTick, tick -> met.own(tick, tick)));
        Thread peer = new Thread(() ->
                tell(ticks, peerTick, ownTick, tick -> met.peerHash(tick, tick < differs ? tick : -1)));
        own.start();
        peer.start();
        long asked = -1;
        while (peer.isAlive() || own.isAlive()) {
            assertTrue(
                    met.verdict() == Verdict.AGREE || met.firstDifferentTick() == differs,
                    () -> "seed " + seed + ": " + met);
            long agreed = met.agreedTick();
            assertTrue(agreed >= asked, () -> "seed " + seed + ": " + met);
            asked = agreed;
            Thread.yield();
        }
        assertEquals(Verdict.DIFFER, met.verdict(), () -> "seed " + seed + ": " + met);
        assertEquals(differs, met.firstDifferentTick(), () -> "seed " + seed + ": " + met);
        assertEquals(differs - 1, met.agreedTick(), () -> "seed " + seed + ": " + met);
    }

    private static void tell(int ticks, AtomicLong mine, AtomicLong others, LongConsumer teller) {
        try {
            for (int tick = 0; tick < ticks; tick++) {
                for (int spins = 0; tick > others.get() + LEAD; spins++) {
                    // Both at a time is what may go wrong, so the one ahead stays there, if it can.
                    if (spins % 10_000 < 9_999) {
                        Thread.onSpinWait();
                    } else {
                        Thread.yield();
                    }
                }
                mine.set(tick);
                teller.accept(tick);
            }
        } finally {
            mine.set(ticks);
        }
    }
}
