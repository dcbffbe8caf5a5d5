package io.github.freestep.physics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The user's executor completes the futures, or our thread if the executor refuses. */
@Timeout(60)
class CallbackExecutorTest extends ServiceUnderTest {
    private static final String OWN = "freestep-commands";

    /** An event queue, as that of a user interface: the test's thread runs what it has. */
    private final Queue<Runnable> queue = new LinkedBlockingQueue<>();

    private void runQueue() {
        Runnable task;
        while ((task = queue.poll()) != null) {
            task.run();
        }
    }

    @Test
    void theExecutorRunsTheCallbacks() throws Exception {
        physics = builder.callbacks(queue::add).build();
        List<Thread> calling = new ArrayList<>();
        CompletableFuture<Integer> one = physics.call(c -> 1);
        one.whenComplete((value, failure) -> calling.add(Thread.currentThread()));
        physics.pause().whenComplete((nothing, failure) -> calling.add(Thread.currentThread()));
        physics.start();
        await(() -> {
            runQueue();
            return calling.size() == 2;
        });
        assertEquals(List.of(Thread.currentThread(), Thread.currentThread()), calling);
        assertEquals(1, one.get());
        physics.close();
        assertFalse(hasOwnThread());
    }

    /** The executor may need the thread that closes the service, such as the thread of a user interface. */
    @Test
    void closeFailsWhatAnExecutorHasNotRunAndLeavesNothingBehind() {
        physics = builder.callbacks(queue::add).start();
        CompletableFuture<Integer> one = physics.call(c -> 1);
        List<Thread> calling = new ArrayList<>();
        one.whenComplete((value, failure) -> calling.add(Thread.currentThread()));
        await(() -> !queue.isEmpty());
        CompletableFuture<Void> step = physics.pauseAndStep();
        physics.close();
        physics.close();
        Throwable cause = assertThrows(ExecutionException.class, one::get).getCause();
        assertTrue(cause.getMessage().contains("the executor of callbacks has not run it"), cause::getMessage);
        assertTrue(step.isCompletedExceptionally());
        runQueue();
        await(() -> !hasOwnThread());
        assertEquals(List.of(OWN), calling.stream().map(Thread::getName).toList());
    }

    /** The executor has several threads, yet the callbacks keep the order of their requests. */
    @Test
    void callbacksRunOneAtATimeInTheirOrder() throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(4);
        physics = builder.callbacks(pool).build();
        AtomicInteger running = new AtomicInteger();
        List<Integer> order = new ArrayList<>();
        List<CompletableFuture<Void>> futures = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            int number = i;
            futures.add(physics.call(c -> 1).thenAccept(one -> {
                assertEquals(1, running.incrementAndGet());
                order.add(number);
                running.decrementAndGet();
            }));
        }
        physics.start();
        for (CompletableFuture<Void> each : futures) {
            each.get(30, TimeUnit.SECONDS);
        }
        assertEquals(IntStream.range(0, 1_000).boxed().toList(), order);
        physics.close();
        pool.shutdown();
        assertTrue(pool.awaitTermination(30, TimeUnit.SECONDS));
    }

    private static boolean hasOwnThread() {
        return !OwnThreads.named(OWN).isEmpty();
    }
}
