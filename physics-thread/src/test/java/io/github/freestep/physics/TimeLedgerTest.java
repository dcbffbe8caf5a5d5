package io.github.freestep.physics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import io.github.freestep.time.Ratio;
import io.github.freestep.time.VirtualClock;
import org.junit.jupiter.api.Test;

/** The ledger of time that metrics hand out accounts for every nanosecond. */
class TimeLedgerTest {
    private static final long MILLI = 1_000_000;

    private final TimeLedger ledger = new TimeLedger();

    private static InlineStepper stepper(OverloadPolicy overload) {
        return new PhysicsBuilder(new Falling())
                .rate(100)
                .clock(new VirtualClock(7))
                .overloadPolicy(overload)
                .inline();
    }

    private void assertLedger(InlineStepper stepper, long simulated, long paused, long dropped, long pending) {
        assertSame(ledger, stepper.metrics().ledger(ledger));
        assertEquals(simulated * MILLI, ledger.simulatedWallNanos(), ledger::toString);
        assertEquals(paused * MILLI, ledger.pausedNanos(), ledger::toString);
        assertEquals(dropped * MILLI, ledger.droppedNanos(), ledger::toString);
        assertEquals(pending * MILLI, ledger.pendingNanos(), ledger::toString);
        assertEquals((simulated + paused + dropped + pending) * MILLI, ledger.wallNanos(), ledger::toString);
    }

    @Test
    void eachNanosecondIsInOneFigure() {
        try (InlineStepper stepper = stepper(OverloadPolicy.slipAfter(3))) {
            assertLedger(stepper, 0, 0, 0, 0);
            stepper.advance(25 * MILLI);
            assertLedger(stepper, 20, 0, 0, 5);
            stepper.pause();
            stepper.advance(40 * MILLI);
            assertLedger(stepper, 20, 40, 0, 5);
            stepper.resume();
            assertEquals(1, stepper.timeScale());
            stepper.timeScale(0.5);
            assertEquals(0.5, stepper.timeScale());
            stepper.advance(30 * MILLI);
            // 5 ms before the pause and 10 ms at half the scale are a tick; the other 20 ms are the next.
            assertLedger(stepper, 55, 40, 0, 0);
            stepper.timeScale(Ratio.ONE);
            stepper.advance(100 * MILLI);
            assertLedger(stepper, 85, 40, 70, 0);
        }
    }

    @Test
    void theFiguresOfAnotherThreadBelongTogether() throws Exception {
        InlineStepper stepper = stepper(OverloadPolicy.slipAfter(1));
        long[] problems = new long[1];
        Thread reader = new Thread(() -> {
            TimeLedger mine = new TimeLedger();
            long before = 0;
            while (before < 2_500 * MILLI * 10) {
                stepper.metrics().ledger(mine);
                // Every frame of 25 ms steps one tick and drops another; the rest is pending.
                boolean balanced = mine.wallNanos() % (25 * MILLI) == 0 && mine.wallNanos() >= before;
                problems[0] += balanced ? 0 : 1;
                before = mine.wallNanos();
            }
        });
        reader.start();
        while (reader.isAlive()) {
            stepper.advance(25 * MILLI);
        }
        reader.join();
        assertEquals(0, problems[0]);
    }
}
