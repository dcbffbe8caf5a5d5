package io.github.freestep.physics.workers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.time.VirtualClock;
import org.junit.jupiter.api.Test;

/** Which run moves, and how often. {@code MovedRunTest} moves runs between workers. */
class BalanceTest {
    private static final long SECOND = 1_000_000_000;

    /** The clock wraps between two moves. */
    private static final long START = Long.MAX_VALUE - SECOND / 2;

    private final Balance balance = new Balance(new Worker[0], new VirtualClock(START));
    private final RunQueue queue = new RunQueue();

    /** Adds a run that needs a part of a core. */
    private Run needs(double part) {
        IdleRun run = new IdleRun(false);
        run.plan().planBegin(0);
        run.plan().cost().add((long) (part * 10_000_000), 1);
        run.plan().endWindow();
        queue.join(run);
        return run;
    }

    @Test
    void theRunMovesAfterWhichTheGreaterNeedIsLeast() {
        needs(0.1);
        Run best = needs(0.3);
        needs(0.5);
        assertEquals(0.9, queue.demand(), 1e-9);
        assertSame(best, balance.best(queue, 0.9, 0.2), "0.6 and 0.5");
    }

    @Test
    void noRunMovesUnlessTheGreaterNeedFallsByAFifth() {
        needs(0.45);
        needs(0.45);
        assertNull(balance.best(queue, 0.9, 0.28), "0.45 and 0.73");
        assertSame(queue.get(0), balance.best(queue, 0.9, 0.26), "0.45 and 0.71");
        assertNull(balance.best(queue, 0.9, 0.9));
    }

    @Test
    void atMostOneRunMovesInASecond() {
        assertTrue(balance.begin(START));
        assertFalse(balance.begin(START));
        assertFalse(balance.begin(START + SECOND - 1));
        assertTrue(balance.begin(START + SECOND));
        assertFalse(balance.begin(START + SECOND + 1));
    }
}
