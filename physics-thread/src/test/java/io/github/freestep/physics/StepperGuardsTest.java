package io.github.freestep.physics;

import static io.github.freestep.testing.Refused.failureElsewhere;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.testing.Await;
import io.github.freestep.time.Ratio;
import io.github.freestep.time.VirtualClock;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** Calls that a stepper refuses. A refused call changes nothing. */
class StepperGuardsTest {
    private static final long MILLI = 1_000_000;

    private final Falling world = new Falling();
    private final VirtualClock clock = new VirtualClock(0);
    private final InlineStepper stepper = builder(world).inline();

    private PhysicsBuilder builder(Simulation simulation) {
        return new PhysicsBuilder(simulation).rate(100).clock(clock);
    }

    private final Command submitted = c -> c.world(Falling.class).kicks++;

    private List<Runnable> calls() {
        return List.of(() -> stepper.advance(10 * MILLI), stepper::advanceTick);
    }

    /** Requests are refused in a step, and wait if another thread makes them. */
    private List<Supplier<CompletableFuture<Void>>> requests() {
        return List.of(
                stepper::pause,
                () -> stepper.pauseAndStep(1),
                stepper::resume,
                () -> stepper.timeScale(Ratio.of(2)),
                () -> stepper.submit(submitted));
    }

    /** Waits for {@link #requests}. The resume discards the step before it. */
    private static void joinAll(List<CompletableFuture<Void>> asked) {
        CompletableFuture<Void> step = asked.get(1);
        assertThrows(CompletionException.class, step::join);
        asked.stream().filter(future -> future != step).forEach(CompletableFuture::join);
    }

    @Test
    void everyCallOfAnotherThreadIsRefusedAndChangesNothing() {
        stepper.advance(10 * MILLI);
        for (Runnable call : calls()) {
            Throwable refused = failureElsewhere(call);
            assertInstanceOf(IllegalStateException.class, refused);
            assertTrue(refused.getMessage().startsWith("this stepper must be used by Thread["), refused::getMessage);
        }
        assertEquals(1, world.steps);
        assertEquals(1, stepper.advance(10 * MILLI));
    }

    @Test
    void aStepperThatIsReleasedBelongsToTheNextThread() {
        List<EventSink> events = new ArrayList<>();
        List<CompletableFuture<Void>> asked = new ArrayList<>();
        world.during = tick -> events.add(tick.events());
        stepper.advance(10 * MILLI);
        assertNull(failureElsewhere(() -> asked.add(stepper.submit(submitted))));
        stepper.release();
        assertTrue(asked.get(0).isDone());
        assertNull(failureElsewhere(() -> {
            stepper.submit(c -> events.get(0).user(1, 0, 0, 0, 0, 0, 0)).join();
            stepper.advance(10 * MILLI);
            stepper.release();
        }));
        assertEquals(1, stepper.advance(10 * MILLI));
    }

    @Test
    void aWorldThatFailsOnTheNextThreadEndsItsStepper() {
        Thread only = Thread.currentThread();
        Falling bound = new Falling() {
            @Override
            public void run(Command command, PhysicsContext context) {
                if (Thread.currentThread() != only) {
                    throw new IllegalStateException("of one thread");
                }
            }
        };
        InlineStepper owned = builder(bound).inline();
        owned.advance(10 * MILLI);
        owned.release();
        Throwable thrown = failureElsewhere(() -> owned.advance(10 * MILLI));
        assertEquals("of one thread", thrown.getCause().getMessage());
        assertSame(thrown, owned.failure());
        assertEquals(1, bound.closes);
    }

    @Test
    void aStepperOutlivesItsThread() {
        assertNull(failureElsewhere(() -> stepper.advance(10 * MILLI)));
        assertEquals(1, stepper.advance(10 * MILLI));
    }

    /** Starts a thread that carries out a command, and ends it as soon as the latch opens. */
    private Thread loader(CountDownLatch end) throws InterruptedException {
        CountDownLatch begun = new CountDownLatch(1);
        Thread loader = new Thread(() -> stepper.submit(c -> {
            begun.countDown();
            end.await();
        }));
        loader.start();
        begun.await();
        return loader;
    }

    @Test
    void aRequestThatComesDuringOneOfALoaderIsCarriedOutAfterIt() throws Exception {
        CountDownLatch end = new CountDownLatch(1);
        Thread loader = loader(end);
        List<CompletableFuture<Void>> asked = List.of(stepper.submit(submitted), stepper.pauseAndStep(3));
        end.countDown();
        loader.join();
        asked.forEach(future -> assertTrue(future.isDone()));
        assertEquals(1, world.kicks);
        assertEquals(3, world.steps);
    }

    @Test
    void theFirstAdvanceWaitsForTheRequestOfALoader() throws Exception {
        CountDownLatch end = new CountDownLatch(1);
        loader(end);
        Thread main = Thread.currentThread();
        new Thread(() -> {
                    Await.until(() -> main.getState() == Thread.State.TIMED_WAITING);
                    end.countDown();
                })
                .start();
        assertEquals(1, stepper.advance(10 * MILLI));
    }

    @Test
    void requestsOfOtherThreadsWaitForTheOwnersNextCall() {
        stepper.advance(10 * MILLI);
        List<CompletableFuture<Void>> asked = new ArrayList<>();
        List<Thread> calledBack = new ArrayList<>();
        assertNull(failureElsewhere(() -> {
            for (Supplier<CompletableFuture<Void>> request : requests()) {
                asked.add(request.get());
            }
            asked.get(4).thenRun(() -> calledBack.add(Thread.currentThread()));
        }));
        asked.forEach(future -> assertFalse(future.isDone()));
        assertEquals(1, world.steps);
        assertEquals(0, world.kicks);
        assertThrows(IllegalStateException.class, asked.get(4)::join, "only this thread can complete it");
        assertEquals(2, stepper.advance(10 * MILLI), "at twice the speed");
        joinAll(asked);
        assertEquals(1, world.kicks);
        assertEquals(List.of(Thread.currentThread()), calledBack);
    }

    @Test
    void requestsThatWaitFailAtTheEnd() {
        stepper.advance(10 * MILLI);
        List<CompletableFuture<Void>> asked = new ArrayList<>();
        assertNull(failureElsewhere(() -> requests().forEach(request -> asked.add(request.get()))));
        stepper.close();
        assertNull(failureElsewhere(() -> requests().forEach(request -> asked.add(request.get()))));
        assertEquals(10, asked.size());
        for (CompletableFuture<Void> future : asked) {
            assertInstanceOf(
                    RejectedExecutionException.class,
                    assertThrows(CompletionException.class, future::join).getCause());
        }
        Throwable late =
                assertThrows(CompletionException.class, asked.get(9)::join).getCause();
        assertEquals(
                "the run has ended; start another to run commands, to pause, or to set the time scale",
                late.getMessage());
        assertEquals(0, world.kicks);
    }

    @Test
    void callsFromAStepAWriteOrACommandAreRefusedAndChangeNothing() {
        List<String> refusals = new ArrayList<>();
        for (Runnable call : calls()) {
            Runnable refused = () -> refusals.add(
                    assertThrows(IllegalStateException.class, call::run).getMessage());
            world.during = tick -> refused.run();
            world.writing = refused;
            assertEquals(1, stepper.advance(10 * MILLI));
            world.during = tick -> {};
            world.writing = () -> {};
            stepper.submit(c -> {
                        assertEquals(7, stepper.call(d -> 7).join());
                        refused.run();
                    })
                    .join();
        }
        assertEquals(3 * calls().size(), refusals.size());
        for (String refusal : refusals) {
            assertTrue(refusal.startsWith("a step or command must not advance"), refusal);
        }
        assertEquals(calls().size(), world.steps);
        assertEquals(1, stepper.advance(10 * MILLI));
    }

    @Test
    void aCommandThatClosesItsStepperIsTheLastAndTheWorldClosesAfterIt() throws Exception {
        List<CompletableFuture<Void>> late = new ArrayList<>();
        int closes = stepper.call(c -> {
                    stepper.submit(d -> stepper.close());
                    late.add(stepper.submit(d -> {}));
                    return world.closes;
                })
                .join();
        assertEquals(0, closes, "the command is still running");
        assertTrue(late.get(0).isCompletedExceptionally());
        assertEquals(1, world.closes);
        assertThrows(IllegalStateException.class, () -> stepper.advance(10 * MILLI));
    }

    @Test
    void noCommandOfAnotherThreadRunsAfterOneThatClosesTheStepper() {
        stepper.advance(0);
        List<CompletableFuture<Void>> asked = new ArrayList<>();
        assertNull(failureElsewhere(() -> {
            asked.add(stepper.submit(c -> stepper.close()));
            asked.add(stepper.submit(submitted));
        }));
        stepper.advance(0);
        asked.get(0).join();
        assertThrows(CompletionException.class, asked.get(1)::join);
        assertEquals(0, world.kicks);
    }

    @Test
    void anotherThreadMustNotCloseAStepperWhoseOwnerIsAlive() {
        stepper.advance(10 * MILLI);
        Throwable refused = failureElsewhere(stepper::close);
        assertInstanceOf(IllegalStateException.class, refused);
        assertTrue(refused.getMessage().startsWith("this stepper must be used by Thread["), refused::getMessage);
        assertEquals(0, world.closes);
        assertEquals(1, stepper.advance(10 * MILLI));
        stepper.close();
        assertNull(failureElsewhere(stepper::close), "a second close does nothing");
        assertEquals(1, world.closes);
    }

    @Test
    void anyThreadMayCloseAStepperThatWasNeverAdvancedOrWhoseOwnerHasEnded() {
        assertNull(failureElsewhere(stepper::close));
        assertEquals(1, world.closes);
        stepper.close();
        Falling other = new Falling();
        InlineStepper owned = builder(other).inline();
        assertNull(failureElsewhere(() -> owned.advance(10 * MILLI)));
        owned.close();
        assertEquals(1, other.closes);
    }
}
