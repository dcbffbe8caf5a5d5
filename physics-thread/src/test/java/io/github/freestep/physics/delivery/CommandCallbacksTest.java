package io.github.freestep.physics.delivery;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.testing.Await;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Futures without a service: who completes them, which threads may wait for them, and how many may wait. */
@Timeout(120)
class CommandCallbacksTest {
    private static final long LIMIT = TimeUnit.SECONDS.toNanos(40);
    private static final int MOST_PENDING = 3;

    /** Stands for the physics thread. It never runs. */
    private final Thread physics = new Thread(() -> {});

    private final Thread other = new Thread(() -> {});
    private final DeliveryThread thread = new DeliveryThread("own", false);
    private final CommandCallbacks callbacks = with(thread, null);
    private final Queue<Runnable> tasks = new ArrayDeque<>();
    private final List<String> log = Collections.synchronizedList(new ArrayList<>());

    /** Blocks callbacks that hang. */
    private final CountDownLatch gate = new CountDownLatch(1);

    /** Creates callbacks; without a thread, for the owner of a stepper. */
    private CommandCallbacks with(@Nullable DeliveryThread delivery, @Nullable Executor executor) {
        return new CommandCallbacks(physics::equals, MOST_PENDING, delivery, executor, () -> 0);
    }

    @AfterEach
    void end() {
        gate.countDown();
        callbacks.end();
        assertTrue(callbacks.awaitEnd(LIMIT));
    }

    /** A request without a world. */
    private static class Request extends Reply<String> {
        Request(CommandCallbacks callbacks) {
            super(callbacks);
        }
    }

    private static Request carryOut(CommandCallbacks by) {
        by.request();
        Request request = new Request(by);
        request.succeed("done");
        by.add(request);
        return request;
    }

    private void carryOutAndThen(CommandCallbacks by, Runnable callback) {
        by.request();
        Request request = new Request(by);
        request.thenRun(callback);
        by.add(request);
    }

    private void carryOutAndLog(CommandCallbacks by, String name) {
        carryOutAndThen(by, () -> log.add(name));
    }

    /** Carries out a request whose callback hangs once the thread takes it. */
    private void hangIn(CommandCallbacks by) {
        carryOutAndThen(by, () -> {
            log.add("hangs");
            awaitGate();
        });
        Await.until(() -> log.contains("hangs"));
    }

    private void awaitGate() {
        try {
            assertTrue(gate.await(60, TimeUnit.SECONDS));
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void theEndMayFindARequestThatWasRefused() {
        callbacks.request();
        Request request = new Request(callbacks);
        request.completeExceptionally(new IllegalStateException("has ended"));
        callbacks.add(request);
        callbacks.end();
        assertTrue(callbacks.awaitEnd(LIMIT));
        assertTrue(request.isCompletedExceptionally());
    }

    @Test
    void onlyAThreadThatCompletesAFutureMustNotWaitForIt() {
        assertTrue(callbacks.wouldDeadlock(thread.thread(), false));
        assertTrue(callbacks.wouldDeadlock(thread.thread(), true));
        assertTrue(callbacks.wouldDeadlock(physics, false));
        assertFalse(callbacks.wouldDeadlock(physics, true), "our thread runs the callbacks that remain");
        assertFalse(callbacks.wouldDeadlock(other, false));
    }

    @Test
    void theThreadOfTheExecutorMustNotWaitWhileItRunsCallbacks() {
        CommandCallbacks onExecutor = with(thread, tasks::add);
        Thread executes = Thread.currentThread();
        List<Boolean> deadlocks = new ArrayList<>();
        carryOutAndThen(onExecutor, () -> {
            deadlocks.add(onExecutor.wouldDeadlock(executes, true));
            assertSame(executes, onExecutor.thread(), "the one to name if the callback hangs");
            log.add("ran");
        });
        tasks.remove().run();
        assertEquals(List.of("ran"), log);
        assertEquals(List.of(true), deadlocks);
        assertFalse(onExecutor.wouldDeadlock(executes, false));
        assertFalse(onExecutor.wouldDeadlock(thread.thread(), false), "our thread completes nothing");
        assertNull(onExecutor.hanging());
    }

    @Test
    void theOwnerOfAStepperMustNotWaitBecauseItRunsTheCallbacksItself() {
        CommandCallbacks ofOwner = with(null, tasks::add);
        assertTrue(ofOwner.wouldDeadlock(physics, false));
        assertTrue(ofOwner.wouldDeadlock(physics, true));
        assertFalse(ofOwner.wouldDeadlock(other, false));
        assertFalse(ofOwner.isCompletedBy(physics), "it is in no callback");
        Request request = carryOut(ofOwner);
        request.thenAccept(done -> log.add(request.join()));
        CompletableFuture<Void> derived = request.thenCompose(done -> new CompletableFuture<>());
        tasks.remove().run();
        assertEquals(List.of("done"), log, "it does not wait for a future that is done");
        assertThrows(TimeoutException.class, () -> derived.get(0, TimeUnit.SECONDS));
    }

    /** The owner of a stepper completes the futures of the requests that its callbacks make. */
    @Test
    void aCallbackInWhichAnotherFutureCompletesIsACallbackEvenAfterwards() {
        CommandCallbacks ofOwner = with(null, tasks::add);
        List<Boolean> deadlocks = new ArrayList<>();
        carryOutAndThen(ofOwner, () -> {
            carryOut(ofOwner);
            tasks.remove().run();
            deadlocks.add(ofOwner.wouldDeadlock(Thread.currentThread(), true));
        });
        tasks.remove().run();
        assertEquals(List.of(true), deadlocks);
    }

    @Test
    void anExecutorGetsAtMost64CallbacksAtATime() {
        CommandCallbacks onExecutor = with(thread, tasks::add);
        for (int i = 0; i < 65; i++) {
            carryOutAndLog(onExecutor, "done");
        }
        tasks.remove().run();
        assertEquals(64, log.size());
        tasks.remove().run();
        assertEquals(65, log.size());
        assertTrue(tasks.isEmpty());
    }

    @Test
    void aRequestAfterTheEndStartsNoThread() {
        callbacks.end();
        callbacks.request();
        assertFalse(thread.isOwnAlive());
    }

    @Test
    void theThreadOfAGroupServesOthersAfterTheEnd() throws InterruptedException {
        DeliveryThread shared = new DeliveryThread("shared", true);
        CommandCallbacks first = with(shared, null);
        CommandCallbacks second = with(shared, null);
        carryOut(second);
        hangIn(first);
        assertSame(shared.thread(), first.hanging());
        assertNull(second.hanging(), "a callback of the first holds it up");
        first.end();
        first.end();
        with(shared, null).end();
        assertFalse(first.hasEnded());
        gate.countDown();
        assertTrue(first.awaitEnd(LIMIT));
        shared.leave();
        shared.awaitEnd(LIMIT);
        assertTrue(shared.thread().isAlive(), "it only waits for the second to leave");
        second.end();
        shared.thread().join();
    }

    @Test
    void commandsHaveRoomUntilTooManyWaitForTheirCallbacks() {
        CommandCallbacks onExecutor = with(thread, tasks::add);
        for (int round = 0; round < 2; round++) {
            for (int i = 0; i < MOST_PENDING; i++) {
                assertTrue(onExecutor.hasRoom());
                carryOut(onExecutor);
            }
            assertFalse(onExecutor.hasRoom());
            assertTrue(onExecutor.hasEnded(), "close waits for no executor");
            tasks.remove().run();
        }
    }

    @Test
    void aFullHeapEndsNoPhysicsThread() {
        CommandCallbacks full = with(null, task -> {
            throw new OutOfMemoryError("for the test");
        });
        for (int i = 0; i < MOST_PENDING; i++) {
            assertFalse(carryOut(full).isDone());
        }
        assertTrue(full.hasRoom());
    }

    /** It has a thread, but throws because it could not start another. */
    @Test
    void anExecutorThatRunsATaskBeforeItThrowsHasTakenIt() {
        CommandCallbacks refused = with(thread, task -> {
            CompletableFuture.runAsync(task);
            Await.until(() -> log.contains("hangs"));
            throw new OutOfMemoryError("for the test");
        });
        hangIn(refused);
        carryOutAndLog(refused, "behind");
        assertEquals(List.of("hangs"), log);
        assertFalse(thread.isOwnAlive());
        gate.countDown();
        Await.until(() -> log.size() == 2);
        assertEquals(List.of("hangs", "behind"), log);
        refused.end();
        assertTrue(refused.awaitEnd(LIMIT));
    }

    @Test
    void closeWaitsForOurThreadInPlaceOfAnExecutorThatHasRefused() {
        CommandCallbacks refused = with(thread, Runnable::run);
        hangIn(refused);
        refused.end();
        assertFalse(refused.hasEnded());
        gate.countDown();
        assertTrue(refused.awaitEnd(LIMIT));
    }

    @Test
    void oneThreadReplacesAnExecutorThatHasRefused() {
        CommandCallbacks refused = with(thread, Runnable::run);
        Set<Thread> ran = Collections.synchronizedSet(new HashSet<>());
        for (int i = 1; i <= 3; i++) {
            int runs = i;
            carryOutAndThen(refused, () -> {
                ran.add(Thread.currentThread());
                log.add("ran");
            });
            Await.until(() -> log.size() == runs);
            Await.until(() -> thread.thread().getState() == Thread.State.WAITING);
        }
        assertEquals(Set.of(thread.thread()), ran);
        assertSame(thread.thread(), refused.hanging(), "the one to name if it does not end");
        refused.end();
        assertTrue(refused.awaitEnd(LIMIT));
    }

    /** Its share has already run, so another thread hands over the next one meanwhile. */
    @Test
    void aThreadThatIsStillInTheExecutorLetsNoOtherRunCallbacks() {
        CountDownLatch ran = new CountDownLatch(1);
        CommandCallbacks refused = with(thread, task -> {
            if (ran.getCount() > 0) {
                Thread runs = new Thread(task);
                runs.start();
                Await.until(() -> !runs.isAlive());
                ran.countDown();
                awaitGate();
            } else {
                gate.countDown();
                Await.until(() -> log.contains("returned"));
                task.run();
            }
        });
        CompletableFuture.runAsync(() -> {
            carryOutAndLog(refused, "ran");
            log.add("returned");
        });
        Await.until(() -> ran.getCount() == 0);
        carryOutAndThen(refused, () -> log.add(Thread.currentThread().getName()));
        Await.until(() -> log.size() == 3);
        assertEquals(List.of("ran", "returned", "own"), log);
        refused.end();
    }

    /** A physics thread that hangs in the executor may go on after another thread has ended the run. */
    @Test
    void anExecutorThatRefusesAfterTheEndLeavesNoThreadBehind() {
        CountDownLatch executes = new CountDownLatch(1);
        CommandCallbacks refused = with(thread, task -> {
            executes.countDown();
            awaitGate();
            task.run();
        });
        CompletableFuture<Void> added = CompletableFuture.runAsync(() -> carryOutAndLog(refused, "done"));
        Await.until(() -> executes.getCount() == 0);
        refused.end();
        gate.countDown();
        added.join();
        Await.until(() -> log.size() == 1);
        assertTrue(refused.awaitEnd(LIMIT));
        carryOutAndLog(refused, "late");
        Await.until(() -> log.size() == 2);
        assertTrue(refused.awaitEnd(LIMIT));
    }
}
