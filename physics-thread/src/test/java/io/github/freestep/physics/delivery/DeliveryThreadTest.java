package io.github.freestep.physics.delivery;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.internal.Threads;
import io.github.freestep.physics.OwnThreads;
import io.github.freestep.testing.Await;
import io.github.freestep.testing.Seeds;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class DeliveryThreadTest {
    private static final long LIMIT = TimeUnit.SECONDS.toNanos(40);

    private final DeliveryThread shared = DeliveryThread.shared("shared");
    private final List<String> log = Collections.synchronizedList(new ArrayList<>());

    /** Blocks deliveries that wait for it. */
    private final CountDownLatch gate = new CountDownLatch(1);

    private final CountDownLatch busy = new CountDownLatch(1);

    @AfterEach
    void noThreadIsLeft() {
        gate.countDown();
        shared.end();
        assertTrue(shared.awaitEnd(LIMIT));
        Await.until(() ->
                OwnThreads.named("shared").isEmpty() && OwnThreads.named("own").isEmpty());
    }

    /** Several threads add to several deliveries. Everything is delivered once, by one thread at a time. */
    @Test
    void noSignalIsLost() throws InterruptedException {
        int adders = 3;
        int additions = 200_000;
        List<Counting> all = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            all.add(new Counting(adders));
        }
        all.forEach(Delivery::begin);
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < adders; i++) {
            Random random = Seeds.random(i);
            threads.add(new Thread(() -> {
                for (int k = 0; k < additions; k++) {
                    all.get(random.nextInt(all.size())).add();
                }
                for (Counting each : all) {
                    each.adders.decrementAndGet();
                    each.signal();
                }
            }));
        }
        threads.forEach(Thread::start);
        for (Thread thread : threads) {
            thread.join();
        }
        int delivered = 0;
        for (Counting each : all) {
            assertTrue(shared.awaitEnd(each, LIMIT), "a signal was lost");
            assertFalse(each.collided, "two threads delivered at the same time");
            delivered += each.delivered;
        }
        assertEquals(adders * additions, delivered);
    }

    private final class Counting extends Delivery {
        final AtomicInteger waiting = new AtomicInteger();
        final AtomicInteger adders;
        final AtomicBoolean delivering = new AtomicBoolean();
        volatile boolean collided;
        volatile int delivered;

        Counting(int adders) {
            super(shared);
            this.adders = new AtomicInteger(adders);
        }

        void add() {
            waiting.incrementAndGet();
            signal();
        }

        @Override
        protected boolean deliver() {
            collided |= !delivering.compareAndSet(false, true);
            int now = Math.min(3, waiting.get());
            delivered += now;
            // The user's code may consume the permit of a wake-up.
            LockSupport.unpark(Thread.currentThread());
            LockSupport.park();
            delivering.set(false);
            return waiting.addAndGet(-now) > 0;
        }

        @Override
        protected boolean isFinished() {
            return adders.get() == 0 && waiting.get() == 0;
        }
    }

    @Test
    void anotherThreadGoesOnWithoutOneThatHangs() throws InterruptedException {
        AtomicInteger calls = new AtomicInteger();
        Delivery hanging = new Delivery(shared) {
            @Override
            protected boolean deliver() {
                busy.countDown();
                awaitGate();
                return calls.incrementAndGet() < 2;
            }

            @Override
            protected boolean isFinished() {
                return calls.get() == 2;
            }
        };
        Lines waits = new Lines(shared, "waits", 1);
        hanging.begin();
        waits.begin();
        hanging.signal();
        assertTrue(busy.await(60, TimeUnit.SECONDS));
        waits.signal();
        Thread first = shared.thread();
        assertTrue(shared.awaitEnd(waits, TimeUnit.SECONDS.toNanos(1)), "waits is delivered by another thread");
        assertNotSame(first, shared.thread());
        assertEquals(first.getName(), shared.thread().getName());
        assertEquals(first, shared.hangingIn(hanging));
        hanging.signal();
        Lines next = new Lines(shared, "next", 1);
        next.begin();
        next.signal();
        assertTrue(shared.awaitEnd(next, LIMIT));
        assertEquals(0, calls.get(), "only one thread calls a handler");
        assertFalse(shared.awaitEnd(hanging, 1_000_000));
        gate.countDown();
        assertTrue(shared.awaitEnd(hanging, LIMIT));
        assertTrue(Threads.join(first, LIMIT), "the thread that hung ends");
        assertEquals(2, calls.get());
    }

    /** It is busy at both looks, but in different calls. */
    @Test
    void aThreadThatComesBackFromItsCallsIsNotReplaced() {
        AtomicInteger calls = new AtomicInteger();
        Delivery steady = new Delivery(shared) {
            private long firstTurn;

            @Override
            protected boolean deliver() {
                if (calls.incrementAndGet() == 1) {
                    firstTurn = shared.turns();
                } else {
                    shared.goOnWithout(firstTurn);
                }
                return calls.get() < 2;
            }

            @Override
            protected boolean isFinished() {
                return calls.get() == 2;
            }
        };
        steady.begin();
        Thread first = shared.thread();
        steady.signal();
        Await.until(steady::isDone);
        assertSame(first, shared.thread());
    }

    /** A thread that is replaced just after its call has returned must not wait, because nothing would wake it. */
    @Test
    void aThreadThatIsReplacedWhenItsCallReturnsEnds() {
        AtomicInteger left = new AtomicInteger(30_000);
        Delivery quick = new Delivery(shared) {
            @Override
            protected boolean deliver() {
                left.decrementAndGet();
                return false;
            }

            @Override
            protected boolean isFinished() {
                return left.get() == 0;
            }
        };
        quick.begin();
        while (!quick.isDone()) {
            quick.signal();
            shared.awaitEnd(quick, 0);
        }
    }

    private void awaitGate() {
        try {
            assertTrue(gate.await(60, TimeUnit.SECONDS));
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** Logs its name a number of times, once in each turn. */
    private class Lines extends Delivery {
        private final String name;
        private volatile int left;

        Lines(DeliveryThread thread, String name, int count) {
            super(thread);
            this.name = name;
            left = count;
        }

        @Override
        protected boolean deliver() {
            log.add(name);
            return --left > 0;
        }

        @Override
        protected boolean isFinished() {
            return left == 0;
        }
    }
}
