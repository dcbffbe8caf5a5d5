package io.github.freestep.physics.delivery;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.testing.Await;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
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
    private final DeliveryThread thread = DeliveryThread.own("own");
    private final CommandCallbacks callbacks = with(thread);
    private final List<String> log = Collections.synchronizedList(new ArrayList<>());

    /** Blocks callbacks that hang. */
    private final CountDownLatch gate = new CountDownLatch(1);

    private CommandCallbacks with(DeliveryThread deliveries) {
        return new CommandCallbacks(physics::equals, MOST_PENDING, deliveries, null);
    }

    @AfterEach
    void end() {
        gate.countDown();
        callbacks.end();
    }

    /** A request without a world. */
    private static class Request extends Reply<String> {
        private final boolean isLimited;

        Request(CommandCallbacks callbacks, boolean isLimited) {
            super(callbacks);
            this.isLimited = isLimited;
        }

        @Override
        protected boolean isLimited() {
            return isLimited;
        }
    }

    private Request carryOut(CommandCallbacks by) {
        by.request();
        Request request = new Request(by, true);
        request.succeed("done");
        by.addCommand(request);
        return request;
    }

    private void carryOutAndLog(CommandCallbacks by, String name) {
        carryOut(by).thenRun(() -> log.add(name));
    }

    /** Carries out a request whose callback hangs once the thread takes it. */
    private void hangIn(CommandCallbacks by) {
        carryOut(by).thenRun(() -> {
            log.add("hangs");
            awaitGate();
        });
    }

    private void awaitGate() {
        try {
            assertTrue(gate.await(60, TimeUnit.SECONDS));
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void onlyAThreadThatCompletesAFutureMustNotWaitForIt() {
        assertTrue(callbacks.wouldDeadlock(thread.thread(), false));
        assertTrue(callbacks.wouldDeadlock(thread.thread(), true));
        assertTrue(callbacks.wouldDeadlock(physics, false));
        assertFalse(callbacks.wouldDeadlock(physics, true), "our thread runs the callbacks that remain");
        assertFalse(callbacks.wouldDeadlock(other, false));
        CommandCallbacks ofOwner = CommandCallbacks.ofOwner(physics::equals, MOST_PENDING);
        assertTrue(ofOwner.wouldDeadlock(physics, false));
        assertTrue(ofOwner.wouldDeadlock(physics, true), "the owner runs the callbacks itself");
        assertFalse(ofOwner.wouldDeadlock(other, false));
        assertFalse(ofOwner.isCompletedBy(physics));
    }

    @Test
    void theThreadOfTheExecutorMustNotWaitWhileItRunsCallbacks() {
        Queue<Runnable> tasks = new ArrayDeque<>();
        CommandCallbacks onExecutor = new CommandCallbacks(physics::equals, MOST_PENDING, thread, tasks::add);
        Thread executes = Thread.currentThread();
        List<Boolean> deadlocks = new ArrayList<>();
        carryOut(onExecutor).thenRun(() -> deadlocks.add(onExecutor.wouldDeadlock(executes, false)));
        onExecutor.flush();
        tasks.remove().run();
        assertEquals(List.of(true), deadlocks);
        assertFalse(onExecutor.wouldDeadlock(executes, false));
        assertFalse(onExecutor.wouldDeadlock(thread.thread(), false), "our thread completes nothing");
    }

    @Test
    void anExecutorGetsAtMost64CallbacksAtATime() {
        Queue<Runnable> tasks = new ArrayDeque<>();
        CommandCallbacks onExecutor = new CommandCallbacks(physics::equals, 100, thread, tasks::add);
        for (int i = 0; i < 65; i++) {
            carryOutAndLog(onExecutor, "done");
        }
        onExecutor.flush();
        onExecutor.flush();
        tasks.remove().run();
        assertEquals(64, log.size());
        assertFalse(onExecutor.isEmpty());
        onExecutor.end();
        tasks.remove().run();
        assertEquals(65, log.size());
        assertTrue(onExecutor.isDone() && tasks.isEmpty());
    }

    @Test
    void aRequestAfterTheEndStartsNoThread() {
        callbacks.end();
        callbacks.request();
        assertFalse(callbacks.hasBegun());
        assertTrue(callbacks.hasEnded() && callbacks.awaitEnd(0));
    }

    @Test
    void commandsHaveRoomUntilTooManyWaitForTheirCallbacks() {
        CommandCallbacks ofOwner = CommandCallbacks.ofOwner(physics::equals, MOST_PENDING);
        for (int i = 0; i < 10; i++) {
            Request change = new Request(ofOwner, false);
            ofOwner.add(change);
        }
        for (int i = 0; i < MOST_PENDING; i++) {
            assertTrue(ofOwner.hasRoom(), "only commands count");
            carryOut(ofOwner);
        }
        assertFalse(ofOwner.hasRoom());
        ofOwner.flush();
        ofOwner.completeAll();
        for (int i = 0; i < MOST_PENDING; i++) {
            assertTrue(ofOwner.hasRoom());
            carryOut(ofOwner);
        }
        assertFalse(ofOwner.hasRoom());
    }

    /** It has a thread, but throws because it could not start another. */
    @Test
    void anExecutorThatRunsATaskBeforeItThrowsHasTakenIt() {
        CommandCallbacks refused = new CommandCallbacks(physics::equals, MOST_PENDING, thread, task -> {
            CompletableFuture.runAsync(task);
            Await.until(() -> log.contains("hangs"));
            throw new OutOfMemoryError("for the test");
        });
        hangIn(refused);
        carryOutAndLog(refused, "behind");
        refused.flush();
        Await.until(() -> thread.thread().getState() == Thread.State.WAITING);
        assertEquals(List.of("hangs"), log);
        gate.countDown();
        refused.end();
        assertTrue(refused.awaitEnd(LIMIT));
        assertEquals(List.of("hangs", "behind"), log);
    }
}
