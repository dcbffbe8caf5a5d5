package io.github.freestep.physics.rooms.workers;

import io.github.freestep.internal.FineTimer;
import io.github.freestep.physics.Falling;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.physics.schedule.Overload;
import io.github.freestep.physics.schedule.Schedule;
import io.github.freestep.physics.thread.DeliveryThread;
import io.github.freestep.physics.thread.Passes;
import io.github.freestep.physics.thread.PhysicsThread;
import io.github.freestep.physics.thread.RunPlan;
import io.github.freestep.physics.thread.SystemRequests;
import io.github.freestep.physics.thread.ThreadedRun;
import io.github.freestep.physics.thread.WorkerClock;
import io.github.freestep.physics.thread.WorkerSettings;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StatePublisher;
import io.github.freestep.state.StateReader;
import io.github.freestep.time.NanoClock;
import io.github.freestep.time.Ratio;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

/**
 * Scenes of few threads with the real classes, which {@code .ci/schedules} runs in thousands of orders, each also with
 * a planted bug. A scene fails by an error, or if its threads wait forever.
 */
public final class Schedules {
    /** Makes the objects of a scene visible to other threads, as the scheduler sees it. */
    static Object[] shared;

    private Schedules() {}

    private static final WorkerSettings SETTINGS =
            new WorkerSettings("scene", new WorkerClock(), 0, new FineTimer("Linux"), SystemRequests.NONE);

    private static void beside(Runnable... parts) throws InterruptedException {
        List<Thread> threads = Stream.of(parts).map(Thread::new).toList();
        threads.forEach(Thread::start);
        for (Thread thread : threads) {
            thread.join();
        }
    }

    private static void check(boolean holds, String promise) {
        if (!holds) {
            throw new AssertionError(promise);
        }
    }

    /** A signal while the worker goes to sleep wakes it. */
    public static void sleep() throws InterruptedException {
        Signals signals = new Signals();
        GroupThreads group = new GroupThreads("scene", 1, new WorkerClock());
        GroupRun run = (GroupRun) group.thread(new ThreadedRun.Settings("", 0, 0, 0));
        beside(() -> signals.add(run), () -> {
            while (signals.takeAll() == null) {
                if (signals.fallAsleep(Thread.currentThread())) {
                    LockSupport.park();
                }
                signals.wakeUp();
            }
        });
    }

    /** A run that two threads signal is in the list once. */
    public static void twice() throws InterruptedException {
        Signals signals = new Signals();
        GroupThreads group = new GroupThreads("scene", 1, new WorkerClock());
        GroupRun run = (GroupRun) group.thread(new ThreadedRun.Settings("", 0, 0, 0));
        beside(() -> signals.add(run), () -> signals.add(run));
        GroupRun first = signals.takeAll();
        check(first == run && Signals.take(first) == null, "a run is signalled twice, or not at all");
    }

    /**
     * A signal while the thread of a lone service goes to sleep wakes it. After a lost one, none of the others would
     * wake it either, so several in a row meet it at more places.
     */
    public static void sleepAlone() throws InterruptedException {
        int requests = 4;
        AtomicInteger request = new AtomicInteger();
        Resting run = new Resting(() -> request.get() < requests);
        PhysicsThread thread = new PhysicsThread(SETTINGS);
        thread.begin(run);
        for (int i = 1; i <= requests; i++) {
            request.set(i);
            thread.signal();
        }
        thread.thread().join();
    }

    /** A run that is called only after signals. */
    private static final class Resting implements Passes {
        private final BooleanSupplier continues;
        private final RunPlan plan = new RunPlan(new Schedule(Ratio.of(100), new Overload(Overload.BY_CLAMP), 4, 1, 0));
        private boolean goesOn = true;

        Resting(BooleanSupplier continues) {
            this.continues = continues;
        }

        @Override
        public void runPass() {
            goesOn = continues.getAsBoolean();
        }

        @Override
        public boolean continues() {
            return goesOn;
        }

        @Override
        public void planNext(long nowNanos) {
            plan.plan(nowNanos, false, true, false, true);
        }

        @Override
        public RunPlan plan() {
            return plan;
        }

        @Override
        public boolean setUpAhead() {
            return true;
        }

        @Override
        public boolean hasBegun() {
            return true;
        }

        @Override
        public void failNext(Throwable cause) {}

        @Override
        public void resume(long nowNanos, long wokeNanos, long parkLatenessNanos) {}

        @Override
        public void run() {}

        @Override
        public void beginAt(long nanos) {}
    }

    /** Each request of a service that is being closed completes. */
    public static void service() throws InterruptedException {
        AtomicLong now = new AtomicLong();
        NanoClock clock = new NanoClock() {
            @Override
            public long nanoTime() {
                return now.get();
            }

            @Override
            public void park(long nanos) {
                now.addAndGet(Math.min(nanos, 100_000_000));
                LockSupport.parkNanos(1);
            }
        };
        PhysicsService service = PhysicsService.builder(new Falling() {})
                .clock(clock)
                .watchdog(Duration.ZERO)
                .start();
        AtomicReference<CompletableFuture<?>> future = new AtomicReference<>();
        beside(() -> future.set(service.submit(context -> {})), service::close);
        for (int i = 0; i < 200 && !future.get().isDone(); i++) {
            Thread.yield();
        }
        check(future.get().isDone(), "a future stays open after the end");
    }

    /** No thread is let in to a reader that another has closed. */
    public static void binding() throws InterruptedException {
        StateReader reader = StatePublisher.of(StateLayout.of(1)).states().reader();
        AtomicInteger used = new AtomicInteger();
        reader.acquire();
        shared = new Object[] {reader, used};
        Thread other = new Thread(() -> {
            try {
                reader.acquire();
                used.set(1);
            } catch (IllegalStateException refused) {
                used.set(0);
            }
        });
        other.start();
        reader.close();
        other.join();
        check(used.get() == 0, "a thread uses a reader that is closed");
    }

    /**
     * Each task wakes the thread of a delivery, and so does the last user that leaves. With two tasks, one random order
     * of 80 loses the wake-up of the planted bug, so one in 40 runs of 300 orders lost none.
     */
    public static void delivery() throws InterruptedException {
        DeliveryThread delivery = DeliveryThread.of("delivery", false);
        delivery.begin();
        for (int i = 0; i < 12; i++) {
            CountDownLatch ran = new CountDownLatch(1);
            delivery.execute(ran::countDown);
            ran.await();
        }
        delivery.leave();
        delivery.thread().join();
    }
}
