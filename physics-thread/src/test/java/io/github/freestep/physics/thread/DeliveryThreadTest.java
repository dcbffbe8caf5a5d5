package io.github.freestep.physics.thread;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.internal.Threads;
import io.github.freestep.physics.Gate;
import io.github.freestep.physics.OwnThreads;
import io.github.freestep.testing.Await;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(240)
class DeliveryThreadTest {
    private static final long LIMIT = TimeUnit.SECONDS.toNanos(40);

    private final DeliveryThread shared = DeliveryThread.of("shared", true);
    private final DeliveryThread own = DeliveryThread.of("own", false);
    private final List<Thread> ran = Collections.synchronizedList(new ArrayList<>());

    /** Blocks tasks that hang. */
    private final Gate gate = new Gate();

    @AfterEach
    void noThreadIsLeft() {
        gate.open();
        shared.leave();
        shared.awaitEnd(LIMIT);
        Await.until(() ->
                OwnThreads.named("shared").isEmpty() && OwnThreads.named("own").isEmpty());
    }

    private void log() {
        ran.add(Thread.currentThread());
    }

    /** Several threads add tasks. Each task runs once, one at a time, in the order of its thread. */
    @Test
    void noTaskIsLost() throws InterruptedException {
        int adders = 3;
        int additions = 200_000;
        int[] next = new int[adders];
        AtomicBoolean running = new AtomicBoolean();
        AtomicBoolean failed = new AtomicBoolean();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < adders; i++) {
            int adder = i;
            shared.begin();
            threads.add(new Thread(() -> {
                for (int k = 0; k < additions; k++) {
                    int number = k;
                    shared.execute(() -> {
                        boolean collides = !running.compareAndSet(false, true);
                        failed.compareAndSet(false, collides || next[adder]++ != number);
                        // The user's code may consume the permit of a wake-up.
                        LockSupport.unpark(Thread.currentThread());
                        LockSupport.park();
                        running.set(false);
                    });
                }
                shared.leave();
            }));
        }
        threads.forEach(Thread::start);
        for (Thread thread : threads) {
            thread.join();
        }
        shared.execute(this::log);
        Await.until(() -> ran.size() == 1);
        assertFalse(failed.get());
        for (int count : next) {
            assertEquals(additions, count, "a task was lost");
        }
    }

    @Test
    void anotherThreadGoesOnWithoutOneThatHangs() throws InterruptedException {
        shared.begin();
        Thread first = shared.thread();
        shared.execute(gate::hang);
        gate.awaitEntered();
        shared.execute(this::log);
        assertTrue(shared.await(() -> ran.size() == 1, TimeUnit.SECONDS.toNanos(1)));
        Thread second = shared.thread();
        assertNotSame(first, second);
        assertEquals(first.getName(), second.getName());
        shared.execute(() -> {
            shared.goOnWithout(first);
            log();
        });
        assertTrue(shared.await(() -> ran.size() == 2, LIMIT));
        assertSame(second, shared.thread(), "it has gone on already");
        assertEquals(List.of(second, second), ran);
        gate.open();
        assertTrue(Threads.join(first, LIMIT), "the thread that hung ends");
        shared.leave();
    }

    @Test
    void aThreadThatOnlyWaitsIsNotReplaced() {
        shared.begin();
        Thread first = shared.thread();
        Await.until(() -> first.getState() == Thread.State.WAITING);
        assertFalse(shared.await(() -> false, 0));
        assertSame(first, shared.thread());
        shared.leave();
    }

    /** No other task could go on. */
    @Test
    void theThreadOfOneServiceIsNotReplaced() throws InterruptedException {
        own.start(gate::hang);
        Thread first = own.thread();
        gate.awaitEntered();
        own.goOnWithout(first);
        own.start(this::log);
        assertSame(first, own.thread());
        assertTrue(own.isOwnAlive());
        gate.open();
        Await.until(() -> !own.isOwnAlive());
        assertEquals(List.of(first), ran);
    }

    /** A thread that is replaced just after its task has returned must not wait, because nothing would wake it. */
    @Test
    void aThreadThatIsReplacedWhenItsTaskReturnsEnds() {
        AtomicInteger left = new AtomicInteger(30_000);
        shared.begin();
        while (left.get() > 0) {
            shared.execute(left::decrementAndGet);
            shared.await(() -> left.get() == 0, 0);
        }
        shared.leave();
    }

    @Test
    void aThreadWithoutUsersEndsAfterTheLastTaskAndStartsAgainForTheNext() {
        own.begin();
        own.execute(this::log);
        own.leave();
        Await.until(() -> !own.isOwnAlive());
        own.start(this::log);
        Await.until(() -> !own.isOwnAlive());
        assertEquals(2, ran.size());
        assertNotSame(ran.get(0), ran.get(1));
    }

    @Test
    void theThreadOfAGroupEndsWithItsLastUser() {
        shared.begin();
        shared.leave();
        shared.execute(this::log);
        Await.until(() -> ran.size() == 1);
        Thread thread = shared.thread();
        Await.until(() -> thread.getState() == Thread.State.WAITING);
        shared.begin();
        shared.leave();
        shared.awaitEnd(TimeUnit.HOURS.toNanos(1));
        shared.execute(gate::hang);
        gate.awaitEntered();
        Thread waits = new Thread(() -> shared.awaitEnd(LIMIT));
        waits.start();
        Await.until(() -> waits.getState() == Thread.State.TIMED_WAITING);
        gate.open();
        Await.until(() -> !waits.isAlive());
        assertSame(thread, shared.thread());
        assertTrue(thread.isAlive(), "the group still uses it");
    }

    /** The first caller of a request may come from an application that is to be unloaded. */
    @Test
    void theThreadIsADaemonWithTheClassLoaderOfItsCreator() throws InterruptedException {
        Thread caller = new Thread(shared::begin);
        caller.setContextClassLoader(new ClassLoader() {});
        caller.start();
        caller.join();
        shared.execute(this::log);
        Await.until(() -> ran.size() == 1);
        assertSame(Thread.currentThread().getContextClassLoader(), ran.get(0).getContextClassLoader());
        assertTrue(ran.get(0).isDaemon());
        shared.leave();
    }

    /** While a thread is interrupted, its parks return at once. */
    @Test
    void anInterruptThatATaskHasLeftDoesNotKeepTheThreadAwake() {
        shared.begin();
        shared.execute(() -> Thread.currentThread().interrupt());
        shared.execute(this::log);
        Await.until(() -> ran.size() == 1);
        Await.until(() -> shared.thread().getState() == Thread.State.WAITING);
        AtomicBoolean stays = new AtomicBoolean(true);
        shared.execute(() -> stays.set(Thread.currentThread().isInterrupted()));
        Await.until(() -> !stays.get());
        shared.leave();
    }
}
