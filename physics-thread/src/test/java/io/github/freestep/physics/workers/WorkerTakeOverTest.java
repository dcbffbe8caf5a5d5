package io.github.freestep.physics.workers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.internal.FineTimer;
import io.github.freestep.testing.Await;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A call that hangs lets another thread take over the worker. Mostly, the thread of the test runs the worker, and the
 * call asks for the take-over itself: it returns after it, as a call that has hung does.
 */
@Timeout(120)
class WorkerTakeOverTest {
    private final WorkerClock clock = new WorkerClock();
    private final FineTimer timer = new FineTimer("Windows 11");
    private final Worker worker = new Worker(null, "freestep-hung", clock, 5, timer, ThreadRequests.NONE);
    private final Thread first = worker.thread();
    private final List<ScriptedRun> runs = new ArrayList<>();
    private final ScriptedRun hanging = run();
    private final ScriptedRun other = run();

    private ScriptedRun run() {
        ScriptedRun run = new ScriptedRun();
        run.stopAll = this::stopAll;
        runs.add(run);
        return run.startAt(worker);
    }

    private void stopAll() {
        runs.forEach(ScriptedRun::stop);
        worker.end();
    }

    @AfterEach
    void allEnd() {
        runs.forEach(ScriptedRun::check);
        stopAll();
        runs.forEach(run -> Await.until(run::hasLeft));
        Await.until(() -> successors().isEmpty(), this::successors);
        Await.until(() -> timer.sleeper() == null);
        runs.forEach(ScriptedRun::check);
    }

    private List<String> successors() {
        List<String> names = new ArrayList<>();
        for (Thread thread : Thread.getAllStackTraces().keySet()) {
            if (thread.getName().startsWith("freestep-hung")) {
                names.add(thread.getName());
            }
        }
        return names;
    }

    private void takeOver() {
        worker.takeOver(worker.turn());
    }

    /** Runs the worker on this thread until its last run on this thread has ended. */
    private void runHere() {
        worker.run();
        assertNull(hanging.failure);
    }

    private static void awaitTurn(ScriptedRun run) {
        int turns = run.turns;
        Await.until(() -> run.turns > turns + 1);
    }

    /** Ends the run that hung in its nth turn. */
    private Runnable inTurns(int last, Runnable inFirst) {
        return () -> {
            if (hanging.turns == 1) {
                inFirst.run();
            } else if (hanging.turns == last) {
                hanging.stop();
            }
        };
    }

    @Test
    void theOthersGoOnOnANewThreadAndTheRunThatHungOnItsOwn() {
        hanging.inTurn = inTurns(4, () -> {
            takeOver();
            awaitTurn(other);
            assertEquals("freestep-hung-2", other.turnedBy.getName());
            assertSame(worker.thread(), other.turnedBy);
            assertTrue(other.turnedBy.isDaemon());
            assertTrue(other.runsOn(other.turnedBy));
            assertEquals(1, worker.members());
            assertSame(hanging.alone, hanging.worker());
            assertSame(first, hanging.worker().thread());
            assertTrue(hanging.worker().isAlone());
            assertEquals(1, hanging.released);
        });
        runHere();
        assertEquals(4, hanging.turns);
        assertSame(Thread.currentThread(), hanging.turnedBy);
        assertTrue(hanging.hasLeft());
        assertNull(hanging.dismissed);
        assertEquals(1, hanging.share);
        assertNull(hanging.worker().current());
        awaitTurn(other);
        assertNotSame(Thread.currentThread(), other.turnedBy);
        assertNotNull(timer.sleeper(), "the others still need it");
        assertNull(other.alone);
        assertNull(other.failure);
        assertEquals(0, other.released);
    }

    @Test
    void theTimerStaysFineUntilTheRunThatHungHasEnded() {
        List<Boolean> fine = new ArrayList<>();
        hanging.inTurn = inTurns(3, this::takeOver);
        hanging.planning = () -> {
            if (hanging.plans == 1) {
                other.stop();
                worker.end();
                Await.until(() -> successors().isEmpty());
                fine.add(timer.sleeper() != null);
            }
        };
        runHere();
        assertEquals(List.of(true), fine);
        assertNull(timer.sleeper());
    }

    @Test
    void theNewThreadMayHangAsWell() {
        ScriptedRun third = run();
        boolean[] hung = new boolean[1];
        other.inTurn = () -> {
            if (worker.members() == 2 && !hung[0]) {
                hung[0] = true;
                takeOver();
                awaitTurn(third);
            }
        };
        hanging.inTurn = inTurns(3, () -> {
            takeOver();
            Await.until(() -> other.alone != null);
        });
        runHere();
        awaitTurn(third);
        awaitTurn(other);
        assertEquals("freestep-hung-3", third.turnedBy.getName());
        assertEquals("freestep-hung-2", other.turnedBy.getName());
        assertEquals(1, worker.members());
    }

    @Test
    void aRunThatHungInAWarmUpIsNextCalledWhenItsTickIsDue() {
        clock.earlyNanos = 1_000;
        Thread here = Thread.currentThread();
        long[] dueNanos = new long[1];
        hanging.inWarmUp = () -> {
            if (hanging.alone == null) {
                dueNanos[0] = hanging.plan().wakeNanos();
                takeOver();
                awaitTurn(other);
            }
        };
        long[] turnedNanos = new long[1];
        hanging.inTurn = () -> {
            // The other run came first, so the worker waits for each of the two.
            clock.advance(hanging.turns == 1 ? 2_000_000 : 0);
            if (hanging.alone != null) {
                assertSame(here, Thread.currentThread());
                turnedNanos[0] = clock.nanoTime();
                hanging.stop();
            }
        };
        runHere();
        assertTrue(turnedNanos[0] >= dueNanos[0], () -> turnedNanos[0] + " ns, due at " + dueNanos[0]);
        awaitTurn(other);
    }

    @Test
    void onlyTheTurnThatStillHangsIsTakenOver() {
        long[] earlier = new long[1];
        hanging.planning = this::takeOver;
        hanging.inTurn = () -> {
            if (hanging.turns == 1) {
                earlier[0] = worker.turn();
            } else {
                assertEquals(1, worker.turn() & 1, "odd in user code");
                worker.takeOver(earlier[0]);
                worker.takeOver(worker.turn() + 2);
                worker.takeOver(worker.turn() - 1);
                hanging.stop();
                other.stop();
            }
        };
        worker.end();
        runHere();
        assertNull(hanging.alone);
        assertNull(other.alone);
        assertSame(first, worker.thread());
    }

    /** The call returns after the take-over was prepared, and before it is done. */
    @Test
    void aCallThatReturnsInTimeKeepsAllRuns() {
        AtomicBoolean returns = new AtomicBoolean();
        hanging.preparing = () -> {
            long turn = worker.turn();
            returns.set(true);
            Await.until(() -> worker.turn() != turn);
        };
        hanging.inTurn = () -> Await.until(returns::get);
        worker.startOnce();
        Await.until(() -> hanging.turns == 1);
        takeOver();
        assertNotNull(hanging.alone);
        assertSame(hanging.alone, hanging.dismissed);
        assertSame(worker, hanging.worker());
        assertSame(first, worker.thread());
        assertEquals(2, worker.members());
        assertEquals(List.of("freestep-hung"), successors());
        awaitTurn(hanging);
        awaitTurn(other);
        assertSame(first, hanging.turnedBy);
    }

    @Test
    void aTakeOverWithoutMemoryChangesNothingAndAnotherMayFollow() {
        hanging.preparing = () -> {
            hanging.preparing = () -> {};
            throw new OutOfMemoryError("for the test");
        };
        hanging.inTurn = inTurns(2, () -> {
            takeOver();
            assertNotNull(hanging.dismissed, "the worker that was prepared");
            assertSame(worker, hanging.worker());
            assertSame(first, worker.thread());
            assertEquals(List.of(), successors());
            takeOver();
            assertEquals("freestep-hung-2", worker.thread().getName());
        });
        runHere();
        awaitTurn(other);
    }

    /** It fails once, as the run that hung goes on. The others go on as well. */
    @Test
    void aFailingClockEndsTheRunThatHung() {
        RuntimeException failure = new IllegalStateException("no time");
        Thread here = Thread.currentThread();
        hanging.inTurn = () -> {
            takeOver();
            awaitTurn(other);
            clock.reading = () -> {
                if (Thread.currentThread() == here) {
                    clock.reading = () -> {};
                    throw failure;
                }
            };
        };
        worker.run();
        assertSame(failure, hanging.failure);
        assertEquals(2, hanging.turns);
        assertTrue(hanging.hasLeft());
        awaitTurn(other);
        assertNull(other.failure);
    }

    /** The other run has joined before, because its signal is the newest. */
    @Test
    void aFailingClockOfTheNewThreadLeavesTheRunThatHung() {
        RuntimeException failure = new IllegalStateException("no time");
        hanging.inTurn = inTurns(3, () -> {
            Thread here = Thread.currentThread();
            clock.reading = () -> {
                if (Thread.currentThread() != here) {
                    clock.reading = () -> {};
                    throw failure;
                }
            };
            takeOver();
            Await.until(other::hasLeft);
            assertFalse(hanging.hasLeft());
        });
        runHere();
        assertSame(failure, other.failure);
        assertEquals(3, hanging.turns);
    }

    /** While the clock fails, the worker ends the runs that have signalled, one after the other. */
    @Test
    void theRunsBehindOneThatHangsAsItEndsGoOn() {
        RuntimeException failure = new IllegalStateException("no time");
        clock.failOnce(failure);
        ScriptedRun[] ended = new ScriptedRun[1];
        for (ScriptedRun run : runs) {
            run.inFailedTurn = () -> {
                ended[0] = run;
                takeOver();
                awaitTurn(run == hanging ? other : hanging);
            };
        }
        worker.run();
        assertSame(failure, ended[0].failure);
        assertTrue(ended[0].hasLeft());
        ScriptedRun kept = ended[0] == hanging ? other : hanging;
        assertNull(kept.failure);
        assertFalse(kept.hasLeft());
        awaitTurn(kept);
    }

    /** A signal that waits at the worker as a run hangs. The new thread then hangs as well. */
    @Test
    void aSignalReachesTheRunThatHungBeforeTheNewThreadCallsARun() {
        hanging.rests = true;
        boolean[] signalled = new boolean[1];
        other.inTurn = () -> Await.until(() -> hanging.turns != 1);
        hanging.inTurn = inTurns(2, () -> {
            hanging.signal();
            takeOver();
            signalled[0] = true;
        });
        runHere();
        assertTrue(signalled[0]);
        assertEquals(2, hanging.turns);
    }
}
