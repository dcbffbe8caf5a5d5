package io.github.freestep.physics.rooms.workers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.internal.FineTimer;
import io.github.freestep.physics.OwnThreads;
import io.github.freestep.physics.thread.SystemRequests;
import io.github.freestep.physics.thread.WorkerClock;
import io.github.freestep.physics.thread.WorkerSettings;
import io.github.freestep.testing.Await;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A call that hangs keeps its worker, and all other runs move to a new one. Mostly, the thread of the test runs the
 * worker, and the call moves the others itself: it returns after that, as a call that has hung does.
 */
@Timeout(240)
class HungWorkerTest {
    private final WorkerClock clock = new WorkerClock();
    private final FineTimer timer = new FineTimer("Windows 11");
    private final Worker worker = new Worker(new WorkerSettings("freestep-hung", clock, 5, timer, SystemRequests.NONE));
    private final List<ScriptedRun> runs = new ArrayList<>();

    /** What happens just before the runs move. */
    private Runnable preparing = () -> {};

    private final Workers workers = new Workers(new Balance(new Worker[] {worker}, clock, 0, 100, 0), () -> {
        preparing.run();
        return runs.stream().filter(run -> !run.hasLeft()).toArray(Run[]::new);
    });

    private final ScriptedRun hanging = placed().startAtWorker();
    private final ScriptedRun other = placed().startAtWorker();

    private ScriptedRun placed() {
        ScriptedRun run = new ScriptedRun();
        run.stopAll = this::stopAll;
        runs.add(run);
        worker.place();
        run.placeAt(worker);
        return run;
    }

    private void stopAll() {
        runs.forEach(ScriptedRun::stop);
        workers.end();
    }

    @AfterEach
    void allEnd() {
        stopAll();
        runs.forEach(run -> Await.until(run::hasLeft));
        Await.until(() -> threads().isEmpty(), HungWorkerTest::threads);
        assertNull(timer.sleeper());
        runs.forEach(ScriptedRun::check);
        assertEquals(0, worker.members());
        assertEquals(0, present().members());
    }

    private static List<String> threads() {
        return OwnThreads.named("freestep-hung");
    }

    /** Returns the worker that has the place of the one that hangs. */
    private Worker present() {
        return workers.get(0);
    }

    private void moveOthers() {
        workers.moveOthers(worker, worker.turn());
    }

    /** Runs the worker on this thread until its last run has ended. */
    private void runHere() {
        worker.run();
        assertNull(hanging.failure);
        assertSame(worker, hanging.worker(), "it stays alone with its run");
    }

    private static void awaitTurn(ScriptedRun run) {
        int turns = run.turns;
        Await.until(() -> run.turns > turns + 1);
    }

    /** Ends the run that hung in its nth turn. */
    private Runnable inTurns(int last, Runnable inFirst) {
        return () -> {
            clock.advance(ScriptedRun.TICK_NANOS / 2);
            if (hanging.turns == 1) {
                inFirst.run();
            } else if (hanging.turns == last) {
                hanging.stop();
            }
        };
    }

    @Test
    void theNewWorkerMayHangAsWell() {
        ScriptedRun third = placed().startAtWorker();
        other.inTurn = () -> {
            if (other.worker() != worker && !other.worker().isAlone) {
                workers.moveOthers(other.worker(), other.worker().turn());
                awaitTurn(third);
            }
        };
        hanging.inTurn = inTurns(300, () -> {
            moveOthers();
            Await.until(() -> other.worker().isAlone);
        });
        runHere();
        awaitTurn(third);
        awaitTurn(other);
        assertEquals("freestep-hung-3", third.turnedBy.getName());
        assertEquals("freestep-hung-2", other.turnedBy.getName());
        assertEquals(1, present().members());
    }

    @Test
    void aMoveWithoutMemoryChangesNothingAndAnotherMayFollow() {
        preparing = () -> {
            preparing = () -> {};
            throw new OutOfMemoryError("for the test");
        };
        InheritableThreadLocal<String> local = new InheritableThreadLocal<>();
        local.set("of the caller");
        other.inTurn = () -> assertNull(other.worker() == worker ? null : local.get());
        hanging.inTurn = inTurns(2, () -> {
            moveOthers();
            assertFalse(worker.isAlone);
            assertSame(worker, present());
            assertEquals(List.of(), threads());
            moveOthers();
            assertEquals("freestep-hung-2", present().thread.getName());
        });
        runHere();
        awaitTurn(other);
    }

    /** The thread for set-ups ends a run before it takes the lock to withdraw it, so runs may move between the two. */
    @Test
    void aRunWhoseSetUpHasEndedItMovesLikeTheOthers() {
        ScriptedRun ended = placed();
        ended.goesOn = false;
        hanging.inTurn = inTurns(300, () -> {
            moveOthers();
            workers.withdraw(ended);
        });
        runHere();
        assertEquals(300, hanging.turns, "its worker has ended before it");
        awaitTurn(other);
    }

    /** A signal that waits at the worker as a run hangs. */
    @Test
    void noSignalIsLostInAMove() {
        hanging.rests = true;
        other.rests = true;
        int[] turns = new int[1];
        hanging.inTurn = inTurns(2, () -> {
            Await.until(() -> other.worker() == worker);
            hanging.signal();
            other.signal();
            moveOthers();
            Await.until(() -> other.turns > 0);
            Await.until(() -> WorkerClock.isAsleep(present().thread));
            // The sender has read the worker before the move.
            turns[0] = other.turns;
            worker.signal(other);
            Await.until(() -> other.turns > turns[0]);
        });
        runHere();
        assertEquals(2, hanging.turns, "its own signal came back to it");
    }

    /** A virtual clock leaps during a sleep, so the others would have a backlog of days. */
    @Test
    void theNewWorkerDoesNotSleepByItsClockWhileTheOthersAreAboutToJoin() {
        boolean[] leaps = new boolean[1];
        other.moving = () -> {
            other.moving = () -> {};
            Thread next = Thread.getAllStackTraces().keySet().stream()
                    .filter(thread -> thread.getName().equals("freestep-hung-2"))
                    .findFirst()
                    .orElseThrow();
            Await.until(() -> LockSupport.getBlocker(next) != null);
            // It may have gone to sleep before it had members.
            LockSupport.unpark(next);
            LockSupport.parkNanos(10_000_000);
            Await.until(() -> LockSupport.getBlocker(next) != null);
            leaps[0] = WorkerClock.isAsleep(next);
        };
        hanging.inTurn = inTurns(2, this::moveOthers);
        runHere();
        awaitTurn(other);
        assertFalse(leaps[0]);
    }

    /** It fails once, as the run that hung continues. The others continue as well. */
    @Test
    void aFailingClockEndsTheRunThatHung() {
        RuntimeException failure = new IllegalStateException("no time");
        Thread here = Thread.currentThread();
        hanging.inTurn = () -> {
            moveOthers();
            awaitTurn(other);
            clock.reading = () -> {
                if (Thread.currentThread() == here) {
                    clock.reading = () -> {};
                    throw failure;
                }
            };
        };
        worker.run();
        assertTrue(hanging.hasLeft());
        awaitTurn(other);
        assertNull(other.failure);
    }
}
