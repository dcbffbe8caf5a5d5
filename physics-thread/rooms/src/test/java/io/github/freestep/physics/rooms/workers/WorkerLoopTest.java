package io.github.freestep.physics.rooms.workers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.internal.FineTimer;
import io.github.freestep.physics.thread.SystemRequests;
import io.github.freestep.physics.thread.WorkerClock;
import io.github.freestep.physics.thread.WorkerSettings;
import io.github.freestep.physics.thread.WorkerWaits;
import io.github.freestep.testing.Await;
import io.github.freestep.time.VirtualClock;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The loop of a worker of a group, mostly on the thread of the test. */
@Timeout(240)
class WorkerLoopTest {
    private final WorkerClock clock = new WorkerClock();
    private final RuntimeException noTime = new IllegalStateException("no time");
    private final Worker worker = worker("freestep-loop");
    private final List<ScriptedRun> runs = new ArrayList<>();

    private Worker worker(String name) {
        return new Worker(new WorkerSettings(name, clock, 5, FineTimer.system(), SystemRequests.NONE));
    }

    private ScriptedRun run() {
        ScriptedRun run = new ScriptedRun();
        run.stopAll = () -> runs.forEach(ScriptedRun::stop);
        runs.add(run);
        return run;
    }

    private ScriptedRun started() {
        ScriptedRun run = run();
        worker.place();
        run.placeAt(worker);
        return run.startAtWorker();
    }

    /** Ends a run in its nth turn. */
    private static void stopIn(ScriptedRun run, int turn) {
        run.inTurn = () -> {
            if (run.turns == turn) {
                run.stop();
            }
        };
    }

    private void runHere() {
        worker.end();
        worker.run();
    }

    @AfterEach
    void isInOrder() {
        runs.forEach(ScriptedRun::check);
        assertFalse(Thread.interrupted());
    }

    /** A signal of it still waits at the worker that it has left. */
    private ScriptedRun moved(Worker to) {
        ScriptedRun run = started();
        to.place();
        run.moveTo(to);
        worker.withdraw();
        stopIn(run, 2);
        return run;
    }

    private void assertRunsAt(ScriptedRun run, Worker to) {
        to.end();
        to.run();
        assertEquals(2, run.turns);
        assertNull(run.failure);
        assertTrue(run.hasLeft());
    }

    @ParameterizedTest
    @ValueSource(strings = {"goes on", "ends", "has no clock"})
    void aSignalFollowsARunThatHasMoved(String worker) {
        Worker other = worker("freestep-other");
        ScriptedRun run = moved(other);
        if (!worker.equals("ends")) {
            stopIn(started(), 2);
        }
        if (worker.equals("has no clock")) {
            clock.failOnce(noTime);
        }
        runHere();
        assertEquals(0, run.turns);
        assertRunsAt(run, other);
    }

    /** The thread that signals has read the worker of the run before the run moved and the worker ended. */
    @Test
    void aSignalThatComesToAWorkerThatHasEndedIsPassedOn() {
        runHere();
        Worker other = worker("freestep-other");
        other.place();
        ScriptedRun run = run();
        run.placeAt(other);
        run.markStarted();
        stopIn(run, 2);
        worker.signal(run);
        assertRunsAt(run, other);
    }

    /** Otherwise, a signal that comes just before the worker marks its sleep would wait for 10 s. */
    @Test
    void aWorkerDoesNotSleepWhileASignalWaits() {
        VirtualClock still = new VirtualClock(0);
        WorkerSettings settings =
                new WorkerSettings("freestep-loop", still, 5, FineTimer.system(), SystemRequests.NONE);
        Signals<Run> signals = new Signals<>();
        signals.add(run());
        signals.sleep(new WorkerWaits(settings), new Members(), true);
        assertEquals(0, still.nanoTime());
    }

    /** Starts a run that needs half of a core, and ends in its 100th turn. */
    private ScriptedRun needsHalf(Runnable inLastTurn) {
        worker.balanceBy(new Balance(new Worker[] {worker}, clock));
        ScriptedRun run = started();
        run.inTurn = () -> {
            clock.advance(ScriptedRun.TICK_NANOS / 2);
            if (run.turns == 100) {
                inLastTurn.run();
                run.stop();
            }
        };
        return run;
    }

    @Test
    void aWorkerInItsPlaceBeginsWithItsLoad() {
        needsHalf(() -> {
            Worker next = worker.next(1);
            assertEquals(0.5, next.demand, 0.01);
            assertEquals(333, next.load.perMille, 10);
        });
        runHere();
    }

    @Test
    void aWorkerWithoutRunsNeedsNothing() {
        ScriptedRun run = needsHalf(() -> assertEquals(0.5, worker.demand, 0.01));
        worker.startOnce();
        Await.until(() -> run.hasLeft() && worker.demand == 0);
        assertEquals(0, worker.load.perMille);
        worker.end();
        assertTrue(worker.awaitEnd(60_000_000_000L));
    }

    @Test
    void aTurnThatThrowsEndsAsWell() {
        ScriptedRun stays = started();
        ScriptedRun breaks = started();
        breaks.breaks = true;
        stays.inTurn = () -> {
            assertEquals(1, worker.turn() & 1, "odd in user code");
            if (stays.turns == 3) {
                stays.stop();
            }
        };
        stays.planning = () -> assertEquals(0, worker.turn() & 1, "even outside of user code");
        runHere();
        assertEquals(1, breaks.turns);
        assertTrue(breaks.hasLeft());
        assertEquals(3, stays.turns);
    }
}
