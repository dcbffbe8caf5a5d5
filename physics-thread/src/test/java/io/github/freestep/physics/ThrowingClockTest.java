package io.github.freestep.physics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.physics.Physics.Status;
import io.github.freestep.time.NanoClock;
import io.github.freestep.time.VirtualClock;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The user's clock throws on the physics thread, at each of its first calls in turn. */
@Timeout(120)
class ThrowingClockTest {
    private static final int CALLS = 120;
    private static final int ROOMS = 10;

    private final List<PhysicsService> services = new ArrayList<>();
    private final List<CompletableFuture<?>> futures = new ArrayList<>();

    /** Throws on physics threads from one of its calls on, or only in that call. */
    private static final class ThrowingClock implements NanoClock {
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

    @AfterEach
    void noThreadIsLeft() {
        OwnThreads.awaitNone();
    }

    /** Returns a service with requests that wait. */
    private PhysicsService service(PhysicsBuilder builder) {
        PhysicsService service = builder.build();
        services.add(service);
        futures.add(service.call(world -> 1));
        futures.add(service.pauseAndStep(3));
        futures.add(service.resume());
        return service;
    }

    private void assertEnded(PhysicsService service, ThrowingClock clock, String name, int call) {
        ServiceUnderTest.await(() -> service.status() != Status.RUNNING);
        assertEquals(Status.FAILED, service.status());
        assertSame(clock.failure, service.failure().getCause(), () -> "call " + call);
        assertTrue(service.failure().getMessage().startsWith(name), service.failure()::getMessage);
        service.close();
    }

    private void assertAllDone() {
        futures.forEach(future -> ServiceUnderTest.await(future::isDone));
    }

    /** A change of time that reads the clock fails alone. Everything else ends the service. */
    @Test
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

    @Test
    void endsAllServicesOfAGroup() {
        for (int call = 0; call < CALLS; call++) {
            ThrowingClock clock = new ThrowingClock(call, Integer.MAX_VALUE);
            try (PhysicsGroup group = PhysicsGroup.builder().clock(clock).open()) {
                services.clear();
                for (int i = 0; i < ROOMS; i++) {
                    service(PhysicsService.builder(new Falling()).group(group).name("room-" + i))
                            .start();
                }
                for (int i = 0; i < ROOMS; i++) {
                    assertEnded(services.get(i), clock, "room-" + i + ": ", call);
                }
                assertEquals(0, group.metrics().services(0));
            }
        }
        assertAllDone();
    }

    @Test
    void aGroupWhoseClockHasRecoveredRunsNewServices() {
        for (int call = 0; call < CALLS; call++) {
            ThrowingClock clock = new ThrowingClock(call, call);
            try (PhysicsGroup group = PhysicsGroup.builder().clock(clock).open()) {
                PhysicsService first =
                        service(PhysicsService.builder(new Falling()).group(group));
                first.start();
                ServiceUnderTest.await(clock::hasThrown);
                ServiceUnderTest.await(
                        () -> first.status() == Status.FAILED || first.metrics().tick() > CALLS);
                PhysicsService next =
                        PhysicsService.builder(new Falling()).group(group).start();
                ServiceUnderTest.await(() -> next.metrics().tick() > 2);
                assertEquals(Status.RUNNING, next.status());
            }
        }
        assertAllDone();
    }
}
