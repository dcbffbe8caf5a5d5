package io.github.freestep.physics.request;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.internal.problem.Problems;
import io.github.freestep.physics.Gate;
import io.github.freestep.physics.OwnThreads;
import io.github.freestep.physics.thread.DeliveryThread;
import io.github.freestep.testing.Await;
import io.github.freestep.testing.Printed;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Pattern;
import java.util.spi.ToolProvider;
import java.util.stream.Collectors;
import org.jctools.queues.atomic.MpscUnboundedAtomicArrayQueue;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Futures without a service: who completes them, which threads may wait for them, and how many may wait. */
@Timeout(240)
class CommandCallbacksTest {
    private static final long LIMIT = TimeUnit.SECONDS.toNanos(40);

    /** Stands for the physics thread. It never runs. */
    private final Thread physics = new Thread(() -> {});

    private final Thread other = new Thread(() -> {});
    private final DeliveryThread thread = DeliveryThread.of("own", false);
    private final CommandCallbacks callbacks = with(thread);
    private final List<String> log = Collections.synchronizedList(new ArrayList<>());

    /** Blocks callbacks that hang. */
    private final Gate gate = new Gate();

    /** Creates callbacks; without a thread, for the owner of a stepper. */
    private CommandCallbacks with(@Nullable DeliveryThread delivery) {
        CommandCallbacks made = unused(delivery);
        made.begin();
        return made;
    }

    private CommandCallbacks unused(@Nullable DeliveryThread delivery) {
        return new CommandCallbacks(
                physics::equals, () -> true, delivery, () -> 0, Problems.toLog().of(""));
    }

    @AfterEach
    void end() {
        gate.open();
        callbacks.end();
        assertTrue(callbacks.awaitEnd(LIMIT));
    }

    /** A request without a world, which cannot complete while the heap is full. */
    private static class Request extends Reply<String> {
        private static volatile boolean isHeapFull;

        Request(CommandCallbacks callbacks) {
            super(callbacks);
        }

        @Override
        protected @Nullable Throwable failure() {
            if (isHeapFull) {
                throw new OutOfMemoryError("for the test");
            }
            return super.failure();
        }
    }

    private static Request carryOut(CommandCallbacks by) {
        Request request = new Request(by);
        by.open.add(request);
        request.setValue("done");
        by.add(request);
        return request;
    }

    private void carryOutAndThen(CommandCallbacks by, Runnable callback) {
        Request request = new Request(by);
        by.open.add(request);
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
            gate.hang();
        });
        Await.until(() -> log.contains("hangs"));
    }

    /** The physics thread may run out of memory before it adds a request. */
    @Test
    void theEndFailsARequestThatWasNeverAdded() {
        Request request = new Request(callbacks);
        callbacks.open.add(request);
        callbacks.end();
        assertTrue(callbacks.awaitEnd(LIMIT));
        assertTrue(request.isCompletedExceptionally());
        // Otherwise, a group would keep its room, which could still have open futures.
        assertTrue(callbacks.open.isEmpty());
    }

    /**
     * In a group, two threads may take turns at once, if one has hung. The second one returns if it sees the first, so
     * the first must look for requests after it can no longer be seen; no test could hit the few nanoseconds between a
     * look before that and the return.
     */
    @Test
    void aTurnLooksForRequestsAfterItHasLetOthersCompleteThem() {
        StringWriter listing = new StringWriter();
        PrintWriter out = new PrintWriter(listing);
        String file = "target/classes/io/github/freestep/physics/request/CommandCallbacks.class";
        ToolProvider.findFirst("javap").orElseThrow().run(out, out, "-p", "-c", file);
        String share = listing.toString().split(" void takeTurn\\(\\);")[1].split("\n\n")[0];
        List<String> calls = Pattern.compile("Method (?:[\\w/]*/)?([\\w.]+):")
                .matcher(share)
                .results()
                .map(call -> call.group(1))
                .collect(Collectors.toList());
        assertEquals(
                List.of(
                        "AtomicBoolean.set",
                        "Thread.currentThread",
                        "AtomicReference.compareAndSet",
                        "complete",
                        "AtomicReference.set",
                        "MpscUnboundedAtomicArrayQueue.isEmpty",
                        "giveTurn"),
                calls);
    }

    @Test
    void theEndForgetsARequestThatWasCancelledAndNeverAdded() {
        Request request = new Request(callbacks);
        callbacks.open.add(request);
        request.cancel(true);
        callbacks.end();
        callbacks.awaitEnd(LIMIT);
        assertTrue(callbacks.open.isEmpty());
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
    void theOwnerOfAStepperMustNotWaitBecauseItRunsTheCallbacksItself() {
        CommandCallbacks ofOwner = with(null);
        assertTrue(ofOwner.wouldDeadlock(physics, false));
        assertTrue(ofOwner.wouldDeadlock(physics, true));
        assertFalse(ofOwner.wouldDeadlock(other, false));
        assertFalse(ofOwner.isCompletedBy(physics), "it is in no callback");
        Request request = carryOut(ofOwner);
        request.thenAccept(done -> log.add(request.join()));
        CompletableFuture<Void> derived = request.thenCompose(done -> new CompletableFuture<>());
        ofOwner.completeAll();
        assertEquals(List.of("done"), log, "it does not wait for a future that is done");
        assertThrows(TimeoutException.class, () -> derived.get(0, TimeUnit.SECONDS));
    }

    /** The owner of a stepper completes the futures of the requests that its callbacks make. */
    @Test
    void aCallbackInWhichAnotherFutureCompletesIsACallbackEvenAfterwards() {
        CommandCallbacks ofOwner = with(null);
        List<Boolean> deadlocks = new ArrayList<>();
        carryOutAndThen(ofOwner, () -> {
            carryOut(ofOwner);
            ofOwner.completeAll();
            deadlocks.add(ofOwner.wouldDeadlock(Thread.currentThread(), true));
        });
        ofOwner.completeAll();
        assertEquals(List.of(true), deadlocks);
    }

    @Test
    void aServiceOfAGroupCompletesAtMost64FuturesInATurn() {
        DeliveryThread shared = DeliveryThread.of("shared", true);
        CommandCallbacks first = with(shared);
        CommandCallbacks second = with(shared);
        hangIn(first);
        carryOutAndLog(second, "second");
        for (int i = 0; i < 64; i++) {
            carryOutAndLog(first, "first");
        }
        gate.open();
        Await.until(() -> log.size() == 66);
        assertEquals(64, log.indexOf("second"), "after the one that has hung and 63 others");
        first.end();
        second.end();
        shared.leave();
        Await.until(() -> OwnThreads.named("shared").isEmpty());
    }

    /** A task needs memory only while very many wait, so no test could fill the heap at the right moment. */
    private static final class Tasks extends MpscUnboundedAtomicArrayQueue<Runnable> {
        private volatile boolean isHeapFull;

        Tasks() {
            super(64);
        }

        @Override
        public boolean offer(Runnable task) {
            if (isHeapFull) {
                throw new OutOfMemoryError("for the test");
            }
            return super.offer(task);
        }
    }

    /** In a group, all other services would lose the thread. */
    @Test
    void aTurnForWhichThereIsNoMemoryEndsNoThread() throws ReflectiveOperationException {
        DeliveryThread shared = DeliveryThread.of("shared", true);
        Tasks tasks = new Tasks();
        Field field = DeliveryThread.class.getDeclaredField("tasks");
        field.setAccessible(true);
        field.set(shared, tasks);
        CommandCallbacks first = with(shared);
        hangIn(first);
        // The second turn waits already. The third one cannot be given.
        for (int i = 0; i < 3 * 64; i++) {
            carryOutAndLog(first, "first");
        }
        tasks.isHeapFull = true;
        gate.open();
        Await.until(() -> log.size() == 1 + 3 * 64);
        tasks.isHeapFull = false;
        carryOutAndLog(first, "afterwards");
        Await.until(() -> log.contains("afterwards"));
        first.end();
        shared.leave();
        Await.until(() -> OwnThreads.named("shared").isEmpty());
    }

    @Test
    void theThreadOfAGroupServesOthersAfterTheEnd() throws InterruptedException {
        DeliveryThread shared = DeliveryThread.of("shared", true);
        CommandCallbacks first = with(shared);
        CommandCallbacks second = with(shared);
        carryOut(second);
        hangIn(first);
        assertSame(shared.thread(), first.hanging());
        assertNull(second.hanging(), "a callback of the first holds it up");
        first.end();
        first.end();
        unused(shared).end();
        assertFalse(first.hasEnded());
        gate.open();
        assertTrue(first.awaitEnd(LIMIT));
        shared.leave();
        shared.awaitEnd(LIMIT);
        assertTrue(shared.thread().isAlive(), "it only waits for the second to leave");
        second.end();
        shared.thread().join();
    }

    @Test
    void commandsHaveRoomUntilTooManyWaitForTheirCallbacks() {
        CommandCallbacks ofOwner = with(null);
        int capacity = 2;
        Lanes lanes = new Lanes("", capacity, ofOwner, () -> {}, null, null);
        for (int round = 0; round < 2; round++) {
            for (int i = 0; i < 2 * capacity; i++) {
                assertTrue(lanes.hasRoom());
                carryOut(ofOwner);
            }
            assertFalse(lanes.hasRoom());
            ofOwner.completeAll();
        }
    }

    @Test
    void afterTheEndNoFutureIsOpenAlthoughEachCallbackHangs() {
        DeliveryThread shared = DeliveryThread.of("shared", true);
        CommandCallbacks hanging = with(shared);
        CommandCallbacks held = with(shared);
        hangIn(hanging);
        List<Request> behind = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            Request request = new Request(i < 10 ? hanging : held);
            request.whenComplete((done, failure) -> gate.hang());
            behind.add(request);
            (i < 10 ? hanging : held).open.add(request);
            (i < 10 ? hanging : held).add(request);
        }
        held.end();
        held.awaitEnd(0);
        hanging.end();
        assertFalse(hanging.awaitEnd(0));
        for (int i = 0; i < behind.size(); i++) {
            assertTrue(behind.get(i).isDone());
            assertTrue(i >= 10 || behind.get(i).isCompletedExceptionally());
        }
        gate.open();
        shared.leave();
        Await.until(() -> OwnThreads.named("shared").isEmpty());
    }

    /** A thread that a busy machine holds up for 20 ms is replaced as one that hangs is, so there may be some more. */
    @Test
    void oneThreadFailsAllFuturesThatAreOpenAfterTheEnd() {
        hangIn(callbacks);
        Set<Thread> threads = ConcurrentHashMap.newKeySet();
        for (int i = 0; i < 200; i++) {
            carryOut(callbacks).whenComplete((done, failure) -> threads.add(Thread.currentThread()));
        }
        callbacks.end();
        assertFalse(callbacks.awaitEnd(0));
        assertFalse(threads.isEmpty());
        assertTrue(threads.size() < 200, threads::toString);
    }

    @Test
    void afterTheEndWithoutMemoryAnotherCallLeavesNoFutureOpen() throws Exception {
        Request.isHeapFull = true;
        try {
            Request request = carryOut(callbacks);
            // The thread has no caller, so the error reaches the JDK, which prints it.
            String printed = Printed.by(() -> {
                callbacks.end();
                assertThrows(OutOfMemoryError.class, () -> callbacks.awaitEnd(0));
                Await.until(() -> OwnThreads.named("own").isEmpty());
            });
            assertTrue(printed.startsWith("Exception in thread \"own\" java.lang.OutOfMemoryError"), printed);
            assertFalse(request.isDone());
            Request.isHeapFull = false;
            callbacks.awaitEnd(0);
            assertTrue(request.isDone());
        } finally {
            Request.isHeapFull = false;
        }
    }
}
