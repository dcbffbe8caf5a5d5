package io.github.freestep.physics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.time.VirtualClock;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;

/** Ends a run that was never started, on the test's thread. */
class RunEndTest {
    private final VirtualClock clock = new VirtualClock(0);
    private final ServiceRun run =
            new ServiceRun(PhysicsService.builder(new Falling()).clock(clock).setup());

    /** Returns the future of a command that waits. */
    private CompletableFuture<Integer> waiting() {
        return run.commands.call(world -> 1);
    }

    private static Throwable failure(CompletableFuture<?> future) {
        return assertThrows(CompletionException.class, future::join).getCause();
    }

    @Test
    void aClosedRunIsTheCauseOfItsRejections() {
        CompletableFuture<Integer> future = waiting();
        assertFalse(run.end.hasEnded());
        assertTrue(run.core.inputs().port().action(1, 1));
        run.end.end(null);
        assertTrue(run.end.hasEnded());
        assertFalse(run.core.inputs().port().action(1, 1));
        assertNull(run.end.failure());
        Throwable rejected = assertInstanceOf(RejectedExecutionException.class, failure(future));
        assertEquals("the physics service ended before this ran", rejected.getMessage());
        assertEquals("the physics service was closed", rejected.getCause().getMessage());
        assertEquals(0, rejected.getStackTrace().length, "it would show where the exception was preallocated");
        assertEquals(0, rejected.getCause().getStackTrace().length);
    }

    @Test
    void theCauseOfTheFirstEndStays() {
        Exception first = new Exception("first");
        CompletableFuture<Integer> future = waiting();
        run.end.end(first);
        run.end.end(new Exception("second"));
        run.end.end(null);
        assertSame(first, run.end.failure());
        assertSame(first, failure(future).getCause());
    }

    /** Null is a part that fails. */
    @Test
    void eachPartEndsEvenIfOthersFail() {
        assertOthersEnd(null, null);
        assertOthersEnd(null, run.commands);
        assertOthersEnd(run.controls, null);
    }

    private void assertOthersEnd(TimeControls controls, Commands commands) {
        ServiceRun whole = new ServiceRun(
                PhysicsService.builder(new Falling()).clock(clock).setup());
        EventReader reader = whole.core.events().with().open();
        RunEnd end = new RunEnd(whole.core, controls, commands, whole.callbacks);
        assertThrows(NullPointerException.class, () -> end.end(null));
        assertTrue(end.hasEnded());
        assertFalse(whole.core.inputs().port().action(1, 1));
        reader.poll(event -> {});
        assertFalse(reader.isOpen());
        whole.callbacks.request();
        assertEquals(Thread.State.NEW, whole.callbacks.thread().getState(), "no thread completes later requests");
    }

    @Test
    void commandsEndEvenIfChangesOfTimeFail() {
        CompletableFuture<Integer> future = waiting();
        RunEnd end = new RunEnd(run.core, null, run.commands, run.callbacks);
        assertThrows(NullPointerException.class, () -> end.end(null));
        assertInstanceOf(RejectedExecutionException.class, failure(future));
    }
}
