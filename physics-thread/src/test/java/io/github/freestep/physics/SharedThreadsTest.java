package io.github.freestep.physics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.physics.delivery.CommandCallbacks;
import io.github.freestep.physics.delivery.DeliveryThread;
import io.github.freestep.testing.Allocations;
import io.github.freestep.time.NanoClock;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Two services share one thread for callbacks and one for handlers, as in a group. */
@Timeout(120)
class SharedThreadsTest {
    private static final long LIMIT = TimeUnit.SECONDS.toNanos(40);
    private static final Throwable CLOSED = new IllegalStateException("closed");

    private final DeliveryThread callbackThread = DeliveryThread.shared("callbacks");
    private final DeliveryThread eventThread = DeliveryThread.shared("events");
    private final Room a = new Room();
    private final Room b = new Room();
    private final CountDownLatch gate = new CountDownLatch(1);
    private final CountDownLatch busy = new CountDownLatch(1);

    @AfterEach
    void noThreadIsLeft() {
        gate.countDown();
        for (Room room : List.of(a, b)) {
            room.close();
            room.events.close();
            assertTrue(room.callbacks.awaitEnd(LIMIT) && room.events.awaitEnd(LIMIT));
        }
        for (DeliveryThread each : List.of(callbackThread, eventThread)) {
            each.end();
            assertTrue(each.awaitEnd(LIMIT));
        }
        long since = System.nanoTime();
        while (Thread.getAllStackTraces().keySet().stream()
                .anyMatch(thread -> thread.getName().matches("(callbacks|events).*"))) {
            assertTrue(System.nanoTime() - since < LIMIT, "a thread is left");
            Thread.yield();
        }
    }

    @Test
    void closingAServiceWhoseCallbackHangsMovesAllOn() throws Exception {
        hangInACallbackOfA();
        CompletableFuture<Integer> behind = a.call(() -> 1);
        CompletableFuture<Integer> ofB = b.call(() -> 2);
        a.close();
        assertFalse(a.callbacks.awaitEnd(10_000_000));
        Thread hanging = a.callbacks.hanging();
        assertTrue(a.callbacks.isCompletedBy(hanging));
        a.callbacks.completeElsewhere(LIMIT);
        assertEquals(1, behind.get(60, TimeUnit.SECONDS));
        assertEquals(2, ofB.get(60, TimeUnit.SECONDS), "b goes on while a hangs");
        CompletableFuture<Object> later = b.commands.call(c -> null);
        assertTrue(a.callbacks.wouldDeadlock(hanging, false), "its own future would not complete");
        assertFalse(b.callbacks.wouldDeadlock(hanging, false), "another thread completes the futures of b");
        b.run();
        later.get(60, TimeUnit.SECONDS);
    }

    private void hangInACallbackOfA() throws InterruptedException {
        a.call(() -> {
            busy.countDown();
            return gate.await(60, TimeUnit.SECONDS);
        });
        assertTrue(busy.await(60, TimeUnit.SECONDS));
    }

    /** Measures the writing thread alone, while a thread that serves several handlers is woken. */
    @Test
    void wakingTheThreadAllocatesNothing() {
        a.events.with().subscribe("one", event -> {});
        a.events.with().subscribe("two", event -> {});
        assertEquals(0, Allocations.of(a::raise));
    }

    @Test
    void aHandlerCanCloseANeighboursSubscription() throws Exception {
        EventLog log = new EventLog();
        EventSubscription other = b.events.with().subscribe("other", log);
        EventSubscription closing = a.events.with().subscribe("closing", event -> {
            other.close();
            b.events.close();
            b.events.awaitEnd(LIMIT);
        });
        b.raise();
        a.raise();
        a.events.close();
        assertTrue(a.events.awaitEnd(LIMIT) && b.events.awaitEnd(LIMIT));
        assertEquals(0, closing.failureCount());
        log.assertLines("SLIP");
    }

    private interface Callback<T> {
        T call() throws Exception;
    }

    /** The requests and events of a service without the rest of it. */
    private final class Room implements CommandRunner {
        final CommandCallbacks callbacks = new CommandCallbacks(thread -> false, 16, callbackThread, null);
        final Commands commands = new Commands(16, callbacks, this, () -> {});
        final Events events = new Events(failure -> {}, () -> {}, name -> eventThread);

        /** Submits a command with a callback, and runs it. */
        <T> CompletableFuture<T> call(Callback<T> callback) {
            CompletableFuture<T> result = new CompletableFuture<>();
            commands.submit(c -> {}).whenComplete((nothing, failure) -> {
                try {
                    T value = callback.call();
                    if (failure == null) {
                        result.complete(value);
                    } else {
                        result.completeExceptionally(failure);
                    }
                } catch (Throwable t) {
                    result.completeExceptionally(t);
                }
            });
            run();
            return result;
        }

        void run() {
            commands.run(NanoClock.system(), Long.MAX_VALUE);
        }

        void raise() {
            events.sink().slip(0, 0, 1);
            events.sink().flush();
        }

        void close() {
            commands.end(CLOSED, CLOSED);
            callbacks.end();
        }

        @Override
        public void run(Object submitted, Command command) throws Exception {
            command.run(null);
        }

        @Override
        public void hasRun(Throwable failure) {}
    }
}
