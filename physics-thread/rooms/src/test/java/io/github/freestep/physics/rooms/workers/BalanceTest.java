package io.github.freestep.physics.rooms.workers;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.internal.FineTimer;
import io.github.freestep.physics.thread.SystemRequests;
import io.github.freestep.physics.thread.WorkerSettings;
import io.github.freestep.time.NanoClock;
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
        ScriptedRun run = new ScriptedRun(0, false);
        run.plan().planBegin(0);
        run.groupPlan().cost.add((long) (part * 10_000_000), 1);
        run.groupPlan().endWindow();
        queue.join(run);
        return run;
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
    void noRunMovesFromAnIdleWorkerOrToTheSameOne() {
        NanoClock clock = NanoClock.system();
        WorkerSettings settings = new WorkerSettings("test", clock, 5, FineTimer.system(), SystemRequests.NONE);
        Worker[] workers = {new Worker(settings), new Worker(settings)};
        workers[0].startOnce();
        Balance atAnyNeed = new Balance(workers, clock, -1, 1, 0);
        Balance ifBusy = new Balance(workers, clock, 0, 1, 0);
        assertSame(workers[0], atAnyNeed.lightest(workers[1], clock.nanoTime()));
        assertNull(ifBusy.lightest(workers[1], clock.nanoTime()), "it needs nothing");
        assertNull(atAnyNeed.lightest(workers[0], clock.nanoTime()), "the other has not begun");
        workers[0].end();
        assertTrue(workers[0].awaitEnd(60 * SECOND));
    }

    @Test
    void onlyACallOfMoreThan100MillisMayHang() {
        Turns<Run> turns = new Turns<>();
        long turn = turns.enter(new ScriptedRun(0, false), START);
        assertFalse(turns.isLong(START + SECOND / 10));
        assertTrue(turns.isLong(START + SECOND / 10 + 1));
        assertTrue(turns.end(turn));
        assertFalse(turns.isLong(START + SECOND));
    }

    @Test
    void noRunIsHandedToAWorkerThatHasEnded() {
        Members members = new Members();
        assertTrue(members.tryAdd());
        members.end();
        assertFalse(members.endIfEmpty());
        members.remove();
        assertTrue(members.endIfEmpty());
        assertFalse(members.tryAdd());
        assertTrue(members.hasEnded());
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
