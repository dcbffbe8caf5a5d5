package io.github.freestep.physics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.physics.Physics.Status;
import io.github.freestep.physics.PhysicsEvent.Kind;
import io.github.freestep.problem.Problem;
import io.github.freestep.testing.Logs;
import io.github.freestep.time.NanoClock;
import io.github.freestep.time.VirtualClock;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The user's clock throws on the physics thread, at each of its first calls in turn, or goes back. */
@Timeout(240)
class ThrowingClockTest {
    static final int CALLS = 120;

    final List<PhysicsService> services = new ArrayList<>();
    private final List<CompletableFuture<?>> futures = new ArrayList<>();

    /** Throws on physics threads from one of its calls on, or only in that call. */
    static final class ThrowingClock implements NanoClock {
        final RuntimeException failure = new IllegalStateException("no time");
        private final VirtualClock clock = new VirtualClock(0);
        private final AtomicInteger calls = new AtomicInteger();
        private final int first;
        private final int last;

        ThrowingClock(int first, int last) {
            this.first = first;
            this.last = last;
        }

        boolean hasThrown() {
            return calls.get() > first;
        }

        private void count() {
            if (Thread.currentThread().getName().startsWith("freestep-")) {
                int call = calls.getAndIncrement();
                if (call >= first && call <= last) {
                    throw failure;
                }
            }
        }

        @Override
        public long nanoTime() {
            count();
            return clock.nanoTime();
        }

        @Override
        public void park(long nanos) {
            count();
            clock.park(nanos);
        }

        @Override
        public void spin() {
            count();
            clock.spin();
        }
    }

    /** The time of day, which is set. */
    static final class SetClock implements NanoClock {
        private static final long HOUR = 3_600_000_000_000L;

        private final VirtualClock clock = new VirtualClock(0);
        private volatile long backNanos;

        void goBackByAnHour() {
            backNanos = HOUR;
        }

        @Override
        public long nanoTime() {
            return clock.nanoTime() - backNanos;
        }

        @Override
        public void park(long nanos) {
            clock.park(nanos);
        }
    }

    @AfterEach
    void noThreadIsLeft() {
        OwnThreads.awaitNone();
    }

    /** Returns a service with requests that wait. */
    PhysicsService service(PhysicsBuilder builder) {
        PhysicsService service = builder.build();
        services.add(service);
        futures.add(service.call(world -> 1));
        futures.add(service.pauseAndStep(3));
        futures.add(service.resume());
        return service;
    }

    void assertEnded(PhysicsService service, ThrowingClock clock, String name, int call) {
        ServiceUnderTest.await(() -> service.status() != Status.RUNNING);
        assertEquals(Status.FAILED, service.status());
        assertSame(clock.failure, service.failure().getCause(), () -> "call " + call);
        assertTrue(service.failure().getMessage().startsWith(name), service.failure()::getMessage);
        service.close();
    }

    void assertAllDone() {
        futures.forEach(future -> ServiceUnderTest.await(future::isDone));
    }

    /** Otherwise, nothing would happen for an hour, and nobody would know why. */
    @Test
    void aClockThatGoesBackByAnHourEndsItsServiceAndIsTold() {
        SetClock clock = new SetClock();
        List<Problem> problems = new CopyOnWriteArrayList<>();
        PhysicsService service = service(
                PhysicsService.builder(new Falling()).clock(clock).name("hall").onProblem(problems::add));
        EventReader faults = service.events().with(Kind.FAULT).open();
        service.start();
        ServiceUnderTest.await(() -> service.metrics().tick() > 2);
        clock.goBackByAnHour();
        assertWentBack(service);
        assertEquals(1, problems.size(), problems::toString);
        assertEquals(Problem.Kind.RUN_FAILED, problems.get(0).kind());
        assertSame(service.failure(), problems.get(0).cause());
        assertEquals(1, faults.poll(event -> assertSame(service.failure(), event.cause())));
        assertAllDone();
    }

    static void assertWentBack(PhysicsService service) {
        ServiceUnderTest.await(() -> service.status() == Status.FAILED);
        service.close();
        String text = service.failure().getMessage();
        assertTrue(text.contains("clock must never run backwards, has gone back by 3"), text);
    }

    /** A change of time that reads the clock fails alone. Everything else ends the service. */
    @Test
    @Logs("java.lang.IllegalStateException: no time")
    void completesAllFuturesIfOnlyOneReadingFails() {
        for (int call = 0; call < CALLS; call++) {
            ThrowingClock clock = new ThrowingClock(call, call);
            PhysicsService service =
                    service(PhysicsService.builder(new Falling()).clock(clock));
            service.start();
            ServiceUnderTest.await(clock::hasThrown);
            service.close();
        }
        assertAllDone();
    }
}
